import type { Store, StoreListener } from '../../src/fleet/store.js';

/** A store in this process, as plain as the contract allows: for tests of what stands on it. */
export interface MemoryStore {
  /** One more client of the store. */
  readonly open: () => Store;
  /** The commands so far, of all clients. */
  readonly commands: string[];
  /** Keys and values, as somebody sees them who can read the store. */
  readonly content: () => readonly (readonly [string, string])[];
  /** From now on each command fails, or no longer does. */
  isAway: boolean;
}

interface Held {
  readonly value: string;
  readonly until: number;
}

const leftOf = ({ until }: Held): number => until - performance.now();
const hold = (value: string, holdMs: number): Held => ({ value, until: performance.now() + holdMs });

export function createMemoryStore(): MemoryStore {
  const values = new Map<string, Held>();
  const [leases, channels] = [openLeases(), openChannels()];
  const store: MemoryStore = {
    commands: [],
    content: () => [...values].map(([key, { value }]) => [key, value]),
    isAway: false,
    open: () => ({
      getAll: command('get', (keys: readonly string[]) => keys.map((key) => find(values, key))),
      set: command('set', (key: string, value: string, holdMs: number) => {
        values.set(key, hold(value, holdMs));
      }),
      delete: command('delete', (key: string) => {
        values.delete(key);
      }),
      lease: command('lease', leases.take),
      release: command('release', leases.release),
      announce: command('announce', channels.announce),
      listen: channels.listen,
      ping: command('ping', () => undefined),
      onConnect: (callback) => queueMicrotask(callback),
      close: () => undefined,
    }),
  };
  /** Runs a command at once, as in a store with one thread. */
  function command<Args extends unknown[], Result>(name: string, run: (...args: Args) => Result) {
    return (...args: Args): Promise<Result> => {
      store.commands.push(name);
      if (store.isAway) return Promise.reject(new Error('The store is away.'));
      return Promise.resolve(run(...args));
    };
  }
  return store;
}

function find(values: ReadonlyMap<string, Held>, key: string) {
  const value = read(values, key);
  const held = values.get(key);
  return held && value !== undefined ? { value, leftMs: leftOf(held) } : undefined;
}

function read(values: ReadonlyMap<string, Held>, key: string): string | undefined {
  const held = values.get(key);
  return held === undefined || leftOf(held) <= 0 ? undefined : held.value;
}

function openLeases() {
  const leases = new Map<string, Held>();
  return {
    take: (key: string, owner: string, holdMs: number): boolean => {
      if ((read(leases, key) ?? owner) !== owner) return false;
      leases.set(key, hold(owner, holdMs));
      return true;
    },
    release: (key: string, owner: string): void => {
      if (read(leases, key) === owner) leases.delete(key);
    },
  };
}

function openChannels() {
  const retained = new Map<string, Held[]>();
  const listeners = new Map<string, Set<StoreListener>>();
  const heldOf = (channel: string): Held[] =>
    (retained.get(channel) ?? []).filter((held) => leftOf(held) > 0);
  return {
    announce: (channel: string, message: string, holdMs: number): void => {
      const others = heldOf(channel).filter(({ value }) => value !== message);
      if (holdMs > 0) retained.set(channel, [...others, hold(message, holdMs)]);
      for (const listener of listeners.get(channel) ?? []) listener(message, holdMs);
    },
    listen: (channel: string, listener: StoreListener): (() => void) => {
      const all = listeners.get(channel) ?? new Set();
      listeners.set(channel, all.add(listener));
      for (const held of heldOf(channel)) listener(held.value, leftOf(held));
      return () => void all.delete(listener);
    },
  };
}
