import type { Held, Listener } from '../tenant/shared-state.js';

/** The store has replied in time, and refuses the command: it is full, or its rights forbid it. */
export class StoreRefusal extends Error {}

/**
 * A store outside of this process, as it is: its calls reject where it fails, with a `StoreRefusal` where it is there and
 * refuses, and may take any time. It sees hashed keys and sealed values alone.
 */
export interface Store {
  /** The values of some keys, in their order; undefined for each that is not there. */
  getAll(keys: readonly string[]): Promise<readonly (Held | undefined)[]>;
  /** Keeps a value for a while from now on, even where the store takes it later. */
  set(key: string, value: string, holdMs: number): Promise<unknown>;
  delete(key: string): Promise<unknown>;
  /** Takes or extends a lease; false where another owner has it. */
  lease(key: string, owner: string, holdMs: number): Promise<boolean>;
  release(key: string, owner: string): Promise<unknown>;
  /** @param holdMs for how long those who begin to listen later get it too; 0: they do not */
  announce(channel: string, message: string, holdMs: number): Promise<unknown>;
  listen(channel: string, listener: Listener): () => void;
  /** Any round trip. */
  ping(): Promise<unknown>;
  /** Calls back whenever a connection is there. */
  onConnect(callback: () => void): void;
  close(): void;
}

/** What belongs to channels: listeners, processes, messages. A channel without any takes no memory. */
export class ByChannel<T> {
  private readonly sets = new Map<string, Set<T>>();

  channels(): readonly string[] {
    return [...this.sets.keys()];
  }

  of(channel: string): Iterable<T> {
    return this.sets.get(channel) ?? [];
  }

  has(channel: string, member: T): boolean {
    return this.sets.get(channel)?.has(member) === true;
  }

  /** @returns whether it is the first one of the channel */
  add(channel: string, member: T): boolean {
    const set = this.sets.get(channel);
    if (set === undefined) this.sets.set(channel, new Set([member]));
    else set.add(member);
    return set === undefined;
  }

  /** @returns whether it was the last one of the channel */
  delete(channel: string, member: T): boolean {
    const set = this.sets.get(channel);
    if (set?.delete(member) !== true || set.size > 0) return false;
    return this.sets.delete(channel);
  }
}
