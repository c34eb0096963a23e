import { setImmediate as nextTurn } from 'node:timers/promises';
import { stringifyChunked } from '@discoveryjs/json-ext';

/** Characters. */
const sliceLength = 64 * 1024;

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
export const printInSlices = (value: unknown): Iterable<string> =>
  stringifyChunked(value, { highWaterMark: sliceLength });

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
