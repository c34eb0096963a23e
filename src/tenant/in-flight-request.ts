import { asError } from '../partner/error.js';
import type { Waiting } from './limiter.js';
import type { InFlightRequest, Tenant } from './tenant.js';

/** Something that ends with its operation: a place in a queue, or a flight that is waited for. */
export type Cancel = (reason: Error) => void;

/** Told once what has come of a request. */
export interface Waiter {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Waits for a flight beside the others that do; whoever leaves last ends it.
 *
 * @param endings what ends with the operation that waits
 */
export function join(flight: InFlightRequest, { resolve, reject }: Waiter, endings: Set<Cancel>): void {
  flight.waiters += 1;
  const ending: Cancel = (reason) => {
    if (!endings.delete(ending)) return;
    reject(reason);
    flight.waiters -= 1;
    if (flight.waiters > 0) return;
    flight.leave();
    flight.pending.abort(reason);
  };
  endings.add(ending);
  flight.result.then(
    (value) => {
      if (endings.delete(ending)) resolve(value);
    },
    (error: unknown) => {
      if (endings.delete(ending)) reject(asError(error));
    },
  );
}

/** Waits for a place; rejects with the reason that the operation ends for. */
export async function wait(waiting: Waiting, endings: Set<Cancel>): Promise<void> {
  const ending: Cancel = (reason) => waiting.cancel(reason);
  endings.add(ending);
  await waiting.ready.finally(() => endings.delete(ending));
}

/** Tells whoever stands in the queue for a path that its request is on its way. */
export const superseded = new Error('Another operation has sent the request.');

/** Waits for a place of the process for a path; false where another operation has sent its request meanwhile. */
export async function waitForSlot(
  { waitingByPath: queues }: Tenant,
  path: string,
  waiting: Waiting,
  endings: Set<Cancel>,
): Promise<boolean> {
  const others = queues.get(path) ?? new Set();
  queues.set(path, others.add(waiting));
  try {
    await wait(waiting, endings);
    return true;
  } catch (reason) {
    if (reason === superseded) return false;
    throw reason;
  } finally {
    others.delete(waiting);
    if (others.size === 0 && queues.get(path) === others) queues.delete(path);
  }
}
