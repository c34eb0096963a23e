import { onTestFinished } from 'vitest';
import { Pipe, type PipeMessage } from '../../../src/extra/cluster/pipe.js';
import type { Worker } from '../../../src/extra/cluster/worker.js';
import {
  createWorkerStore,
  type MemoryCalls,
  PrimaryMemory,
} from '../../../src/extra/cluster/primary-memory.js';
import { RedisStore } from '../../../src/extra/fleet/redis-store.js';
import type { Store } from '../../../src/extra/fleet/store.js';
import { MemoryStore } from './memory-store.js';
import { redisIsMissing, startRedis } from './redis.js';

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

/**
 * Opens a worker's store, and ends its process. Messages to the primary process and back are copies
 * and keep their order.
 */
export function openWorker(primary: PrimaryMemory) {
  const later = (receive: (copy: PipeMessage) => void, message: PipeMessage): void => {
    const copy = structuredClone(message);
    setImmediate(() => receive(copy));
  };
  const toWorker = new Pipe<Pick<Worker, 'hear'>>((message) =>
    later((copy) => void toPrimary.receive<typeof heard>(heard, copy), message),
  );
  const memory = primary.open((...message) => void toWorker.tell('hear', ...message));
  const toPrimary = new Pipe<MemoryCalls>((message, sent) => {
    later((copy) => void toWorker.receive<typeof memory>(memory, copy), message);
    sent();
  });
  const { store, ...heard } = createWorkerStore(toPrimary);
  onTestFinished(() => store.close());
  return { store, end: memory.end };
}

/** Opens a client of a Redis, and waits until it replies. */
export async function openRedis(url: string): Promise<Store> {
  const store = new RedisStore(url);
  onTestFinished(() => store.close());
  await new Promise<void>((resolve) => store.onConnect(resolve));
  await store.getAll([], 0);
  return store;
}
