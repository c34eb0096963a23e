import type { DemoCredential } from '../http/dashboard/session.js';
import type { FromStore, ToStore } from './worker-store.js';

/** The embedded simulator as a worker sees it; it runs in the primary process. */
export interface EmbeddedSimulator {
  /** {base_url}. */
  readonly url: string;
  readonly credentials: readonly DemoCredential[];
}

/** What a worker needs to know of the program that it is a part of. */
export interface WorkerStart {
  /** Undefined in front of a real Partner API. */
  readonly simulator: EmbeddedSimulator | undefined;
  /** Seals what the workers share through the primary process; undefined where they share through Redis. */
  readonly secret: string | undefined;
}

export type ToPrimary =
  | ToStore
  | { readonly kind: 'forked' }
  | { readonly kind: 'listening'; readonly url: string }
  /** Requests the metrics of all workers; `own` is the snapshot of this one. */
  | { readonly kind: 'collect metrics'; readonly id: number; readonly own: string }
  /** The snapshot that `read metrics` requested. */
  | { readonly kind: 'metrics'; readonly id: number; readonly text: string }
  | { readonly kind: 'drained'; readonly everythingAnswered: boolean };

export type ToWorker =
  /** Follows `forked`. */
  | ({ readonly kind: 'start' } & WorkerStart)
  | FromStore
  /** All workers listen, so the façade is ready. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'read metrics'; readonly id: number }
  /** The text that `collect metrics` requested. */
  | { readonly kind: 'metrics'; readonly id: number; readonly text: string }
  /** The manifest of trusted documents is to be read again. */
  | { readonly kind: 'reload' }
  | { readonly kind: 'drain' };
