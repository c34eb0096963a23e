import { asError } from '../partner/error.js';
import type { Waiting } from './limiter.js';
import type { InFlightRequest, Tenant } from './tenant.js';

/** Ends what waits: for a slot, or for a request in flight. */
export type Cancel = (reason: Error) => void;

/** Settled once with the result of a request. */
export interface Waiter {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The newest request of a path, where it may still be joined. */
export function findJoinable({ inFlight, now }: Tenant, path: string): InFlightRequest | undefined {
  const found = inFlight[path];
  return found !== undefined && now() <= found.joinableUntil ? found : undefined;
}

/** Takes a request out of those that can be joined; a newer one of the same path stays. */
export function removeInFlight({ inFlight }: Tenant, request: InFlightRequest): void {
  if (inFlight[request.path] === request) Reflect.deleteProperty(inFlight, request.path);
}

/** Waits for a request beside the others that do; the last to leave aborts it. `cancels` end with the operation. */
export function join(
  tenant: Tenant,
  request: InFlightRequest,
  { resolve, reject }: Waiter,
  cancels: Set<Cancel>,
): void {
  request.waiters += 1;
  const cancel: Cancel = (reason) => {
    if (!cancels.delete(cancel)) return;
    reject(reason);
    request.waiters -= 1;
    if (request.waiters > 0) return;
    removeInFlight(tenant, request);
    request.pending.abort(reason);
  };
  cancels.add(cancel);
  request.result.then(
    (value) => {
      if (cancels.delete(cancel)) resolve(value);
    },
    (error: unknown) => {
      if (cancels.delete(cancel)) reject(asError(error));
    },
  );
}

/** Why those that wait for a slot to send a request leave the queue: it is in flight now. */
export const superseded = new Error('Another operation has sent the request.');

/** Waits for a slot of the process for a path; false where another operation has sent its request meanwhile. */
export async function waitForSlot(
  { waitingByPath }: Tenant,
  path: string,
  waiting: Waiting,
  cancels: Set<Cancel>,
): Promise<boolean> {
  const others = waitingByPath.get(path) ?? new Set();
  waitingByPath.set(path, others.add(waiting));
  const cancel: Cancel = (reason) => waiting.cancel(reason);
  cancels.add(cancel);
  try {
    await waiting.ready;
    return true;
  } catch (reason) {
    if (reason === superseded) return false;
    throw reason;
  } finally {
    cancels.delete(cancel);
    others.delete(waiting);
    if (others.size === 0 && waitingByPath.get(path) === others) waitingByPath.delete(path);
  }
}
