import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { cacheControl } from './plain-response.js';
import { streamSlices } from './print.js';
import type { HttpResponse } from './response.js';

/** The part of a response that does not depend on its result. */
export interface ResponseFrame {
  readonly vary: string;
  readonly requestId: string;
  readonly fail: (error: unknown) => void;
}

export function writeResponse(response: ServerResponse, content: HttpResponse, frame: ResponseFrame): void {
  if (response.destroyed) return;
  try {
    const { beginning, body } = content;
    response.writeHead(content.status, rawHeadersOf(content, frame));
    if (typeof body !== 'string') {
      pipeline(streamSlices(body), response).catch((error: unknown) => {
        // The abort of a client that has left is no fault.
        if (!hasLeft(error)) frame.fail(error);
      });
      return;
    }
    if (beginning !== undefined) response.write(beginning);
    response.end(body);
  } catch (error) {
    frame.fail(error);
  }
}

const hasLeft = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';

/** Names and values in turn: node:http takes them as they are. */
function rawHeadersOf(
  { contentType, headers, beginning, body }: HttpResponse,
  frame: ResponseFrame,
): string[] {
  const all = ['Content-Type', contentType, 'Vary', frame.vary];
  // The length of slices is unknown until they are printed.
  if (typeof body === 'string')
    all.push('Content-Length', String((beginning?.length ?? 0) + Buffer.byteLength(body)));
  all.push('Cache-Control', cacheControl, 'X-Content-Type-Options', 'nosniff');
  all.push('X-Request-Id', frame.requestId);
  for (const name in headers) all.push(name, headers[name] ?? '');
  return all;
}

/** Calls back at the end of the current turn of the event loop, or a little sooner. */
export type WriteBatch = (callback: () => void) => void;

/** Milliseconds. In a long turn, a response that is due later than this flushes the batch. */
const maxDelayMs = 0.5;

/**
 * Writes the responses of one turn in one go, so that a client or proxy with many connections wakes once instead of once
 * per response. Measured: 4 % of the processor time of the smallest query on Node.js 26, 8 % on Node.js 20. A single
 * response goes out in the same turn.
 *
 * @param now milliseconds of a clock that never goes back
 */
export function createWriteBatch(now: () => number): WriteBatch {
  let due: (() => void)[] = [];
  let since = 0;
  const flush = (): void => {
    const callbacks = due;
    due = [];
    for (const callback of callbacks) callback();
  };
  return (callback) => {
    if (due.push(callback) === 1) {
      since = now();
      setImmediate(flush);
    } else if (now() - since > maxDelayMs) flush();
  };
}
