import { endsSubscription, isObject, type PartnerError, partnerErrors } from './error.js';
import { createEventReader } from './event-stream.js';

// Types of the runtime's globals, where it declares them: the declarations of this entry need no
// library of types.
export type Fetch = typeof globalThis extends { fetch: infer Found } ? Found : never;
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer Found } }
  ? Found
  : never;

/** Header names and values, or what gives them for each attempt. */
export type LiveHeaders = HeaderValues | (() => HeaderValues | Promise<HeaderValues>);
type HeaderValues = Readonly<Record<string, string>>;

export interface ConnectionOptions {
  /** For each attempt, such as `authorization`; a function may fetch a new credential. */
  readonly headers?: LiveHeaders;
  /** In place of the global `fetch`. */
  readonly fetch?: Fetch;
  /**
   * Milliseconds without a sign of life before it connects again, 40,000 by default; the façade
   * gives one every 12 s.
   */
  readonly maxSilenceMs?: number;
}

export interface LiveRequest extends ConnectionOptions {
  readonly url: string;
  readonly body: string;
}

/**
 * A subscription that cannot go on: to try again would give the same. `partnerErrors` finds its
 * errors.
 */
export class LiveError extends Error {
  override readonly name = 'LiveError';

  constructor(
    message: string,
    /** The façade's errors; empty if another server has responded. */
    readonly errors: readonly PartnerError[],
    /** HTTP status of the response; 0 where the request could not be sent. */
    readonly status: number,
  ) {
    super(message);
  }
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
 * @throws LiveError where a new connection would fail the same way; any other error where it may
 *   succeed
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
    const { body, status } = await withinSilence(() => connect(request, connection.signal));
    if (!canStream(body)) throw new LiveError(noStream, [], status);
    const reader = body.getReader();
    const decoder = new TextDecoder();
    const readPiece = createEventReader();
    for (;;) {
      const { done, value } = await withinSilence(() => reader.read());
      if (done) throw new InterruptedError('The connection ended.');
      for (const { event, data } of readPiece(decoder.decode(value, { stream: true }))) {
        if (event === 'complete') return;
        if (event === 'next') yield readResult(data, status);
      }
    }
  } finally {
    close();
  }
}

const noStream = 'The platform does not stream: pass another `fetch`.';

/** False on platforms such as React Native, whatever the types say. */
const canStream = (body: Body): body is NonNullable<Body> =>
  typeof body?.getReader === 'function' && typeof TextDecoder === 'function';

type Body = Awaited<ReturnType<typeof connect>>['body'];

/** @throws LiveError for a refused credential, or for an event without any data that stays so */
function readResult(text: string, status: number): unknown {
  const result: unknown = JSON.parse(text);
  const errors = partnerErrors(result);
  const hasData = isObject(result) && 'data' in result;
  const lasting = errors.find(({ extensions: { code } }) => endsSubscription(code, hasData));
  if (lasting !== undefined) throw new LiveError(lasting.message, errors, status);
  return result;
}

/** Resolves with a stream; any other response is an error. */
async function connect(
  { url, body, headers, fetch: send = fetch }: LiveRequest,
  signal: AbortSignal,
) {
  const own = typeof headers === 'function' ? await headers() : headers;
  const all = { ...own, 'content-type': 'application/json', accept };
  let response: Response;
  try {
    response = await send(url, { method: 'POST', body, headers: all, cache: 'no-store', signal });
  } catch (error) {
    throw lastingFault(send === fetch ? url : undefined, all) ?? error;
  }
  const type = response.headers.get('content-type') ?? '';
  if (response.ok && /^text\/event-stream\b/i.test(type)) return response;
  throw await readRefusal(response);
}

/**
 * Why a request can never be sent; undefined where only this attempt has failed.
 *
 * @param url undefined where a `fetch` of the program reads it in its own way
 */
function lastingFault(url: string | undefined, headers: HeaderValues): LiveError | undefined {
  // Without its value, which may be a credential.
  const [name] =
    Object.entries(headers).find((header) => !holds(() => new Headers([header]))) ?? [];
  if (name !== undefined) return unusable('header', name);
  if (url === undefined || holds(() => /^https?:/.test(new Request(url).url))) return undefined;
  return unusable('address', url);
}

const unusable = (what: string, value: string): LiveError =>
  new LiveError(`The ${what} ${JSON.stringify(value)} is unusable.`, [], 0);

/** A browser completes an address by that of its page; what a platform refuses throws. */
function holds(test: () => unknown): boolean {
  try {
    return Boolean(test());
  } catch {
    return false;
  }
}

/** A refusal comes as JSON. */
const accept = 'text/event-stream, application/graphql-response+json';

/** Milliseconds; the header holds seconds or a date (RFC 9110, 10.2.3). */
function retryDelayOf(header: string | null): number {
  if (header === null) return 0;
  const milliseconds = /^\d+$/.test(header)
    ? 1000 * Number(header)
    : Date.parse(header) - Date.now();
  return Math.max(0, milliseconds) || 0;
}

/**
 * Aborts the connection if a step of it takes too long: some networks lose connections without a
 * word.
 */
function createSilenceLimit(connection: AbortController, maxSilenceMs: number) {
  return async <T>(step: () => Promise<T>): Promise<T> => {
    const end = (): void =>
      connection.abort(new InterruptedError('The connection was silent for too long.'));
    const timer = setTimeout(end, maxSilenceMs);
    try {
      return await step();
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Statuses below 500 that pass: request timeout, too early, too many requests. */
const passingStatuses: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * Undefined for a text that is no JSON, whatever the realm of its error: a test may run in one of
 * its own.
 */
function parseRefusal(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The error of a response that is no stream. A body that broke off rejects, and is an interruption.
 */
async function readRefusal(response: Response): Promise<LiveError | InterruptedError> {
  const errors = partnerErrors(parseRefusal(await response.text()));
  const { status, headers } = response;
  const message = `The response has HTTP status ${status}`;
  if (status >= 500 || passingStatuses.has(status)) {
    return new InterruptedError(`${message}.`, retryDelayOf(headers.get('retry-after')));
  }
  return new LiveError(errors[0]?.message ?? `${message}, and is no event stream.`, errors, status);
}
