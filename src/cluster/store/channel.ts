import { LRUCache } from 'lru-cache';
import type { RetainedMessage } from './message.js';

/** Bytes of all messages that are retained; the oldest ones leave when there is no room. */
const maxBytes = 16 * 1024 * 1024;

/** Bytes of an entry beside its texts, with a margin. */
const entryBytes = 500;

/** A process that may listen. */
export interface Listening {
  readonly heard: (channel: string, message: string, leftMs: number) => void;
}

export type Channels<Client extends Listening> = ReturnType<typeof createChannels<Client>>;

interface Retained {
  readonly channel: string;
  readonly message: string;
}

/**
 * Messages from each process to all that listen, itself included, and for a while to those who begin to listen later.
 *
 * @param now milliseconds of a clock that never goes back
 */
export function createChannels<Client extends Listening>(now: () => number, maxSize = maxBytes) {
  const clients = new Map<string, Set<Client>>();
  const keys = new Map<string, Set<string>>();
  const retained = new LRUCache<string, Retained>({
    maxSize,
    sizeCalculation: ({ channel, message }) => 2 * (channel.length + message.length) + entryBytes,
    ttlAutopurge: true,
    ttlResolution: 0,
    perf: { now },
    dispose: ({ channel }, key) => remove(keys, channel, key),
  });
  const read = (key: string): RetainedMessage[] => {
    const message = retained.peek(key)?.message;
    return message === undefined ? [] : [{ message, leftMs: retained.getRemainingTTL(key) }];
  };
  return {
    announce(channel: string, message: string, holdMs: number): void {
      if (holdMs > 0) {
        const key = `${channel} ${message}`;
        retained.set(key, { channel, message }, { ttl: holdMs });
        // One that is too large for the whole is not kept.
        if (retained.has(key)) add(keys, channel, key);
      }
      for (const client of clients.get(channel) ?? []) client.heard(channel, message, holdMs);
    },
    /** @returns what still holds */
    listen(client: Client, channel: string): RetainedMessage[] {
      add(clients, channel, client);
      return [...(keys.get(channel) ?? [])].flatMap(read);
    },
    leave: (client: Client, channel: string): void => remove(clients, channel, client),
    /** A process has ended. */
    forget(client: Client): void {
      for (const channel of [...clients.keys()]) remove(clients, channel, client);
    },
  };
}

function add<Value>(sets: Map<string, Set<Value>>, name: string, value: Value): void {
  const set = sets.get(name);
  if (set === undefined) sets.set(name, new Set([value]));
  else set.add(value);
}

/** An empty set is no longer kept. */
function remove<Value>(sets: Map<string, Set<Value>>, name: string, value: Value): void {
  const set = sets.get(name);
  set?.delete(value);
  if (set?.size === 0) sets.delete(name);
}
