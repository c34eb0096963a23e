import { setImmediate as nextTurn } from 'node:timers/promises';
import { stringifyChunked } from '@discoveryjs/json-ext';

/** Characters or bytes. */
export const sliceLength = 64 * 1024;

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

/**
 * JSON in slices: printing a large result in one go would block the event loop and hold the whole
 * text in memory.
 */
export const printInSlices = (value: unknown): Iterable<string> =>
  stringifyChunked(value, { highWaterMark: sliceLength });

/** The JSON of each value on a line of its own, in slices: one line may be as large as all. */
export function* printLinesInSlices(values: readonly unknown[]): Generator<string, void, void> {
  yield* stringifyChunked(values, { highWaterMark: sliceLength, mode: 'jsonl' });
  if (values.length > 0) yield '\n';
}

/** Each slice in a turn of its own. */
export async function* inTurns(slices: Iterable<string>): AsyncGenerator<string, void, void> {
  for (const slice of slices) {
    yield slice;
    await nextTurn();
  }
}
