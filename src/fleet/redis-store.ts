import type { Redis } from 'ioredis';
import type { Held } from '../tenant/shared-state.js';
import {
  close,
  connect,
  type Connections,
  deliverRetained,
  type Listeners,
  retainedKey,
  subscribe,
} from './redis-connection.js';
import { announceScript, leaseScript, readScript, releaseScript } from './redis-script.js';
import { type Store, type StoreListener, StoreRefusal } from './store.js';

interface State {
  /** There once the client is loaded: a façade without a fleet need not load it. */
  readonly connections: Promise<Connections>;
  readonly listeners: Listeners;
  /**
   * Milliseconds by which the clock of Redis is ahead of ours, or less: its reply comes after it has looked at its clock.
   * A value is kept until a time of that clock, so that one that a frozen Redis takes late does not seem fresh.
   */
  clockLead: number | undefined;
}

/**
 * A store in Redis or Valkey, over two connections. Channels and keys of one fleet need one instance, or a primary with
 * replicas: sharding them takes a cluster's client.
 *
 * @param url with credentials and the number of the database, `redis:` or `rediss:`
 */
export function openRedisStore(url: string): Store {
  const listeners: Listeners = new Map();
  const connections = connect(url, listeners);
  const state: State = { connections, listeners, clockLead: undefined };
  const run = async <T>(command: (redis: Redis) => Promise<T>): Promise<T> => {
    const { commands } = await connections;
    return command(commands).catch(refuse);
  };
  /** For commands whose reply says nothing. */
  const tell = async (command: (redis: Redis) => Promise<unknown>): Promise<void> => {
    await run(command);
  };
  return {
    getAll: (keys) => run((redis) => getAll(state, redis, keys)),
    set: (key, value, holdMs) => tell((redis) => set(state, redis, { key, value, holdMs })),
    delete: (key) => tell((redis) => redis.unlink(key)),
    lease: (key, owner, holdMs) =>
      run(async (redis) => (await redis.eval(leaseScript, 1, key, owner, holdMs)) === 1),
    release: (key, owner) => tell((redis) => redis.eval(releaseScript, 1, key, owner)),
    announce: (channel, message, holdMs) =>
      tell((redis) => redis.eval(announceScript, 1, retainedKey(channel), channel, message, holdMs)),
    listen: (channel, listener) => listen(state, channel, listener),
    ping: () => tell((redis) => getAll(state, redis, [])),
    onConnect: (callback) => void connections.then(({ commands }) => commands.on('ready', callback)),
    close: () => void connections.then(close),
  };
}

async function getAll(
  state: State,
  redis: Redis,
  keys: readonly string[],
): Promise<readonly (Held | undefined)[]> {
  // The script returns the time, and a value and a number for each key; what replies may be no Redis.
  const reply: unknown = await redis.eval(readScript, keys.length, ...keys);
  if (!Array.isArray(reply) || typeof reply[0] !== 'number')
    throw new Error('What replies at REDIS_URL is no Redis.');
  state.clockLead = reply[0] - performance.now();
  return keys.map((_key, index) => {
    const value: unknown = reply[2 * index + 1];
    const leftMs: unknown = reply[2 * index + 2];
    return typeof value === 'string' ? { value, leftMs: Number(leftMs) } : undefined;
  });
}

function set(
  { clockLead }: State,
  redis: Redis,
  { key, value, holdMs }: { readonly key: string; readonly value: string; readonly holdMs: number },
): Promise<unknown> {
  if (clockLead === undefined) return redis.set(key, value, 'PX', holdMs);
  return redis.set(key, value, 'PXAT', Math.ceil(performance.now() + clockLead + holdMs));
}

function refuse(error: unknown): never {
  throw error instanceof Error && error.name === 'ReplyError' ? new StoreRefusal(error.message) : error;
}

function listen({ connections, listeners }: State, channel: string, listener: StoreListener): () => void {
  const known = listeners.get(channel);
  listeners.set(channel, (known ?? new Set()).add(listener));
  void connections.then((open) => {
    if (known !== undefined) void deliverRetained(open, channel, [listener]);
    else if (open.isProven) void subscribe(open, listeners, channel);
  });
  return () => {
    const all = listeners.get(channel);
    all?.delete(listener);
    if (all?.size !== 0) return;
    listeners.delete(channel);
    void connections.then(({ subscriber }) => subscriber.unsubscribe(channel)).catch(() => undefined);
  };
}
