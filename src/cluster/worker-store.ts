import { ByChannel, type Store } from '../fleet/store.js';
import type { Held, Listener } from '../tenant/shared-state.js';
import { PendingReplies } from './pending-reply.js';
import { machineMs, type MemoryClient, type PrimaryMemory } from './primary-memory.js';

type Command = Exclude<keyof PrimaryMemory, 'forget'>;

type Arguments<Name extends Command> = PrimaryMemory[Name] extends (
  client: MemoryClient,
  ...rest: infer Rest
) => unknown
  ? Rest
  : never;

/** A call of the primary process's memory; without an id nobody waits for its result. Keys are hashed, values and messages are sealed. */
export interface ToStore {
  readonly kind: 'store';
  readonly id?: number;
  readonly command: Command;
  readonly args: readonly unknown[];
}

interface StoreReply {
  readonly kind: 'stored';
  readonly id: number;
  readonly result: unknown;
}

export type FromStore =
  | StoreReply
  | {
      readonly kind: 'announced';
      readonly channel: string;
      readonly message: string;
      readonly leftMs: number;
    };

/** Runs a call of a worker. @returns the reply, if it waits for one */
export function runCall(
  memory: PrimaryMemory,
  client: MemoryClient,
  { id, command, args }: ToStore,
): FromStore | undefined {
  // The worker runs this same program, so the arguments are those of the command.
  const result: unknown = memory[command](client, ...(args as [never, never, never]));
  return id === undefined ? undefined : { kind: 'stored', id, result };
}

/** The channel to the primary process. */
export interface PrimaryPort {
  readonly send: (message: ToStore) => void;
  /** @returns how to stop */
  readonly onMessage: (listener: (message: FromStore) => void) => () => void;
}

/** Milliseconds. Nobody waits for so long: a breaker stands before the store. */
const timeoutMs = 1000;

/** The memory of the primary process, as a worker's store. */
export class WorkerStore implements Store {
  readonly close: () => void;
  private readonly listeners = new ByChannel<Listener>();
  private readonly replies = new PendingReplies<StoreReply>();

  constructor(private readonly port: PrimaryPort) {
    this.close = port.onMessage((message) => {
      if (message.kind === 'stored') this.replies.settle(message.id, message);
      else
        for (const listener of this.listeners.of(message.channel)) listener(message.message, message.leftMs);
    });
  }

  async getAll(keys: readonly string[]): Promise<readonly (Held | undefined)[]> {
    // JSON has null in place of undefined.
    const found: readonly (Held | null | undefined)[] = await this.ask('getAll', keys);
    return found.map((held) => held ?? undefined);
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
    this.listeners.add(channel, listener);
    this.ask('listen', channel).then(
      (retained) => {
        // It may have stopped meanwhile.
        if (this.listeners.has(channel, listener))
          for (const { value, leftMs } of retained) listener(value, leftMs);
      },
      // The primary process reads the command when it can, and then passes on what is new.
      () => undefined,
    );
    return () => {
      if (this.listeners.delete(channel, listener)) void this.tell('leave', channel);
    };
  }

  ping(): Promise<unknown> {
    return this.ask('ping');
  }

  /** A worker has its channel from the beginning, and ends with it. */
  onConnect(callback: () => void): void {
    queueMicrotask(callback);
  }

  private async ask<Name extends Command>(
    command: Name,
    ...args: Arguments<Name>
  ): Promise<ReturnType<PrimaryMemory[Name]>> {
    const reply = await this.replies.request((id) => {
      this.port.send({ kind: 'store', id, command, args });
    }, timeoutMs);
    if (reply === undefined) throw new Error('The primary process has not replied.');
    // The primary process runs this same program, so the result is that of the command.
    return reply.result as ReturnType<PrimaryMemory[Name]>;
  }

  /** Messages keep their order, so a command without a result need not wait for a reply. */
  private tell<Name extends Command>(command: Name, ...args: Arguments<Name>): Promise<void> {
    this.port.send({ kind: 'store', command, args });
    return Promise.resolve();
  }
}
