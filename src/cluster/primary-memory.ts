import { LRUCache } from 'lru-cache';
import { ByChannel } from '../fleet/store.js';
import type { Held } from '../tenant/shared-state.js';

/** A process that shares: takes what was announced on a channel that it listens to. */
export type MemoryClient = (channel: string, message: string, leftMs: number) => void;

/** Milliseconds of the machine's clock that never goes back, which is the same in each of its processes. */
export const machineMs = (): number => Number(process.hrtime.bigint()) / 1e6;

/** Bytes. What was used the longest time ago leaves when there is no room. */
const defaultLimits = { valueBytes: 64 * 1024 * 1024, messageBytes: 16 * 1024 * 1024 };

/** Bytes of an entry beside its texts, with a margin. */
const entryBytes = 500;

/** One lease more ends the one that was extended the longest time ago: two processes then do the same work. */
const maxLeases = 100_000;

interface Lease {
  readonly owner: string;
  readonly client: MemoryClient;
}

/**
 * The state that the workers share, in the memory of the primary process: the commands of `Store`, for many processes. It
 * cannot read what they keep there.
 */
export class PrimaryMemory {
  private readonly values: LRUCache<string, string>;
  private readonly leases: LRUCache<string, Lease>;
  private readonly clients = new ByChannel<MemoryClient>();
  /** Messages for those who begin to listen later, by channel and text. */
  private readonly retained: LRUCache<string, { readonly channel: string; readonly message: string }>;
  private readonly retainedKeys = new ByChannel<string>();

  /** @param now the clock of the workers */
  constructor(
    private readonly now: () => number = machineMs,
    { valueBytes, messageBytes } = defaultLimits,
  ) {
    const expiring = { ttlAutopurge: true, ttlResolution: 0, perf: { now } };
    this.values = new LRUCache({
      ...expiring,
      maxSize: valueBytes,
      // Sealed texts are ASCII, which V8 keeps in a byte each.
      sizeCalculation: (value, key) => value.length + key.length + entryBytes,
    });
    this.leases = new LRUCache({ ...expiring, max: maxLeases });
    this.retained = new LRUCache({
      ...expiring,
      maxSize: messageBytes,
      sizeCalculation: (_message, key) => 2 * key.length + entryBytes,
      dispose: ({ channel }, key) => void this.retainedKeys.delete(channel, key),
    });
  }

  getAll(_client: MemoryClient, keys: readonly string[]): (Held | undefined)[] {
    return keys.map((key) => {
      const value = this.values.get(key);
      return value === undefined ? undefined : { value, leftMs: this.values.getRemainingTTL(key) };
    });
  }

  /** @param until a time of the clock: a primary process that was busy must not keep the value for longer */
  set(_client: MemoryClient, key: string, value: string, until: number): void {
    const ttl = Math.ceil(until - this.now());
    if (ttl > 0) this.values.set(key, value, { ttl });
    else this.values.delete(key);
  }

  delete(_client: MemoryClient, key: string): void {
    this.values.delete(key);
  }

  /** Takes or extends a lease, until its time is over or its process has ended; false where another owner has it. */
  lease(client: MemoryClient, key: string, owner: string, holdMs: number): boolean {
    if ((this.leases.get(key)?.owner ?? owner) !== owner) return false;
    this.leases.set(key, { owner, client }, { ttl: holdMs });
    return true;
  }

  release(_client: MemoryClient, key: string, owner: string): void {
    if (this.leases.get(key)?.owner === owner) this.leases.delete(key);
  }

  announce(_client: MemoryClient, channel: string, message: string, holdMs: number): void {
    if (holdMs > 0) {
      const key = `${channel} ${message}`;
      this.retained.set(key, { channel, message }, { ttl: holdMs });
      // One that is too large for the whole is not kept.
      if (this.retained.has(key)) this.retainedKeys.add(channel, key);
    }
    for (const client of this.clients.of(channel)) client(channel, message, holdMs);
  }

  /** @returns the messages that still hold */
  listen(client: MemoryClient, channel: string): Held[] {
    this.clients.add(channel, client);
    return [...this.retainedKeys.of(channel)].flatMap((key) => {
      const value = this.retained.peek(key)?.message;
      return value === undefined ? [] : [{ value, leftMs: this.retained.getRemainingTTL(key) }];
    });
  }

  leave(client: MemoryClient, channel: string): void {
    this.clients.delete(channel, client);
  }

  /** Any round trip. */
  ping(): void {
    return;
  }

  /** A process has ended: it holds no lease and hears nothing any more. */
  forget(client: MemoryClient): void {
    for (const [key, lease] of [...this.leases.entries()])
      if (lease.client === client) this.leases.delete(key);
    for (const channel of this.clients.channels()) this.clients.delete(channel, client);
  }
}
