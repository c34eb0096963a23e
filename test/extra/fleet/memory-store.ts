import { PrimaryMemory } from '../../../src/extra/cluster/primary-memory.js';
import type { MessageListener, SharedKind, SharedState } from '../../../src/shared/shared-state.js';
import type { Store } from '../../../src/extra/fleet/store.js';

const now = (): number => performance.now();

/**
 * A store in this process, which tells what it sees: the memory of a primary process, without the
 * way to it.
 */
export class MemoryStore {
  readonly commands: string[] = [];
  /** Keys and owners of the leases that were taken. */
  readonly leases = new Map<string, string>();
  /** Channels and messages of all announcements. */
  readonly announced: (readonly [string, string])[] = [];
  /** From now on each command fails, or no longer does. */
  isAway = false;
  private readonly memory = new PrimaryMemory(now);
  private readonly reader = this.memory.open(() => undefined);
  private readonly keys = new Set<string>();

  /** Keys and values, as somebody sees them who can read the store. */
  content(): readonly (readonly [string, string])[] {
    return [...this.keys].flatMap((key) => {
      const [held] = this.reader.getAll([key], Infinity);
      return held === undefined ? [] : [[key, held.value] as const];
    });
  }

  open(): Store {
    const { leases } = this;
    const listeners: MessageListener[] = [];
    const memory = this.memory.open((id, ...heard) => listeners[id]?.(...heard));
    return {
      // A probe reads no key.
      getAll: (keys, maxLength) =>
        this.run(keys.length === 0 ? 'probe' : 'get', () => memory.getAll(keys, maxLength)),
      set: (key, value, holdMs) => {
        this.keys.add(key);
        return this.run('set', () => memory.set(key, value, now() + holdMs));
      },
      delete: (key) => this.run('delete', () => memory.delete(key)),
      lease: (key, owner, holdMs) => {
        leases.set(key, owner);
        return this.run('lease', () => memory.lease(key, owner, holdMs));
      },
      announce: (channel, message, holdMs) => {
        this.announced.push([channel, message]);
        return this.run('announce', () => memory.announce(channel, message, holdMs));
      },
      listen(channel, listener) {
        const id = listeners.push(listener) - 1;
        memory.listen(id, channel);
        return () => memory.leave(id);
      },
      onConnect: (callback) => queueMicrotask(callback),
      close: () => memory.end(),
    };
  }

  /** Runs a command at once, as in a store with one thread. */
  private run<Result>(name: string, command: () => Result): Promise<Result> {
    this.commands.push(name);
    return this.isAway
      ? Promise.reject(new Error('The store is away.'))
      : Promise.resolve(command());
  }
}

/** What a process reads of one name. */
export const readOne = async (
  shared: SharedState,
  kind: SharedKind,
  name: string,
): Promise<string | undefined> => (await shared.readAll(kind, [name]))[0]?.value;
