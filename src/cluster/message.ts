import type { DemoCredential } from '../http/dashboard/session.js';

/** The embedded simulator as a worker sees it; it runs in the primary process, once. */
export interface EmbeddedSimulator {
  /** {base_url}. */
  readonly url: string;
  readonly credentials: readonly DemoCredential[];
}

/** What a worker tells the primary process. */
export type ToPrimary =
  | { readonly kind: 'hello' }
  | { readonly kind: 'listening'; readonly url: string }
  /** Was asked for `/metrics`: wants those of all workers, and gives its own. */
  | { readonly kind: 'wants metrics'; readonly id: number; readonly own: string }
  | { readonly kind: 'metrics'; readonly id: number; readonly text: string }
  | { readonly kind: 'drained'; readonly everythingAnswered: boolean };

/** What the primary process tells a worker. */
export type ToWorker =
  /** The answer to `hello`: the worker may begin. */
  | { readonly kind: 'start'; readonly simulator: EmbeddedSimulator | undefined }
  /** All workers listen: from now on the façade is ready. */
  | { readonly kind: 'open' }
  | { readonly kind: 'wants metrics'; readonly id: number }
  | { readonly kind: 'metrics'; readonly id: number; readonly text: string }
  | { readonly kind: 'drain' };

/** Answers that are waited for, by the number of their question. */
export interface PendingReplies {
  /**
   * Asks with a number of its own.
   *
   * @returns the answer; undefined after `timeoutMs`, since a process that is busy or gone may never answer
   */
  readonly ask: (send: (id: number) => void, timeoutMs: number) => Promise<string | undefined>;
  readonly answered: (id: number, text: string) => void;
}

export function createPendingReplies(): PendingReplies {
  const waiting = new Map<number, (text: string | undefined) => void>();
  let last = 0;
  return {
    ask(send, timeoutMs) {
      const id = (last += 1);
      return new Promise((resolve) => {
        const settle = (text: string | undefined): void => {
          clearTimeout(timeout);
          waiting.delete(id);
          resolve(text);
        };
        const timeout = setTimeout(settle, timeoutMs, undefined);
        waiting.set(id, settle);
        send(id);
      });
    },
    answered: (id, text) => waiting.get(id)?.(text),
  };
}
