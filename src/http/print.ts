/** Characters of a slice. */
const sliceLength = 64 * 1024;

/** Parts of a value that are printed in one go; a string counts by its length. */
const maxWeight = 2000;

/**
 * A value as `JSON.stringify` prints it, in slices of some 64 KB, each made when it is asked for: to print a large answer
 * in one go would block the event loop, and hold the whole text in memory.
 */
export function* printInSlices(value: unknown): Generator<string, void, void> {
  const output: Output = { text: '' };
  yield* print(value, output);
  if (output.text !== '') yield output.text;
}

/** As it is, where its declaration forgets what has no text. */
const stringify: (value: unknown) => string | undefined = JSON.stringify;

interface Output {
  text: string;
}

function* print(value: unknown, output: Output): Generator<string, void, void> {
  if (!isDivisible(value) || weigh(value, maxWeight) <= maxWeight) {
    // Undefined, a function and a symbol have no text; in a list they are null.
    output.text += stringify(value) ?? 'null';
    if (output.text.length >= sliceLength) yield take(output);
  } else if (Array.isArray(value)) yield* printList(value, output);
  else yield* printObject(value, output);
}

function* printList(list: readonly unknown[], output: Output): Generator<string, void, void> {
  let mark = '[';
  for (const item of list) {
    output.text += mark;
    mark = ',';
    yield* print(item, output);
  }
  output.text += ']';
}

function* printObject(object: object, output: Output): Generator<string, void, void> {
  let mark = '{';
  for (const [key, member] of Object.entries(object)) {
    if (isOmitted(member)) continue;
    output.text += `${mark}${JSON.stringify(key)}:`;
    mark = ',';
    yield* print(member, output);
  }
  output.text += mark === '{' ? '{}' : '}';
}

function take(output: Output): string {
  const { text } = output;
  output.text = '';
  return text;
}

const isOmitted = (value: unknown): boolean =>
  value === undefined || typeof value === 'function' || typeof value === 'symbol';

/** A list or a plain object. Anything else may have a way of its own of being printed. */
function isDivisible(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return false;
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** How much there is to be printed; looks no further once it is more than `enough`. */
function weigh(value: unknown, enough: number): number {
  if (typeof value === 'string') return 1 + value.length / 32;
  if (!isDivisible(value)) return 1;
  let weight = 1;
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (const member of members) {
    weight += weigh(member, enough - weight);
    if (weight > enough) break;
  }
  return weight;
}
