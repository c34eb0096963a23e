import type { OperationResult } from '../operation/result.js';
import type { MediaTypes } from './negotiation.js';
import { printResponse } from './response.js';

/** Media types of a stream of events. */
export type LiveType = NonNullable<MediaTypes['parts']>;

/** Milliseconds between two signs of life, which keep proxies from closing a silent stream. */
export const keepAliveMs = 12_000;

/**
 * Milliseconds until a connection closes whose client has read nothing. One that never reads would keep it open, and its
 * last event in memory, even after its stream has completed.
 */
export const maxStallMs = 5 * keepAliveMs;

/** How a media type frames the events of a stream. */
export interface LiveFraming {
  readonly start: Buffer;
  /** A sign of life. */
  readonly keepAlive: Buffer;
  readonly end: Buffer;
  readonly frameEvent: (event: OperationResult) => Buffer;
}

const boundary = '\r\n--graphql';
const partHead = '\r\nContent-Type: application/json; charset=utf-8\r\n\r\n';

/** The distinct connections of graphql-sse, and the multipart protocol of Apollo's clients. */
export const liveFramings: Readonly<Record<LiveType, LiveFraming>> = {
  'text/event-stream': {
    // Some browsers report a response only after its first byte.
    start: Buffer.from(':\n\n'),
    keepAlive: Buffer.from(':\n\n'),
    end: Buffer.from('event: complete\ndata:\n\n'),
    frameEvent: frameOnce('event: next\ndata: ', '\n\n'),
  },
  'multipart/mixed': {
    start: Buffer.from(boundary),
    keepAlive: Buffer.from(`${partHead}{}${boundary}`),
    end: Buffer.from('--\r\n'),
    frameEvent: frameOnce(`${partHead}{"payload":`, `}${boundary}`),
  },
};

const contentTypes: Readonly<Record<LiveType, string>> = {
  'text/event-stream': 'text/event-stream',
  // As Apollo Router writes it: some of its clients compare the parameters as text.
  'multipart/mixed': 'multipart/mixed;boundary="graphql";subscriptionSpec=1.0',
};

/** nginx would collect several kilobytes before it sends any. */
export const liveHeaders = (type: LiveType): Readonly<Record<string, string>> => ({
  'Content-Type': contentTypes[type],
  'X-Accel-Buffering': 'no',
});

/** All subscribers of an event write the same bytes. */
function frameOnce(before: string, after: string): LiveFraming['frameEvent'] {
  const framed = new WeakMap<OperationResult, Buffer>();
  return (event) => {
    let bytes = framed.get(event);
    if (bytes === undefined) framed.set(event, (bytes = Buffer.from(before + printResponse(event) + after)));
    return bytes;
  };
}
