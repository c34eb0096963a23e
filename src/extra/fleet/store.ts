import type { Held, MessageListener } from '../../shared/shared-state.js';

/** The store has replied in time, and refuses the command: it is full, or its rights forbid it. */
export class StoreRefusal extends Error {}

/**
 * Its calls reject where it fails, and may take any time. It sees hashed keys, sealed values, and
 * whole milliseconds.
 */
export interface Store {
  /**
   * The values of some keys, in their order; undefined for each that is not there.
   *
   * @param maxLength characters: a longer value is none of ours, and should not be read
   */
  getAll(keys: readonly string[], maxLength: number): Promise<readonly (Held | undefined)[]>;
  /** Keeps a value for a while from now on, even where the store takes it later. */
  set(key: string, value: string, holdMs: number): Promise<unknown>;
  delete(key: string): Promise<unknown>;
  /** Takes or extends a lease, or gives it up with 0 ms; false where another owner has it. */
  lease(key: string, owner: string, holdMs: number): Promise<boolean>;
  /** @param holdMs for how long those who begin to listen later get it too; 0: they do not */
  announce(channel: string, message: string, holdMs: number): Promise<unknown>;
  listen(channel: string, listener: MessageListener): () => void;
  /** Calls back whenever a connection is there. */
  onConnect(callback: () => void): void;
  close(): void;
}

export const fleetCommands = ['get', 'set', 'delete', 'lease', 'release', 'announce'] as const;

/** `skipped`: not sent, as the store is away. */
export const commandOutcomes = ['ok', 'failed', 'skipped'] as const;

export const messageDirections = ['sent', 'received'] as const;

export type FleetCommand = (typeof fleetCommands)[number];

export interface FleetObserver {
  readonly commanded: (
    command: FleetCommand,
    outcome: (typeof commandOutcomes)[number],
    milliseconds: number,
  ) => void;
  readonly messaged: (direction: (typeof messageDirections)[number]) => void;
  /** The store can be used, or cannot. */
  readonly changed: (isUp: boolean) => void;
}
