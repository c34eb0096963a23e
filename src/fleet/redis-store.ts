import type { Redis, RedisOptions } from 'ioredis';
import type { Held, Store, StoreListener } from './store.js';
import { announceScript, leaseScript, readScript, releaseScript, retainedScript } from './redis-script.js';

/** What has been announced and still holds, for those who begin to listen. */
const retainedKey = (channel: string): string => `${channel}:held`;

const options = {
  // What cannot be sent now is not wanted later, and nothing is sent twice.
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResubscribe: false,
  connectTimeout: 2000,
  // A connection that has silently died is opened anew.
  socketTimeout: 5000,
  retryStrategy: (attempt: number) => Math.min(2000, 100 * 2 ** Math.min(attempt, 5)) * (0.5 + Math.random()),
} satisfies RedisOptions;

type Listeners = Map<string, Set<StoreListener>>;

interface Connections {
  readonly commands: Redis;
  /** Redis takes no other command on a connection that listens. */
  readonly subscriber: Redis;
}

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
  const run = async <T>(command: (redis: Redis) => Promise<T>): Promise<T> =>
    command((await connections).commands);
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

async function connect(url: string, listeners: Listeners): Promise<Connections> {
  const { Redis } = await import('ioredis');
  const connections = { commands: new Redis(url, options), subscriber: new Redis(url, options) };
  const { commands, subscriber } = connections;
  // Each failure shows at the command that it ends; ioredis prints what nobody listens to.
  for (const connection of [commands, subscriber]) connection.on('error', () => undefined);
  subscriber.on('ready', () => {
    for (const channel of listeners.keys()) void subscribe(connections, listeners, channel);
  });
  subscriber.on('message', (channel: string, message: string) => {
    const [leftMs = '', sealed = ''] = message.split(' ', 2);
    for (const listener of listeners.get(channel) ?? []) listener(sealed, Number(leftMs));
  });
  return connections;
}

function close({ commands, subscriber }: Connections): void {
  commands.disconnect();
  subscriber.disconnect();
}

function listen({ connections, listeners }: State, channel: string, listener: StoreListener): () => void {
  const known = listeners.get(channel);
  listeners.set(channel, (known ?? new Set()).add(listener));
  void connections.then((open) => {
    if (known !== undefined) void deliverRetained(open, channel, [listener]);
    else if (open.subscriber.status === 'ready') void subscribe(open, listeners, channel);
  });
  return () => {
    const all = listeners.get(channel);
    all?.delete(listener);
    if (all?.size !== 0) return;
    listeners.delete(channel);
    void connections.then(({ subscriber }) => subscriber.unsubscribe(channel)).catch(() => undefined);
  };
}

/** First the channel, then what still holds: nothing is missed between the two. */
async function subscribe(open: Connections, listeners: Listeners, channel: string): Promise<void> {
  try {
    await open.subscriber.subscribe(channel);
    await deliverRetained(open, channel, listeners.get(channel) ?? []);
  } catch {
    // The connection has failed; its next `ready` subscribes again.
  }
}

async function deliverRetained(
  { commands }: Connections,
  channel: string,
  listeners: Iterable<StoreListener>,
): Promise<void> {
  const reply = commands.eval(retainedScript, 1, retainedKey(channel)).catch(() => []);
  // The script returns messages, each with the milliseconds for which it still holds.
  const held = (await reply) as readonly string[];
  for (let index = 0; index + 1 < held.length; index += 2)
    for (const listener of listeners) listener(held[index] ?? '', Number(held[index + 1]));
}
