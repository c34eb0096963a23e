import type { Held } from '../../tenant/shared-state.js';

/** What a worker asks of the store, by the methods of `Store`. Keys are hashed, values and messages are sealed. */
export type StoreCommand =
  | { readonly name: 'get'; readonly keys: readonly string[] }
  /** Until a time of `machineMs`: a primary process that was busy must not keep the value for longer. */
  | { readonly name: 'set'; readonly key: string; readonly value: string; readonly until: number }
  | { readonly name: 'delete'; readonly key: string }
  | { readonly name: 'lease'; readonly key: string; readonly owner: string; readonly holdMs: number }
  | { readonly name: 'release'; readonly key: string; readonly owner: string }
  | {
      readonly name: 'announce';
      readonly channel: string;
      readonly message: string;
      readonly holdMs: number;
    }
  | { readonly name: 'listen'; readonly channel: string }
  | { readonly name: 'leave'; readonly channel: string }
  | { readonly name: 'ping' };

/** What a command has found: at most one of these. */
export interface StoreReply {
  /** For each key; null where there is no value. */
  readonly held?: readonly (Held | null)[];
  readonly isTaken?: boolean;
  readonly retained?: readonly RetainedMessage[];
}

/** A message that still holds. */
export interface RetainedMessage {
  readonly message: string;
  readonly leftMs: number;
}

/** To the primary process; without an id nobody waits for a reply. */
export interface ToStore {
  readonly kind: 'store';
  readonly id?: number;
  readonly command: StoreCommand;
}

export type FromStore =
  | { readonly kind: 'stored'; readonly id: number; readonly reply: StoreReply }
  | { readonly kind: 'heard'; readonly channel: string; readonly message: string; readonly leftMs: number };
