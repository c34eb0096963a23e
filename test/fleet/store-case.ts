import { onTestFinished } from 'vitest';
import { type MemoryClient, PrimaryMemory } from '../../src/cluster/primary-memory.js';
import { type FromStore, runCall, WorkerStore } from '../../src/cluster/worker-store.js';
import { RedisStore } from '../../src/fleet/redis-store.js';
import type { Store } from '../../src/fleet/store.js';
import { MemoryStore } from './memory-store.js';
import { redisIsMissing, startRedis } from './redis.js';

/** A kind of store that fulfils the contract. */
interface StoreCase {
  readonly name: string;
  /** Why it cannot be tested here. */
  readonly isMissing: string | undefined;
  /** Opens two clients of a new store, which end with the test. */
  readonly openTwo: () => Promise<readonly [Store, Store]>;
}

export const storeCases: readonly StoreCase[] = [
  {
    name: 'in this process',
    isMissing: undefined,
    openTwo() {
      const store = new MemoryStore();
      return Promise.resolve([store.open(), store.open()]);
    },
  },
  {
    name: 'of the primary process',
    isMissing: undefined,
    openTwo() {
      const primary = new PrimaryMemory();
      return Promise.resolve([openWorker(primary).store, openWorker(primary).store]);
    },
  },
  {
    name: `in Redis${redisIsMissing ? `: ${redisIsMissing}` : ''}`,
    isMissing: redisIsMissing,
    async openTwo() {
      const { url } = await startRedis();
      return Promise.all([openRedis(url), openRedis(url)]);
    },
  },
];

/** Opens a worker's store, and what its primary process knows it by. Messages to the primary process and back are JSON and keep their order. */
export function openWorker(primary: PrimaryMemory) {
  const listeners = new Set<(message: FromStore) => void>();
  const post = (message: FromStore): void => {
    const text = JSON.stringify(message);
    setImmediate(() => {
      // The text is that of a `FromStore`.
      for (const listener of listeners) listener(JSON.parse(text) as FromStore);
    });
  };
  const client: MemoryClient = (channel, message, leftMs) =>
    post({ kind: 'announced', channel, message, leftMs });
  const store = new WorkerStore({
    send: (call) =>
      void setImmediate(() => {
        const reply = runCall(primary, client, call);
        if (reply !== undefined) post(reply);
      }),
    onMessage(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  });
  onTestFinished(() => store.close());
  return { store, client };
}

/** Opens a client of a Redis, and waits until it replies. */
export async function openRedis(url: string): Promise<Store> {
  const store = new RedisStore(url);
  onTestFinished(() => store.close());
  await new Promise<void>((resolve) => store.onConnect(resolve));
  await store.ping();
  return store;
}
