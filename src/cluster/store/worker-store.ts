import type { Store, StoreListener } from '../../fleet/store.js';
import { createPendingReplies } from '../pending-reply.js';
import { machineMs } from './clock.js';
import type { FromStore, StoreCommand, StoreReply, ToStore } from './message.js';

/** The channel to the primary process. */
export interface PrimaryPort {
  readonly send: (message: ToStore) => void;
  /** @returns how to stop */
  readonly onMessage: (listener: (message: FromStore) => void) => () => void;
}

/** Milliseconds. Nobody waits for so long: a breaker stands before the store. */
const timeoutMs = 1000;

interface State {
  readonly listeners: Map<string, Set<StoreListener>>;
  readonly ask: (command: StoreCommand) => Promise<StoreReply>;
  /** Messages keep their order, so a command without a result need not wait for a reply. */
  readonly tell: (command: StoreCommand) => Promise<void>;
}

/** The store of the primary process, as a worker sees it. */
export function openWorkerStore({ send, onMessage }: PrimaryPort): Store {
  const replies = createPendingReplies<StoreReply>();
  const listeners: State['listeners'] = new Map();
  const stop = onMessage((message) => {
    if (message.kind === 'stored') replies.settle(message.id, message.reply);
    else for (const hear of listeners.get(message.channel) ?? []) hear(message.message, message.leftMs);
  });
  const ask: State['ask'] = async (command) => {
    const reply = await replies.request((id) => send({ kind: 'store', id, command }), timeoutMs);
    if (reply === undefined) throw new Error('The primary process has not replied.');
    return reply;
  };
  const tell: State['tell'] = (command) => {
    send({ kind: 'store', command });
    return Promise.resolve();
  };
  return {
    async getAll(keys) {
      const { held = [] } = await ask({ name: 'get', keys });
      return keys.map((_key, index) => held[index] ?? undefined);
    },
    set: (key, value, holdMs) => tell({ name: 'set', key, value, until: machineMs() + holdMs }),
    delete: (key) => tell({ name: 'delete', key }),
    lease: async (key, owner, holdMs) => (await ask({ name: 'lease', key, owner, holdMs })).isTaken === true,
    release: (key, owner) => tell({ name: 'release', key, owner }),
    announce: (channel, message, holdMs) => tell({ name: 'announce', channel, message, holdMs }),
    listen: (channel, listener) => listen({ listeners, ask, tell }, channel, listener),
    async ping() {
      await ask({ name: 'ping' });
    },
    // A worker has its channel from the beginning, and ends with it.
    onConnect: (callback) => queueMicrotask(callback),
    close: stop,
  };
}

function listen({ listeners, ask, tell }: State, channel: string, listener: StoreListener): () => void {
  const all = listeners.get(channel) ?? new Set();
  listeners.set(channel, all.add(listener));
  ask({ name: 'listen', channel }).then(
    ({ retained = [] }) => {
      // It may have stopped meanwhile.
      if (all.has(listener)) for (const { message, leftMs } of retained) listener(message, leftMs);
    },
    // The primary process reads the command when it can, and then passes on what is new.
    () => undefined,
  );
  return () => {
    if (!all.delete(listener) || all.size > 0) return;
    listeners.delete(channel);
    void tell({ name: 'leave', channel });
  };
}
