import { type AnyVariables, createRequest, type TypedDocumentNode } from 'urql';
import type { ReadError } from '../error/read-error.js';
import type { SendOperation } from './client.js';
import { type Answer, Entry, type Snapshot } from './entry.js';
import { Published } from './published.js';

/** Entries that no view shows and that are kept for a return. */
const maxIdleEntries = 60;

/**
 * What one session has read, by operation and variables: a view that is opened again shows it at
 * once.
 */
export class ViewStore {
  /** The operations that the page shows now. */
  readonly shown = new Published<readonly Entry[]>([]);
  private readonly entries = new Map<number, Entry>();

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

  /** What is known of an operation, if anything; unlike `entry`, it keeps nothing for it. */
  known<Data, Variables extends AnyVariables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): Snapshot<Data> | undefined {
    const entry = this.entries.get(createRequest(document, variables).key);
    // As above.
    return entry?.get() as Snapshot<Data> | undefined;
  }

  /**
   * Sends an operation once more, with the REST requests that it takes. The page keeps showing what
   * it has.
   */
  trace({ document, variables }: Entry): Promise<Answer<unknown>> {
    return new Promise((resolve) => {
      // The entry was made from a document and variables that fit.
      this.send(document, variables, { maxAgeSeconds: 0, isTraced: true }, resolve);
    });
  }

  private createEntry(document: TypedDocumentNode<unknown, never>, variables: unknown): Entry {
    return new Entry({
      document,
      variables: variables ?? {},
      send: (maxAgeSeconds, take) =>
        this.send(document, variables as never, { maxAgeSeconds }, take),
      changed: () => this.changed(),
      accepted: ({ errors }) => this.scopes.note(errors),
    });
  }

  private changed(): void {
    const all = [...this.entries];
    // The longest unused go first.
    const idle = all.filter(([, entry]) => !entry.isShown);
    for (const [key] of idle.slice(0, Math.max(0, idle.length - maxIdleEntries)))
      this.entries.delete(key);
    this.shown.set(all.flatMap(([, entry]) => (entry.isShown ? [entry] : [])));
  }
}

export type Scope = 'screens:read' | 'playback:read' | 'playlists:read' | 'media:read';

/** What the credential of a session may read. Scopes never change, so a refusal is final. */
export class Scopes {
  readonly refused = new Published<ReadonlySet<string>>(new Set());

  /**
   * @param known scopes; null for a pasted credential, which shows what it lacks when it is refused
   */
  constructor(readonly known: readonly string[] | null) {}

  /** Takes note of the scopes that errors say the credential lacks. */
  note(errors: readonly ReadError[]): void {
    const before = this.refused.get();
    const lacking = errors.flatMap(({ code, requiredScope }) =>
      code === 'FORBIDDEN' && requiredScope !== undefined ? [requiredScope] : [],
    );
    if (lacking.some((scope) => !before.has(scope)))
      this.refused.set(new Set([...before, ...lacking]));
  }
}
