import { stringifyDocument } from 'urql';
import { InterruptedError, LiveError } from '../../client/live-connection.js';
import { live, type LiveEvent, type LiveState } from '../../client/live.js';
import { readError } from '../error/read-error.js';
import { graphqlPath } from './client.js';
import { type Answer, costOf, type Entry, type SyntaxTree } from './entry.js';
import { readChoice } from './freshness-sign.js';
import { type Session, tokenHeader } from './session.js';
import type { FreshnessWorld, OpenStream, Refusal, StreamListener } from './stream.js';

/** A number, in the browser's storage: how often the page looks. */
const choiceKey = 'refresh-seconds';

/**
 * The tab as the freshness of its page sees it.
 *
 * @param onSessionEnded called when the server no longer knows the session
 */
export function browserWorld(session: Session, onSessionEnded: () => void): FreshnessWorld {
  let isLeft = false;
  return {
    now: () => Date.now(),
    after(milliseconds, callback) {
      const timer = setTimeout(callback, milliseconds);
      return () => clearTimeout(timer);
    },
    isVisible: () => !document.hidden && !isLeft,
    onLook(listener) {
      const leaving = new AbortController();
      const { signal } = leaving;
      // A page with an open stream could not be kept for the way back.
      const leave = (hasLeft: boolean) => () => {
        isLeft = hasLeft;
        listener();
      };
      addEventListener('pagehide', leave(true), { signal });
      addEventListener('pageshow', leave(false), { signal });
      addEventListener('focus', listener, { signal });
      addEventListener('online', listener, { signal });
      document.addEventListener('visibilitychange', listener, { signal });
      return () => leaving.abort();
    },
    openStream: createOpenStream(session, onSessionEnded),
    readChoice: () => readChoice(readStored(choiceKey)),
    writeChoice: (seconds) => writeStored(choiceKey, String(seconds)),
  };
}

/**
 * What the browser keeps under a name; null where there is nothing, or where it refuses the page
 * its storage.
 */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/**
 * Keeps a text under a name, null for none. Where the browser refuses, it is forgotten with the
 * page.
 */
export function writeStored(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    // Forgotten.
  }
}

/**
 * Streams by subscriptions to the queries of entries.
 *
 * @param onSessionEnded called when the server no longer knows the session
 */
const createOpenStream =
  (session: Session, onSessionEnded: () => void): OpenStream =>
  (entry, everySeconds, listener) => {
    const leaving = new AbortController();
    const { signal } = leaving;
    run(session, entry, everySeconds, listener, signal).catch((error: unknown) => {
      if (signal.aborted) return;
      if (hasNoSession(error)) onSessionEnded();
      else listener.refused(refusalOf(error));
    });
    return () => leaving.abort();
  };

/** @throws LiveError where the façade refuses the subscription for good */
async function run(
  session: Session,
  entry: Entry,
  everySeconds: number,
  listener: StreamListener,
  signal: AbortSignal,
): Promise<void> {
  let wasLive = false;
  let isLive = false;
  const onState = (state: LiveState, reason?: unknown): void => {
    const wasConnected = isLive;
    isLive = state === 'live';
    wasLive ||= isLive;
    if (state !== 'waiting' || signal.aborted) return;
    // A proxy or a façade that has no room answers at once.
    if (!wasLive && reason instanceof InterruptedError) listener.refused({ kind: 'later' });
    // A stream that breaks fails in the same way; whether nothing responds, the next attempt shows.
    else listener.lost(!wasConnected && reason instanceof TypeError);
  };
  const events = live<LiveData>(graphqlPath, {
    document: toLive(entry.document, everySeconds),
    variables: { ...entry.variables },
    // What the query has just read will do for the first event.
    headers: { [tokenHeader]: session.token, 'cache-control': `max-age=${everySeconds}` },
    signal,
    onState,
  });
  for await (const event of events) listener.event(answerOf(event));
}

/** What `toLive` asks for. */
interface LiveData {
  readonly live: unknown;
}

const answerOf = ({ data, errors = [], extensions }: LiveEvent<LiveData>): Answer<unknown> => ({
  data: data?.live ?? undefined,
  // Without `live`, which the views do not know.
  errors: errors.map((error) => ({ ...readError(error), path: error.path?.slice(1) ?? [] })),
  asOf: data?.live == null ? undefined : Date.now(),
  cost: costOf(extensions),
});

/**
 * The façade itself names why it refuses a credential; its errors do not include that a session has
 * ended.
 */
const hasNoSession = (error: unknown): boolean =>
  error instanceof LiveError && error.status === 401 && error.errors.length === 0;

/** The message of the façade names the shortest interval that fits. */
function refusalOf(error: unknown): Refusal {
  const isCostly = ({ extensions }: LiveError['errors'][number]): boolean =>
    extensions.code === 'UPSTREAM_BUDGET_EXCEEDED';
  if (!(error instanceof LiveError) || !error.errors.some(isCostly)) return { kind: 'later' };
  const [, seconds] = /everySeconds: (\d+)/.exec(error.message) ?? [];
  return { kind: 'costly', shortestSeconds: Number(seconds ?? 300) };
}

type Definition = SyntaxTree['definitions'][number];

/**
 * A query as a subscription to the same: its selection moves below `live`.
 *
 * @param everySeconds how often the façade asks the Partner API
 * @returns the text of the document
 */
function toLive(document: SyntaxTree, everySeconds: number): string {
  const definitions = document.definitions.map((definition) => subscribe(definition, everySeconds));
  return stringifyDocument({ kind: document.kind, definitions });
}

function subscribe(definition: Definition, everySeconds: number): Definition {
  if (definition.kind !== 'OperationDefinition') return definition;
  const everySecondsArgument = {
    kind: 'Argument',
    name: { kind: 'Name', value: 'everySeconds' },
    value: { kind: 'IntValue', value: String(everySeconds) },
  };
  const live = {
    kind: 'Field',
    name: { kind: 'Name', value: 'live' },
    arguments: [everySecondsArgument],
    selectionSet: definition.selectionSet,
  };
  const subscription: object = {
    ...definition,
    ...{ operation: 'subscription', selectionSet: { kind: 'SelectionSet', selections: [live] } },
  };
  // The kinds are those of graphql-js, whose enums the page does without.
  return subscription as Definition;
}
