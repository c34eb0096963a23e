import { onAbort } from './abort.js';
import type { PartnerError } from './error.js';
import {
  type ConnectionOptions,
  InterruptedError,
  LiveError,
  type LiveRequest,
  readEvents,
  type Signal,
} from './live-connection.js';

/**
 * The types of a document: the decoration of a `TypedDocumentNode`, `TypedDocumentString` or
 * gql.tada's document.
 */
export interface TypedDocument<Data, Variables> {
  readonly __apiType?: ((variables: Variables) => Data) | undefined;
}

/** A document as text, or any typed document. */
export type LiveDocument<Data, Variables> = string | TypedDocument<Data, Variables>;

/** One event: a whole result of the subscription. */
export interface LiveEvent<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly PartnerError[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** `connecting` to the façade, `live` from the first event on, `waiting` for the next attempt. */
export type LiveState = 'connecting' | 'live' | 'waiting';

type VariablesOption<Variables> =
  Record<string, never> extends Variables
    ? { readonly variables?: Variables }
    : { readonly variables: Variables };

export type LiveOptions<Data, Variables> = VariablesOption<Variables> &
  ConnectionOptions & {
    /** A subscription to `live`. */
    readonly document: LiveDocument<Data, Variables>;
    /** Ends the iteration, without an error. */
    readonly signal?: Signal | undefined;
    /** Called at each change, and with the reason when it waits. */
    readonly onState?: (state: LiveState, reason?: unknown) => void;
    /** `print` of the package graphql, for documents without text. */
    readonly print?: (document: never) => string;
    /**
     * Milliseconds before the second attempt, 1,000 by default; doubled for each further one, up to
     * `maxDelayMs`.
     */
    readonly minDelayMs?: number;
    /** Milliseconds, 60,000 by default. */
    readonly maxDelayMs?: number;
  };

/**
 * The events of a subscription, for `for await`: the answer now, and again whenever it has changed.
 * It connects when the first event is read, and again when the connection ends: at once slowly and
 * then slower, or as `Retry-After` says. A reader that falls behind gets the newest answer.
 *
 * @param url of the façade's GraphQL
 * @throws LiveError where a new attempt would fail the same way: a refused credential, an invalid
 *   operation or variable, an interval that costs too many REST requests, an address or a header
 *   that cannot be sent, or a `fetch` that does not stream
 * @throws TypeError for a document without text
 */
export function live<Data = unknown, Variables = Readonly<Record<string, unknown>>>(
  url: string,
  options: LiveOptions<Data, Variables>,
): AsyncIterableIterator<LiveEvent<Data>, void, undefined> {
  const leaving = new AbortController();
  const leave = (): void => leaving.abort();
  const { document, variables, print } = options;
  const body = JSON.stringify({ query: documentText(document, print), variables });
  const events = run<Data>({ ...options, url, body }, leaving);
  if (options.signal?.aborted === true) leave();
  // At the end of the iteration too.
  leaving.signal.addEventListener('abort', onAbort(options.signal, leave), { once: true });
  const end = events.return.bind(events);
  events.return = () => {
    // A generator would wait for the event that it is reading.
    leave();
    return end();
  };
  return events;
}

/**
 * The text of a document. graphql's `parse` and gql.tada keep it in the syntax tree; GraphQL Code
 * Generator does with `documentMode: 'string'`, and else needs `print`.
 *
 * @throws TypeError for a syntax tree without text
 */
function documentText(document: unknown, print: ((document: never) => string) | undefined): string {
  if (typeof document === 'string' || document instanceof String) return String(document);
  // The caller passes a `print` that takes the document.
  if (print !== undefined) return print(document as never);
  const { loc } = (document ?? {}) as {
    readonly loc?: { readonly source?: { readonly body?: unknown } };
  };
  if (typeof loc?.source?.body === 'string') return loc.source.body;
  throw new TypeError('The document has no text: pass `print` of the package graphql.');
}

type RunOptions = LiveRequest &
  Pick<LiveOptions<unknown, unknown>, 'onState' | 'minDelayMs' | 'maxDelayMs'>;

/** Milliseconds. A connection that lasted so long makes the delays short again. */
const steadyMs = 30_000;

/** @param leaving aborted by a reader that leaves, and at the end */
async function* run<Data>(
  options: RunOptions,
  leaving: AbortController,
): AsyncGenerator<LiveEvent<Data>, void, undefined> {
  const { onState, minDelayMs = 1000, maxDelayMs = 60_000 } = options;
  const { signal } = leaving;
  const hasLeft = (): boolean => signal.aborted;
  try {
    for (let failures = 0; !hasLeft(); failures += 1) {
      onState?.('connecting');
      const startedAt = performance.now();
      let isLive = false;
      let reason: unknown;
      try {
        for await (const event of readEvents(options, signal)) {
          if (!isLive) onState?.('live');
          isLive = true;
          // The document's type describes its events.
          yield event as LiveEvent<Data>;
        }
      } catch (error) {
        if (error instanceof LiveError && !hasLeft()) throw error;
        reason = error;
      }
      if (hasLeft()) return;
      if (performance.now() - startedAt > steadyMs) failures = 0;
      onState?.('waiting', reason);
      const backOffMs = Math.min(maxDelayMs, minDelayMs * 2 ** failures);
      const retryAfterMs = reason instanceof InterruptedError ? reason.retryAfterMs : 0;
      await delay(retryAfterMs + backOffMs * (0.5 + Math.random() / 2), signal);
    }
  } finally {
    leaving.abort();
  }
}

/** Longer ones would end at once. */
const maxTimerMs = 2 ** 31 - 1;

/** Ends early when the reader leaves. */
function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, Math.min(milliseconds, maxTimerMs));
    signal.addEventListener('abort', end);
    function end(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    }
  });
}
