import type { Store } from '../fleet/store.js';
import type { Held, Listener } from '../tenant/shared-state.js';
import type { Pipe, PrimaryCalls } from './pipe.js';
import { machineMs } from './primary-memory.js';

/** Milliseconds. Nobody waits for so long: a breaker stands before the store. */
const timeoutMs = 1000;

/** The memory of the primary process, as a worker's store. Keys are hashed, values and messages are sealed. */
export class WorkerStore implements Store {
  private readonly listeners = new Map<number, Listener>();
  private lastId = 0;

  constructor(private readonly pipe: Pipe<PrimaryCalls>) {}

  getAll(keys: readonly string[]): Promise<readonly (Held | undefined)[]> {
    return this.ask('getAll', keys);
  }

  set(key: string, value: string, holdMs: number): Promise<void> {
    return this.tell('set', key, value, machineMs() + holdMs);
  }

  delete(key: string): Promise<void> {
    return this.tell('delete', key);
  }

  lease(key: string, owner: string, holdMs: number): Promise<boolean> {
    return this.ask('lease', key, owner, holdMs);
  }

  release(key: string, owner: string): Promise<void> {
    return this.tell('release', key, owner);
  }

  announce(channel: string, message: string, holdMs: number): Promise<void> {
    return this.tell('announce', channel, message, holdMs);
  }

  listen(channel: string, listener: Listener): () => void {
    const id = (this.lastId += 1);
    this.listeners.set(id, listener);
    this.pipe.tell('listen', [id, channel]);
    return () => {
      if (this.listeners.delete(id)) this.pipe.tell('leave', [id]);
    };
  }

  /** Takes what the primary process passes on to a listener, which may have stopped meanwhile. */
  hear(listenerId: number, ...heard: Parameters<Listener>): void {
    this.listeners.get(listenerId)?.(...heard);
  }

  ping(): Promise<unknown> {
    return this.ask('ping');
  }

  /** A worker has its pipe from the beginning, and ends with it. */
  onConnect(callback: () => void): void {
    queueMicrotask(callback);
  }

  close(): void {
    this.listeners.clear();
  }

  /** The pipe keeps the order of calls, so one without a result need not wait for a reply. */
  private tell<Name extends keyof PrimaryCalls>(
    name: Name,
    ...args: Parameters<PrimaryCalls[Name]>
  ): Promise<void> {
    this.pipe.tell(name, args);
    return Promise.resolve();
  }

  private async ask<Name extends 'getAll' | 'lease' | 'ping'>(
    name: Name,
    ...args: Parameters<PrimaryCalls[Name]>
  ) {
    const result = await this.pipe.ask(name, args, timeoutMs);
    if (result === undefined) throw new Error('The primary process has not replied.');
    return result;
  }
}
