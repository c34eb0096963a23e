import { EventEmitter } from 'node:events';
import type { Redis, RedisOptions } from 'ioredis';
import type { Held, Listener } from '../tenant/shared-state.js';
import { announceScript, leaseScript, readScript, retainedScript } from './redis-script.js';
import { type Store, StoreRefusal } from './store.js';

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

interface Connections {
  readonly commands: Redis;
  /** Redis takes no other command on a connection that listens. */
  readonly subscriber: Redis;
}

/** Channels and keys of one fleet need one instance, or a primary with replicas: sharding takes a cluster's client. */
export class RedisStore implements Store {
  /** There once the client is loaded: a façade without a fleet need not load it. */
  private readonly connections: Promise<Connections>;
  private readonly channels = new EventEmitter().setMaxListeners(0);
  /** Whether Redis replies on the subscriber's connection: ioredis would end the process for another reply to SUBSCRIBE. */
  private canSubscribe = false;
  /**
   * Milliseconds by which the clock of Redis is at least ahead of ours, as each read shows: a breaker lets none write before.
   * A value is kept until a time of that clock, so that one that a frozen Redis takes late does not seem fresh.
   */
  private clockLead = 0;

  /** @param url with credentials and the number of the database, `redis:` or `rediss:` */
  constructor(url: string) {
    this.connections = this.connect(url);
  }

  getAll(keys: readonly string[]): Promise<readonly (Held | undefined)[]> {
    return this.run(async (redis) => {
      // The script returns the time, and a value and a number for each key; what replies may be no Redis.
      const reply: unknown = await redis.eval(readScript, keys.length, ...keys);
      if (!Array.isArray(reply) || typeof reply[0] !== 'number')
        throw new Error('What replies at REDIS_URL is no Redis.');
      this.clockLead = reply[0] - performance.now();
      return keys.map((_key, index) => {
        const value: unknown = reply[2 * index + 1];
        const leftMs: unknown = reply[2 * index + 2];
        return typeof value === 'string' ? { value, leftMs: Number(leftMs) } : undefined;
      });
    });
  }

  set(key: string, value: string, holdMs: number): Promise<unknown> {
    const until = Math.ceil(performance.now() + this.clockLead + holdMs);
    return this.run((redis) => redis.set(key, value, 'PXAT', until));
  }

  delete(key: string): Promise<unknown> {
    return this.run((redis) => redis.unlink(key));
  }

  lease(key: string, owner: string, holdMs: number): Promise<boolean> {
    return this.run(async (redis) => (await redis.eval(leaseScript, 1, key, owner, holdMs)) === 1);
  }

  announce(channel: string, message: string, holdMs: number): Promise<unknown> {
    return this.run((redis) => redis.eval(announceScript, 1, retainedKey(channel), channel, message, holdMs));
  }

  listen(channel: string, listener: Listener): () => void {
    const { channels } = this;
    const isFirst = channels.listenerCount(channel) === 0;
    channels.on(channel, listener);
    void this.connections.then((open) => {
      if (!isFirst) void deliverRetained(open.commands, channel, listener);
      else if (this.canSubscribe) void this.subscribe(open, channel);
    });
    return () => {
      channels.off(channel, listener);
      if (channels.listenerCount(channel) > 0) return;
      void this.connections.then(({ subscriber }) => subscriber.unsubscribe(channel)).catch(() => undefined);
    };
  }

  onConnect(callback: () => void): void {
    void this.connections.then(({ commands }) => commands.on('ready', callback));
  }

  close(): void {
    void this.connections.then(({ commands, subscriber }) => {
      commands.disconnect();
      subscriber.disconnect();
    });
  }

  private async run<T>(command: (redis: Redis) => Promise<T>): Promise<T> {
    const { commands } = await this.connections;
    return command(commands).catch((error: unknown) => {
      throw error instanceof Error && error.name === 'ReplyError' ? new StoreRefusal(error.message) : error;
    });
  }

  private async connect(url: string): Promise<Connections> {
    const { Redis } = await import('ioredis');
    const open = (): Redis => new Redis(url, { ...options, reconnectOnError: seekPrimary() });
    const connections: Connections = { commands: open(), subscriber: open() };
    const { commands, subscriber } = connections;
    // Each failure shows at the command that it ends; ioredis prints what nobody listens to.
    for (const connection of [commands, subscriber]) connection.on('error', () => undefined);
    subscriber.on('close', () => (this.canSubscribe = false));
    subscriber.on('ready', () => void this.proveSubscriber(connections));
    // It may be the later one of the two. And where it was lost, the other may be dead without having noticed.
    commands.on('ready', () => this.subscribeAll(connections));
    subscriber.on('message', (channel: string, message: string) => {
      const [leftMs, sealed] = message.split(' ', 2);
      deliver(this.toAll(channel), sealed, leftMs);
    });
    return connections;
  }

  private async proveSubscriber(connections: Connections): Promise<void> {
    const reply: unknown = await connections.subscriber.ping().catch(() => undefined);
    // If Redis has not replied, it may at the next `ready`.
    if (reply !== 'PONG') return;
    this.canSubscribe = true;
    this.subscribeAll(connections);
  }

  private subscribeAll(connections: Connections): void {
    if (!this.canSubscribe) return;
    for (const channel of this.channels.eventNames()) void this.subscribe(connections, String(channel));
  }

  /** First the channel, then what still holds: nothing is missed between the two. */
  private async subscribe(open: Connections, channel: string): Promise<void> {
    try {
      await open.subscriber.subscribe(channel);
      await deliverRetained(open.commands, channel, this.toAll(channel));
    } catch {
      // The connection has failed; its next `ready` subscribes again.
    }
  }

  private toAll(channel: string): Listener {
    return (...heard) => this.channels.emit(channel, ...heard);
  }
}

/** Holds messages for those who begin to listen. */
const retainedKey = (channel: string): string => `${channel}:held`;

/** A failover has made the primary a replica, which refuses writes: the address may lead to the new one. */
function seekPrimary(): (error: Error) => boolean {
  let last = -Infinity;
  return ({ message }) => {
    if (!message.includes('READONLY') || performance.now() - last < failoverMs) return false;
    last = performance.now();
    return true;
  };
}

async function deliverRetained(commands: Redis, channel: string, listener: Listener): Promise<void> {
  // The script returns messages, each with the milliseconds for which it still holds.
  const held: unknown = await commands.eval(retainedScript, 1, retainedKey(channel)).catch(() => []);
  if (!Array.isArray(held)) return;
  for (let index = 0; index + 1 < held.length; index += 2) deliver(listener, held[index], held[index + 1]);
}

/** Anybody who may write to Redis can send what is none of ours. */
function deliver(listener: Listener, sealed: unknown, heldMs: unknown): void {
  const leftMs = Number(heldMs);
  if (typeof sealed === 'string' && Number.isFinite(leftMs)) listener(sealed, leftMs);
}
