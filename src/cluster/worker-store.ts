import type { Store } from '../fleet/store.js';
import type { Listener } from '../tenant/shared-state.js';
import type { Pipe, PrimaryCalls } from './pipe.js';
import { machineMs } from './primary-memory.js';

/** Milliseconds. Nobody waits for so long: a breaker stands before the store. */
const timeoutMs = 1000;

/** The memory of the primary process as a worker's store, and what passes on a message of it to a listener. */
export function createWorkerStore(pipe: Pipe<PrimaryCalls>) {
  const listeners = new Map<number, Listener>();
  let lastId = 0;
  const ask = async <Name extends 'getAll' | 'lease'>(
    name: Name,
    ...args: Parameters<PrimaryCalls[Name]>
  ) => {
    const result = await pipe.ask(name, args, timeoutMs);
    if (result === undefined) throw new Error('The primary process has not replied.');
    return result;
  };
  // The pipe keeps the order of calls: one without a result need not wait for a reply.
  const tell = <Name extends keyof PrimaryCalls>(name: Name, ...args: Parameters<PrimaryCalls[Name]>) => {
    pipe.tell(name, args);
    return Promise.resolve();
  };
  const store: Store = {
    getAll: (keys) => ask('getAll', keys),
    set: (key, value, holdMs) => tell('set', key, value, machineMs() + holdMs),
    delete: (key) => tell('delete', key),
    lease: (...lease) => ask('lease', ...lease),
    announce: (...announcement) => tell('announce', ...announcement),
    listen(channel, listener) {
      const id = (lastId += 1);
      listeners.set(id, listener);
      pipe.tell('listen', [id, channel]);
      return () => {
        if (listeners.delete(id)) pipe.tell('leave', [id]);
      };
    },
    // A worker has its pipe from the beginning, and ends with it.
    onConnect: (callback) => queueMicrotask(callback),
    close: () => listeners.clear(),
  };
  // A listener may have stopped meanwhile.
  const hear = (listenerId: number, ...heard: Parameters<Listener>): void =>
    listeners.get(listenerId)?.(...heard);
  return { store, hear };
}
