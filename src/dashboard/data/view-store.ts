import { type AnyVariables, createRequest, type TypedDocumentNode } from 'urql';
import type { ExplainMode, SendOperation, SentAnswer } from './client.js';
import { type Entry, StoredEntry } from './entry.js';
import { Published } from './published.js';
import type { Scopes } from './scope.js';

/** Entries that no view shows and that are kept for a return. */
const maxIdleEntries = 60;

/** What one session has read, by operation and variables: a view that is opened again shows it at once. */
export class ViewStore {
  /** The operations that the page shows now. */
  readonly shown = new Published<readonly Entry[]>([]);
  private readonly entries = new Map<number, StoredEntry<unknown>>();

  constructor(
    private readonly send: SendOperation,
    private readonly scopes: Scopes,
  ) {}

  entry<Data, Variables extends AnyVariables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): Entry<Data> {
    const { key } = createRequest(document, variables);
    const known = this.entries.get(key) ?? this.createEntry(document, variables);
    // The newest last.
    this.entries.delete(key);
    this.entries.set(key, known);
    // The key stands for this document and its variables, hence for the type of its data.
    return known as Entry<Data>;
  }

  /** Sends an operation once more to learn what it costs. The page keeps showing what it has. */
  explain({ document, variables }: Entry, explain: ExplainMode): Promise<SentAnswer<unknown>> {
    // The entry was made from a document and variables that fit.
    return new Promise((resolve) => {
      this.send(document, variables, { maxAgeSeconds: 0, explain }, resolve);
    });
  }

  private createEntry(document: TypedDocumentNode<unknown, never>, variables: unknown): StoredEntry<unknown> {
    return new StoredEntry<unknown>({
      document,
      variables: variables ?? {},
      send: (maxAgeSeconds, take) => this.send(document, variables as never, { maxAgeSeconds }, take),
      changed: () => this.changed(),
      accepted: ({ errors }) => this.scopes.note(errors),
    });
  }

  private changed(): void {
    const all = [...this.entries];
    // The longest unused go first.
    const idle = all.filter(([, entry]) => !entry.isShown);
    for (const [key] of idle.slice(0, Math.max(0, idle.length - maxIdleEntries))) this.entries.delete(key);
    this.shown.set(all.flatMap(([, entry]) => (entry.isShown ? [entry] : [])));
  }
}
