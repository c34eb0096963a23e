import { setImmediate as nextTurn } from 'node:timers/promises';

/** Characters. */
export const sliceLength = 64 * 1024;

/** Weight up to which a value is printed in one go. */
const maxWeight = 2000;

/**
 * A value as `JSON.stringify` prints it, in slices of some 64 KB, each made on demand: printing a large result in one go
 * would block the event loop and hold the whole text in memory.
 */
export function* printInSlices(value: unknown): Generator<string, void, void> {
  const output: Output = { text: '' };
  yield* printValue(value, output);
  if (output.text !== '') yield output.text;
}

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

/** Its own declaration forgets that some values have no text. */
const stringify: (value: unknown) => string | undefined = JSON.stringify;

interface Output {
  text: string;
}

function* printValue(value: unknown, output: Output): Generator<string, void, void> {
  if (!isDivisible(value) || weigh(value, maxWeight) <= maxWeight) {
    // Undefined, functions and symbols have no text; in a list they print as null.
    output.text += stringify(value) ?? 'null';
    if (output.text.length >= sliceLength) yield take(output);
  } else if (Array.isArray(value)) yield* printList(value, output);
  else yield* printObject(value, output);
}

function* printList(list: readonly unknown[], output: Output): Generator<string, void, void> {
  let separator = '[';
  for (const item of list) {
    output.text += separator;
    separator = ',';
    yield* printValue(item, output);
  }
  output.text += ']';
}

function* printObject(object: object, output: Output): Generator<string, void, void> {
  let separator = '{';
  for (const [key, value] of Object.entries(object)) {
    if (isOmitted(value)) continue;
    output.text += `${separator}${JSON.stringify(key)}:`;
    separator = ',';
    yield* printValue(value, output);
  }
  output.text += separator === '{' ? '{}' : '}';
}

function take(output: Output): string {
  const { text } = output;
  output.text = '';
  return text;
}

const isOmitted = (value: unknown): boolean =>
  value === undefined || typeof value === 'function' || typeof value === 'symbol';

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
  const children: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (const child of children) {
    weight += weigh(child, max - weight);
    if (weight > max) break;
  }
  return weight;
}
