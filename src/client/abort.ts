import type { Signal } from './live-connection.js';

/** What is called when a signal is aborted. */
const callbacksOf = new WeakMap<Signal, Set<() => void>>();

/**
 * Calls back when a signal is aborted. All callbacks of one signal share a listener: Node.js takes
 * more than ten for a leak, and a job may give all of its operations the same signal.
 *
 * @returns stops that
 */
export function onAbort(signal: Signal | undefined, callback: () => void): () => void {
  if (signal === undefined) return () => undefined;
  const callbacks = callbacksOf.get(signal) ?? listenTo(signal);
  callbacks.add(callback);
  return () => void callbacks.delete(callback);
}

function listenTo(signal: Signal): Set<() => void> {
  const callbacks = new Set<() => void>();
  callbacksOf.set(signal, callbacks);
  const callAll = (): void => {
    for (const callback of callbacks) callback();
  };
  signal.addEventListener('abort', callAll, { once: true });
  return callbacks;
}
