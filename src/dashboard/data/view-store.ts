import { type AnyVariables, createRequest, type TypedDocumentNode } from 'urql';
import type { ExplainMode, SendOperation, SentAnswer } from './client.js';
import { type Entry, StoredEntry } from './entry.js';
import type { Scopes } from './scope.js';

/** What one session has read, by operation and variables: a view that is opened again shows it at once. */
export interface ViewStore {
  readonly entry: <Data, Variables extends AnyVariables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ) => Entry<Data>;
  /** The operations that the page shows now. */
  readonly shown: () => readonly Entry[];
  /** Calls back when other operations are shown. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Sends an operation once more, to tell what it costs: the page goes on showing what it has. */
  readonly explain: (entry: Entry, mode: ExplainMode) => Promise<SentAnswer<unknown>>;
}

/** Entries that no view shows and that are kept for a return. */
const maxIdleEntries = 60;

export function createViewStore(send: SendOperation, scopes: Scopes): ViewStore {
  const entries = new Map<number, StoredEntry<unknown>>();
  const listeners = new Set<() => void>();
  let shown: readonly Entry[] = [];
  const changed = (): void => {
    shown = [...entries.values()].filter((entry) => entry.isShown);
    dropIdle(entries);
    for (const notify of [...listeners]) notify();
  };
  return {
    entry<Data, Variables extends AnyVariables>(
      document: TypedDocumentNode<Data, Variables>,
      variables: Variables,
    ): Entry<Data> {
      const { key } = createRequest(document, variables);
      const known = entries.get(key) ?? createEntry(send, document, variables, changed, scopes);
      // The newest last.
      entries.delete(key);
      entries.set(key, known);
      // The key stands for this document and its variables, hence for the type of its data.
      return known as Entry<Data>;
    },
    shown: () => shown,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    explain: ({ document, variables }, explain) =>
      // The entry was made from a document and variables that fit.
      new Promise((resolve) => {
        send(document as TypedDocumentNode, variables, { maxAgeSeconds: 0, explain }, resolve);
      }),
  };
}

function createEntry(
  send: SendOperation,
  document: TypedDocumentNode<unknown, never>,
  variables: unknown,
  changed: () => void,
  scopes: Scopes,
): StoredEntry<unknown> {
  return new StoredEntry<unknown>({
    document,
    variables: variables ?? {},
    send: (maxAgeSeconds, take) => send(document, variables as never, { maxAgeSeconds }, take),
    changed,
    accepted: ({ errors }) => scopes.note(errors),
  });
}

/** The longest unused go first. */
function dropIdle(entries: Map<number, StoredEntry<unknown>>): void {
  const idle = [...entries].filter(([, entry]) => !entry.isShown);
  for (const [key] of idle.slice(0, Math.max(0, idle.length - maxIdleEntries))) entries.delete(key);
}
