/** What a shared value is of. Values of two kinds never meet, whatever their names. */
export type SharedKind = 'document' | 'facts' | 'response' | 'session' | 'poll';

/** Channels that every process listens to, or one for each poll. */
export type Channel = 'cool-down' | 'refusal' | 'session' | `poll ${string}`;

/** Takes a message; `leftMs` is how long it still holds. */
export type Listener = (message: string, leftMs: number) => void;

/** What a store has, and the milliseconds for which it still holds: they tell its age, whatever the clocks of two machines say. */
export interface Held<T = string> {
  readonly value: T;
  readonly leftMs: number;
}

/**
 * What the processes of a fleet share. Nothing here is needed: no call rejects, none takes longer than 50 ms, and where
 * the store is away they do nothing at once. Names and values may hold secrets: the store sees keyed hashes of names, and
 * encrypted values.
 */
export interface SharedState {
  /** Values in one round trip, in the order of their names; undefined for each that is not there, or cannot be read now. */
  readAll(kind: SharedKind, names: readonly string[]): Promise<readonly (Held | undefined)[]>;
  /** Keeps a value for a while. */
  write(kind: SharedKind, name: string, value: string, holdMs: number): void;
  remove(kind: SharedKind, name: string): void;
  /**
   * Takes a lease for this process, or extends the one that it has.
   *
   * @returns whether it has it; undefined where nobody can tell now
   */
  lease(kind: SharedKind, name: string, holdMs: number): Promise<boolean | undefined>;
  /** Gives up a lease of this process. */
  release(kind: SharedKind, name: string): void;
  /**
   * Sends a message to the other processes.
   *
   * @param holdMs for how long it also reaches those who begin to listen later; 0: it does not
   */
  announce(channel: Channel, message: string, holdMs: number): void;
  /** Listens to the other processes, and to what of theirs still holds. @returns how to stop */
  listen(channel: Channel, listener: Listener): () => void;
}

/** The fleet that this process belongs to. */
export interface Fleet {
  readonly shared: SharedState;
  /** For keyed hashes that never leave the process: the same credential has the same one in each process. */
  readonly secret: string;
}
