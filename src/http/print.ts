import { setImmediate as nextTurn } from 'node:timers/promises';
import { membersOf } from '../operation/parameters.js';

/** Characters. */
const sliceLength = 64 * 1024;

/** Weight up to which a value is printed in one go. */
const maxWeight = 2000;

/** Pieces of text, joined to slices of some 64 KB, each on demand. */
export function* inSlices(pieces: Iterable<string>): Generator<string, void, void> {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < sliceLength) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

/** JSON in slices: printing a large result in one go would block the event loop and hold the whole text in memory. */
export const printInSlices = (value: unknown): Iterable<string> => inSlices(printValue(value));

/** Prints each slice in a turn of its own, when the client has read the ones before. */
export function streamSlices(slices: Iterable<string>): ReadableStream<Uint8Array> {
  const iterator = slices[Symbol.iterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      await nextTurn();
      const next = iterator.next();
      if (next.done === true) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
  });
}

/** Its own declaration forgets that undefined has no text. */
const stringify: (value: unknown) => string | undefined = JSON.stringify;

type Pieces = Generator<string, void, void>;

function* printValue(value: unknown): Pieces {
  // Undefined has no text; in a list it prints as null.
  if (!isDivisible(value) || weigh(value, maxWeight) <= maxWeight) yield stringify(value) ?? 'null';
  else if (Array.isArray(value)) yield* printList(value);
  else yield* printObject(value);
}

function* printList(list: readonly unknown[]): Pieces {
  let separator = '[';
  for (const item of list) {
    yield separator;
    separator = ',';
    yield* printValue(item);
  }
  yield ']';
}

function* printObject(object: object): Pieces {
  let separator = '{';
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined) continue;
    yield `${separator}${JSON.stringify(key)}:`;
    separator = ',';
    yield* printValue(value);
  }
  yield separator === '{' ? '{}' : '}';
}

/** Lists and plain objects. Other objects may print themselves in their own way. */
function isDivisible(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return false;
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The number of values to print, a string by its length; stops counting above `max`. */
function weigh(value: unknown, max: number): number {
  if (typeof value === 'string') return 1 + value.length / 32;
  if (!isDivisible(value)) return 1;
  let weight = 1;
  for (const member of membersOf(value)) {
    weight += weigh(member, max - weight);
    if (weight > max) break;
  }
  return weight;
}
