import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import type * as Client from 'ioredis';
import type { Redis } from 'ioredis';
import type { Held, MessageListener } from '../../shared/shared-state.js';
import { announceScript, leaseScript, readScript, retainedScript } from './redis-script.js';
import { guardReplies } from './reply-guard.js';
import { type Store, StoreRefusal } from './store.js';
import { maxSealedLength, maxTextBytes, sealedLength } from './text-size.js';

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
  // A connection that has silently died is opened anew: from a command to the next byte, and, for a
  // quiet channel, by TCP.
  socketTimeout: 5000,
  keepAlive: 5000,
  retryStrategy(attempt: number): number {
    const delayMs = Math.min(2000, 100 * 2 ** Math.min(attempt, 5));
    return delayMs * (0.5 + Math.random());
  },
} satisfies Client.RedisOptions;

/** Characters of a message. */
const maxMessageLength = sealedLength(maxTextBytes.message);

/** Characters of the milliseconds before it. */
const maxPrefixLength = 20;

/** Milliseconds between two reconnections to find the new primary. */
const failoverMs = 2000;

/**
 * Channels and keys of one fleet need one instance, or a primary with replicas: sharding takes a
 * cluster's client.
 */
export class RedisStore implements Store {
  private readonly commands: Redis;
  /** Redis takes no other command on a connection that listens. */
  private readonly subscriber: Redis;
  private readonly channels = new EventEmitter().setMaxListeners(0);
  /**
   * Whether Redis replies on the subscriber's connection: ioredis would end the process for another
   * reply to SUBSCRIBE.
   */
  private canSubscribe = false;
  /**
   * Milliseconds by which the clock of Redis is at least ahead of ours, as each read shows: a
   * breaker lets none write before. A value is kept until a time of that clock, so that one that a
   * frozen Redis takes late does not seem fresh.
   */
  private clockLead = 0;

  /** @param url with credentials and the number of the database, `redis:` or `rediss:` */
  constructor(url: string) {
    // A façade without a fleet need not load it. The package's declarations describe what its entry
    // exports.
    const { Redis } = createRequire(import.meta.url)('ioredis') as typeof Client;
    const open = (maxLength: number): Redis => {
      const connection = new Redis(url, { ...options, reconnectOnError: seekPrimary() });
      // Each failure shows at the command that it ends; ioredis prints what nobody listens to.
      connection.on('error', () => undefined);
      connection.on('connect', () => guardReplies(connection.stream, maxLength));
      return connection;
    };
    const commands = open(maxSealedLength);
    const subscriber = open(maxPrefixLength + maxMessageLength);
    this.commands = commands;
    this.subscriber = subscriber;
    subscriber.on('close', () => {
      this.canSubscribe = false;
    });
    subscriber.on('ready', () => void this.proveSubscriber());
    // The subscriber may be ready before it, or be dead without having noticed.
    commands.on('ready', () => this.subscribeAll());
    subscriber.on('message', (channel: string, message: string) => {
      const [leftMs, sealed] = message.split(' ', 2);
      deliver(this.toAll(channel), sealed, leftMs);
    });
  }

  async getAll(keys: readonly string[], maxLength: number): Promise<readonly (Held | undefined)[]> {
    // The script returns the time, and a value and a number for each key; what replies may be no
    // Redis.
    const reply: unknown = await withRefusal(
      this.commands.eval(readScript, keys.length, ...keys, maxLength),
    );
    if (!Array.isArray(reply) || typeof reply[0] !== 'number') {
      throw new Error('What replies at REDIS_URL is no Redis.');
    }
    this.clockLead = reply[0] - performance.now();
    return keys.map((_key, index) => {
      const value: unknown = reply[2 * index + 1];
      const leftMs: unknown = reply[2 * index + 2];
      return typeof value === 'string' ? { value, leftMs: Number(leftMs) } : undefined;
    });
  }

  set(key: string, value: string, holdMs: number): Promise<unknown> {
    const until = Math.ceil(performance.now() + this.clockLead + holdMs);
    return withRefusal(this.commands.set(key, value, 'PXAT', until));
  }

  delete(key: string): Promise<unknown> {
    return withRefusal(this.commands.unlink(key));
  }

  async lease(key: string, owner: string, holdMs: number): Promise<boolean> {
    const reply = await withRefusal(this.commands.eval(leaseScript, 1, key, owner, holdMs));
    return reply === 1;
  }

  announce(channel: string, message: string, holdMs: number): Promise<unknown> {
    return withRefusal(
      this.commands.eval(announceScript, 1, retainedKey(channel), channel, message, holdMs),
    );
  }

  listen(channel: string, listener: MessageListener): () => void {
    const { channels } = this;
    const isFirst = channels.listenerCount(channel) === 0;
    channels.on(channel, listener);
    if (!isFirst) void this.deliverRetained(channel, listener);
    else void this.subscribe(channel);
    return () => {
      channels.off(channel, listener);
      if (channels.listenerCount(channel) > 0) return;
      this.subscriber.unsubscribe(channel).catch(() => undefined);
    };
  }

  onConnect(callback: () => void): void {
    this.commands.on('ready', callback);
  }

  close(): void {
    this.commands.disconnect();
    this.subscriber.disconnect();
  }

  private async proveSubscriber(): Promise<void> {
    const reply: unknown = await this.subscriber.ping().catch(() => undefined);
    // If Redis has not replied, it may at the next `ready`.
    this.canSubscribe = reply === 'PONG';
    this.subscribeAll();
  }

  private subscribeAll(): void {
    for (const channel of this.channels.eventNames()) void this.subscribe(String(channel));
  }

  /** First the channel, then what still holds: nothing is missed between the two. */
  private async subscribe(channel: string): Promise<void> {
    if (!this.canSubscribe) return;
    try {
      await this.subscriber.subscribe(channel);
      await this.deliverRetained(channel, this.toAll(channel));
    } catch {
      // The connection has failed; its next `ready` subscribes again.
    }
  }

  private async deliverRetained(channel: string, listener: MessageListener): Promise<void> {
    // The script returns messages, each with the milliseconds for which it still holds.
    const held: unknown = await this.commands
      .eval(retainedScript, 1, retainedKey(channel), maxMessageLength)
      .catch(() => []);
    if (!Array.isArray(held)) return;
    for (let index = 0; index + 1 < held.length; index += 2) {
      deliver(listener, held[index], held[index + 1]);
    }
  }

  private toAll(channel: string): MessageListener {
    return (...heard) => this.channels.emit(channel, ...heard);
  }
}

/** Rejects with a StoreRefusal where Redis replies with an error. */
const withRefusal = <T>(command: Promise<T>): Promise<T> =>
  command.catch((error: unknown) => {
    throw error instanceof Error && error.name === 'ReplyError'
      ? new StoreRefusal(error.message)
      : error;
  });

/** Holds messages for those who begin to listen. */
const retainedKey = (channel: string): string => `${channel}:held`;

/**
 * A failover has made the primary a replica, which refuses writes: the address may lead to the new
 * one.
 */
function seekPrimary(): (error: Error) => boolean {
  let last = -Infinity;
  return ({ message }) => {
    if (!message.includes('READONLY') || performance.now() - last < failoverMs) return false;
    last = performance.now();
    return true;
  };
}

/** Anybody who may write to Redis can send what is none of ours. */
function deliver(listener: MessageListener, sealed: unknown, heldMs: unknown): void {
  const leftMs = Number(heldMs);
  if (typeof sealed === 'string' && Number.isFinite(leftMs)) listener(sealed, leftMs);
}
