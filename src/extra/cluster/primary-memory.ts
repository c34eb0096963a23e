import { EventEmitter } from 'node:events';
import { LRUCache } from 'lru-cache';
import type { Store } from '../fleet/store.js';
import type { Held, MessageListener } from '../../shared/shared-state.js';
import type { Pipe } from './pipe.js';

/**
 * Milliseconds of the machine's clock that never goes back, which is the same in each of its
 * processes.
 */
const machineMs = (): number => Number(process.hrtime.bigint()) / 1e6;

/** Bytes. What was used the longest time ago leaves when there is no room. */
const defaultLimits = { valueBytes: 64 * 1024 * 1024, messageBytes: 16 * 1024 * 1024 };

/** Bytes of an entry beside its texts, with a margin. */
const entryBytes = 500;

/**
 * One lease more ends the one that was extended the longest time ago: two processes then do the
 * same work.
 */
const maxLeases = 100_000;

type Hear = (listenerId: number, ...heard: Parameters<MessageListener>) => void;

interface Lease {
  readonly owner: string;
  /** The worker that it is of. */
  readonly hear: Hear;
}

/**
 * The commands of `Store` for many processes: what the workers share, in the memory of the primary
 * process.
 */
export class PrimaryMemory {
  private readonly values: LRUCache<string, string>;
  /** By the key of each. */
  private readonly leases: LRUCache<string, Lease>;
  /** Messages for those who begin to listen later: the channel of each, by channel and text. */
  private readonly retained: LRUCache<string, string>;
  private readonly channels = new EventEmitter().setMaxListeners(0);

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
      sizeCalculation: (_channel, key) => 2 * key.length + entryBytes,
    });
  }

  /** The commands of one worker. */
  open(hear: Hear) {
    const stops = new Map<number, () => void>();
    return {
      getAll: (keys: readonly string[], maxLength: number) =>
        keys.map((key) => this.get(key, maxLength)),
      /**
       * @param until a time of the clock: a primary process that was busy must not keep the value
       *   for longer
       */
      set: (key: string, value: string, until: number): void => this.set(key, value, until),
      delete: (key: string): void => void this.values.delete(key),
      /**
       * Takes or extends a lease, until its time is over or its process has ended, or gives it up;
       * see `Store`.
       */
      lease: (key: string, owner: string, holdMs: number): boolean =>
        this.lease(key, { owner, hear }, holdMs),
      announce: (channel: string, message: string, holdMs: number): void =>
        this.announce(channel, message, holdMs),
      listen: (listenerId: number, channel: string): void => {
        const stop = this.listen(channel, (...heard) => hear(listenerId, ...heard));
        stops.set(listenerId, stop);
      },
      leave(listenerId: number): void {
        stops.get(listenerId)?.();
        stops.delete(listenerId);
      },
      /** Its process has ended: it holds no lease and hears nothing any more. */
      end: (): void => {
        this.endLeases(hear);
        for (const stop of stops.values()) stop();
      },
    };
  }

  private get(key: string, maxLength: number): Held | undefined {
    const { values } = this;
    const value = values.get(key);
    if (value === undefined || value.length > maxLength) return undefined;
    return { value, leftMs: values.getRemainingTTL(key) };
  }

  private set(key: string, value: string, until: number): void {
    const ttl = Math.ceil(until - this.now());
    if (ttl > 0) this.values.set(key, value, { ttl });
    else this.values.delete(key);
  }

  private lease(key: string, lease: Lease, holdMs: number): boolean {
    const held = this.leases.get(key);
    if (held !== undefined && held.owner !== lease.owner) return false;
    if (holdMs > 0) this.leases.set(key, lease, { ttl: holdMs });
    else this.leases.delete(key);
    return true;
  }

  private endLeases(hear: Hear): void {
    for (const [key, lease] of [...this.leases.entries()]) {
      if (lease.hear === hear) this.leases.delete(key);
    }
  }

  private announce(channel: string, message: string, holdMs: number): void {
    if (holdMs > 0) this.retained.set(`${channel} ${message}`, channel, { ttl: holdMs });
    this.channels.emit(channel, message, holdMs);
  }

  /** Also to the messages that still hold, the oldest first. @returns how to stop */
  private listen(channel: string, listener: MessageListener): () => void {
    const { channels, retained } = this;
    channels.on(channel, listener);
    for (const key of [...retained.rkeys()]) {
      if (retained.peek(key) === channel) {
        listener(key.slice(channel.length + 1), retained.getRemainingTTL(key));
      }
    }
    return () => void channels.off(channel, listener);
  }
}

/** What a worker calls of it. */
export type MemoryCalls = Omit<ReturnType<PrimaryMemory['open']>, 'end'>;

/**
 * The memory of the primary process as a worker's store, and what passes on a message of it to a
 * listener.
 */
export function createWorkerStore(pipe: Pipe<MemoryCalls>) {
  const listeners = new Map<number, MessageListener>();
  let lastId = 0;
  // The pipe keeps the order of calls: one without a result need not wait for a reply.
  const store: Store = {
    getAll: (keys, maxLength) => pipe.ask('getAll', keys, maxLength),
    set: (key, value, holdMs) => pipe.tell('set', key, value, machineMs() + holdMs),
    delete: (key) => pipe.tell('delete', key),
    lease: (...lease) => pipe.ask('lease', ...lease),
    announce: (...announcement) => pipe.tell('announce', ...announcement),
    listen(channel, listener) {
      lastId += 1;
      const id = lastId;
      listeners.set(id, listener);
      void pipe.tell('listen', id, channel);
      return () => {
        if (listeners.delete(id)) void pipe.tell('leave', id);
      };
    },
    // A worker has its pipe from the beginning, and ends with it.
    onConnect: (callback) => queueMicrotask(callback),
    close: () => listeners.clear(),
  };
  // A listener may have stopped meanwhile.
  const hear = (listenerId: number, ...heard: Parameters<MessageListener>): void =>
    listeners.get(listenerId)?.(...heard);
  return { store, hear };
}
