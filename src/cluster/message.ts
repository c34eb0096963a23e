import type { DemoCredential } from '../http/dashboard/session.js';

/** The embedded simulator as a worker sees it; it runs in the primary process. */
export interface EmbeddedSimulator {
  /** {base_url}. */
  readonly url: string;
  readonly credentials: readonly DemoCredential[];
}

export type ToPrimary =
  | { readonly kind: 'forked' }
  | { readonly kind: 'listening'; readonly url: string }
  /** Requests the metrics of all workers; `own` is the snapshot of this one. */
  | { readonly kind: 'collect metrics'; readonly id: number; readonly own: string }
  /** The snapshot that `read metrics` requested. */
  | { readonly kind: 'metrics'; readonly id: number; readonly text: string }
  | { readonly kind: 'drained'; readonly everythingAnswered: boolean };

export type ToWorker =
  /** Follows `forked`. */
  | { readonly kind: 'start'; readonly simulator: EmbeddedSimulator | undefined }
  /** All workers listen, so the façade is ready. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'read metrics'; readonly id: number }
  /** The text that `collect metrics` requested. */
  | { readonly kind: 'metrics'; readonly id: number; readonly text: string }
  | { readonly kind: 'drain' };
