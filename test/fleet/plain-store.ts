import type { Store, StoreListener } from '../../src/fleet/store.js';
import type { Held } from '../../src/tenant/shared-state.js';

/** A store in the test's memory that tells what it sees, and does not forget. */
export interface PlainStore extends Store {
  readonly values: Map<string, string>;
  /** Channels and messages of all announcements. */
  readonly announced: (readonly [string, string])[];
  /** Sends a message as anybody may who can write to the store. */
  readonly send: (channel: string, message: string) => void;
}

export function createPlainStore(): PlainStore {
  const values = new Map<string, string>();
  const listeners = new Map<string, Set<StoreListener>>();
  const announced: [string, string][] = [];
  const send = (channel: string, message: string, leftMs = 0): void => {
    for (const listener of listeners.get(channel) ?? []) listener(message, leftMs);
  };
  return {
    values,
    announced,
    send,
    getAll: (keys) => Promise.resolve(keys.map((key) => heldOf(values.get(key)))),
    set: (key, value) => Promise.resolve(void values.set(key, value)),
    delete: (key) => Promise.resolve(void values.delete(key)),
    lease(key, owner) {
      const isFree = (values.get(key) ?? owner) === owner;
      if (isFree) values.set(key, owner);
      return Promise.resolve(isFree);
    },
    release(key, owner) {
      if (values.get(key) === owner) values.delete(key);
      return Promise.resolve();
    },
    announce(channel, message, holdMs) {
      announced.push([channel, message]);
      send(channel, message, holdMs);
      return Promise.resolve();
    },
    listen(channel, listener) {
      const all = listeners.get(channel) ?? new Set();
      listeners.set(channel, all.add(listener));
      return () => void all.delete(listener);
    },
    ping: () => Promise.resolve(),
    onConnect: queueMicrotask,
    close: () => undefined,
  };
}

const heldOf = (value: string | undefined): Held | undefined =>
  value === undefined ? undefined : { value, leftMs: 1000 };
