import type { Redis, RedisOptions } from 'ioredis';
import { retainedScript } from './redis-script.js';
import type { StoreListener } from './store.js';

/** What has been announced and still holds, for those who begin to listen. */
export const retainedKey = (channel: string): string => `${channel}:held`;

const options = {
  // What cannot be sent now is not wanted later, and nothing is sent twice.
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  autoResubscribe: false,
  connectTimeout: 2000,
  maxLoadingRetryTime: 1000,
  // A frozen Redis does not close its side of a connection.
  disconnectTimeout: 100,
  // A connection that has silently died is opened anew: from a command to the next byte, and, for a quiet channel, by TCP.
  socketTimeout: 5000,
  keepAlive: 5000,
  retryStrategy: (attempt: number) => Math.min(2000, 100 * 2 ** Math.min(attempt, 5)) * (0.5 + Math.random()),
} satisfies RedisOptions;

/** Milliseconds between two reconnections to find the new primary. */
const failoverMs = 2000;

export type Listeners = Map<string, Set<StoreListener>>;

export interface Connections {
  readonly commands: Redis;
  /** Redis takes no other command on a connection that listens. */
  readonly subscriber: Redis;
  /** Whether Redis is at the other end of `subscriber`: ioredis would end the process for another reply to SUBSCRIBE. */
  isProven: boolean;
}

export async function connect(url: string, listeners: Listeners): Promise<Connections> {
  const { Redis } = await import('ioredis');
  const open = (): Redis => new Redis(url, { ...options, reconnectOnError: seekPrimary() });
  const connections: Connections = { commands: open(), subscriber: open(), isProven: false };
  const { commands, subscriber } = connections;
  // Each failure shows at the command that it ends; ioredis prints what nobody listens to.
  for (const connection of [commands, subscriber]) connection.on('error', () => undefined);
  subscriber.on('close', () => (connections.isProven = false));
  subscriber.on('ready', () => void prove(connections, listeners));
  // It may be the later one of the two. And where it was lost, the other may be dead without having noticed.
  commands.on('ready', () => {
    subscribeAll(connections, listeners);
  });
  subscriber.on('message', (channel: string, message: string) => {
    const [leftMs, sealed] = message.split(' ', 2);
    deliver(listeners.get(channel) ?? [], sealed, leftMs);
  });
  return connections;
}

/** Reconnects where a failover has made the primary a replica: the address may lead to the new one, and this one refuses writes. */
function seekPrimary(): (error: Error) => boolean {
  let last = -Infinity;
  return ({ message }) => {
    if (!message.includes('READONLY') || performance.now() - last < failoverMs) return false;
    last = performance.now();
    return true;
  };
}

async function ping(redis: Redis): Promise<void> {
  const reply: unknown = await redis.ping();
  if (reply !== 'PONG') throw new Error('What replies at REDIS_URL is no Redis.');
}

async function prove(connections: Connections, listeners: Listeners): Promise<void> {
  try {
    await ping(connections.subscriber);
    connections.isProven = true;
    subscribeAll(connections, listeners);
  } catch {
    // Its next `ready` may be that of Redis.
  }
}

function subscribeAll(connections: Connections, listeners: Listeners): void {
  if (!connections.isProven) return;
  for (const channel of listeners.keys()) void subscribe(connections, listeners, channel);
}

export function close({ commands, subscriber }: Connections): void {
  commands.disconnect();
  subscriber.disconnect();
}

/** First the channel, then what still holds: nothing is missed between the two. */
export async function subscribe(open: Connections, listeners: Listeners, channel: string): Promise<void> {
  try {
    await open.subscriber.subscribe(channel);
    await deliverRetained(open, channel, listeners.get(channel) ?? []);
  } catch {
    // The connection has failed; its next `ready` subscribes again.
  }
}

export async function deliverRetained(
  { commands }: Connections,
  channel: string,
  listeners: Iterable<StoreListener>,
): Promise<void> {
  // The script returns messages, each with the milliseconds for which it still holds.
  const held: unknown = await commands.eval(retainedScript, 1, retainedKey(channel)).catch(() => []);
  if (!Array.isArray(held)) return;
  for (let index = 0; index + 1 < held.length; index += 2) deliver(listeners, held[index], held[index + 1]);
}

/** Anybody who may write to Redis can send what is none of ours. */
function deliver(listeners: Iterable<StoreListener>, sealed: unknown, heldMs: unknown): void {
  const leftMs = Number(heldMs);
  if (typeof sealed !== 'string' || !Number.isFinite(leftMs)) return;
  for (const listener of listeners) listener(sealed, leftMs);
}
