import type { Endpoint } from '../partner/endpoint.js';
import { asError, PartnerError } from '../partner/error.js';
import type { ClientRequest, PendingResult } from '../rest/client.js';
import type { Cancel, Waiting } from './limiter.js';
import type { InFlightRequest, Tenant } from './tenant.js';

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

/** Lets others join a request that has been sent, and takes note of its outcome for the tenant. It has a slot until then. */
export function addInFlight(
  tenant: Tenant,
  { endpoint, path }: ClientRequest,
  pending: PendingResult,
  timeoutMs: number,
): InFlightRequest {
  const { limiter } = tenant;
  const result = pending.result.then(
    (value) => {
      removeInFlight(tenant, request);
      limiter.accept(tenant.queue);
      limiter.release(tenant.queue);
      tenant.coolDown.noteResponse();
      tenant.noteGranted(endpoint.scope);
      return value;
    },
    (error: unknown) => {
      removeInFlight(tenant, request);
      const toWaiters = error instanceof PartnerError ? noteFailure(tenant, endpoint, error) : error;
      limiter.release(tenant.queue);
      throw asError(toWaiters);
    },
  );
  const joinableUntil = tenant.now() + timeoutMs / 2;
  const request: InFlightRequest = { path, pending, result, joinableUntil, waiters: 0 };
  tenant.inFlight[path] = request;
  for (const cancel of tenant.waitingByPath.get(path) ?? []) cancel(superseded);
  return request;
}

/** @returns what the waiters get */
function noteFailure(tenant: Tenant, endpoint: Endpoint, error: PartnerError): PartnerError {
  const { limiter } = tenant;
  const { code, facts } = error;
  tenant.noteRefused(error, endpoint);
  if (code === 'UNAUTHENTICATED') limiter.refuse(tenant.queue, error);
  // A 403 and a 404 are for a valid credential (contract, "Errors"); any other status may come from a gateway.
  else if (code === 'FORBIDDEN' || code === 'NOT_FOUND') limiter.accept(tenant.queue);
  if (code === 'RATE_LIMITED') return tenant.coolDown.refused(error);
  // A gateway's status says nothing about the quota behind it.
  if (facts.status !== undefined && facts.status < 500) tenant.coolDown.noteResponse();
  return error;
}

/** A newer one of the same path stays. */
function removeInFlight({ inFlight }: Tenant, request: InFlightRequest): void {
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
const superseded = new Error('Another operation has sent the request.');

/** Waits for a slot of the process for a path; false where another operation has sent its request meanwhile. */
export async function waitForSlot(
  { waitingByPath }: Tenant,
  path: string,
  { ready, cancel }: Waiting,
  cancels: Set<Cancel>,
): Promise<boolean> {
  const others = waitingByPath.get(path) ?? new Set();
  waitingByPath.set(path, others.add(cancel));
  cancels.add(cancel);
  try {
    await ready;
    return true;
  } catch (reason) {
    if (reason === superseded) return false;
    throw reason;
  } finally {
    cancels.delete(cancel);
    others.delete(cancel);
    if (others.size === 0 && waitingByPath.get(path) === others) waitingByPath.delete(path);
  }
}
