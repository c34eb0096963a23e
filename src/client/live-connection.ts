import { createEventReader } from './event-stream.js';
import { findLastingError, findRefusal } from './live-error.js';
import type { Fetch, Signal } from './runtime-type.js';

/** Header names and values, or what gives them for each attempt. */
export type LiveHeaders = HeaderValues | (() => HeaderValues | Promise<HeaderValues>);
type HeaderValues = Readonly<Record<string, string>>;

/** What a connection sends. */
export interface LiveRequest {
  readonly url: string;
  readonly body: string;
  readonly headers?: LiveHeaders;
  readonly fetch?: Fetch;
  readonly maxSilenceMs?: number;
}

/** A connection that failed or was refused for now. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';

  constructor(
    message: string,
    /** The least time to wait, 0 if the server has named none. */
    readonly retryAfterMs = 0,
  ) {
    super(message);
  }
}

/**
 * The results of one connection, until the façade completes.
 *
 * @throws LiveError where a new connection would fail the same way; any other error where it may succeed
 */
export async function* readEvents(
  request: LiveRequest,
  signal: Signal,
): AsyncGenerator<unknown, void, undefined> {
  const connection = new AbortController();
  const close = (): void => connection.abort();
  signal.addEventListener('abort', close, { signal: connection.signal });
  const withinSilence = createSilenceLimit(connection, request.maxSilenceMs ?? 40_000);
  try {
    const response = await withinSilence(() => send(request, connection.signal));
    const reader = streamOf(response).getReader();
    const decoder = new TextDecoder();
    const readPiece = createEventReader();
    for (;;) {
      const { done, value } = await withinSilence(() => reader.read());
      if (done) throw new InterruptedError('The connection ended.');
      for (const { event, data } of readPiece(decoder.decode(value, { stream: true }))) {
        if (event === 'complete') return;
        if (event === 'next') yield readResult(data, response.status);
      }
    }
  } finally {
    close();
  }
}

function readResult(data: string, status: number): unknown {
  const result: unknown = JSON.parse(data);
  const lasting = findLastingError(result, status);
  if (lasting !== undefined) throw lasting;
  return result;
}

/** Resolves with a stream; any other response is an error. */
async function send({ url, body, headers, fetch: send = fetch }: LiveRequest, signal: AbortSignal) {
  const own = typeof headers === 'function' ? await headers() : headers;
  const response = await send(url, {
    method: 'POST',
    body,
    headers: { ...own, 'content-type': 'application/json', accept },
    cache: 'no-store',
    signal,
  });
  const type = response.headers.get('content-type') ?? '';
  if (response.ok && /^text\/event-stream\b/i.test(type)) return response;
  const refusal = findRefusal(response.status, await response.text());
  if (refusal !== undefined) throw refusal;
  const message = `The response has HTTP status ${response.status}.`;
  throw new InterruptedError(message, readRetryAfter(response.headers.get('retry-after')));
}

/** A refusal comes as JSON. */
const accept = 'text/event-stream, application/graphql-response+json';

function streamOf({ body }: Response): ReadableStream<Uint8Array> {
  if (body === null) throw new InterruptedError('The response has no body.');
  return body;
}

/** Milliseconds; the header holds seconds or a date (RFC 9110, 10.2.3). */
function readRetryAfter(header: string | null): number {
  if (header === null) return 0;
  const milliseconds = /^\d+$/.test(header) ? 1000 * Number(header) : Date.parse(header) - Date.now();
  return Math.max(0, milliseconds) || 0;
}

/** Aborts the connection if a step of it takes too long: some networks lose connections without a word. */
function createSilenceLimit(connection: AbortController, maxSilenceMs: number) {
  return async <T>(step: () => Promise<T>): Promise<T> => {
    const end = (): void => connection.abort(new InterruptedError('The connection was silent for too long.'));
    const timer = setTimeout(end, maxSilenceMs);
    try {
      return await step();
    } finally {
      clearTimeout(timer);
    }
  };
}
