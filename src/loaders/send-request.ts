import { asError, PartnerError } from '../partner/error.js';
import { scrubPath } from '../partner/scrub.js';
import type { ClientRequest } from '../rest/client.js';
import { removeInFlight, superseded } from '../tenant/in-flight-request.js';
import type { InFlightRequest } from '../tenant/tenant.js';
import type { RequestOptions, RequestQueue } from './request-queue.js';

/**
 * Sends a request that holds a slot of the process, and lets others join it. The slot is released with the response,
 * whether or not anybody still waits for it.
 *
 * @throws PartnerError UPSTREAM_BUDGET_EXCEEDED
 */
export function sendRequest({ options, sender }: RequestQueue, request: ClientRequest): InFlightRequest {
  const { tenant, budget, client, timeoutMs, trace } = options;
  const { endpoint, path } = request;
  budget.spend(endpoint);
  const pending = client.read(request, sender);
  const result = pending.result.then(
    (value) => {
      removeInFlight(tenant, inFlight);
      noteSuccess(options);
      return value;
    },
    (error: unknown) => {
      removeInFlight(tenant, inFlight);
      throw noteFailure(options, error);
    },
  );
  const joinableUntil = tenant.now() + timeoutMs / 2;
  const inFlight: InFlightRequest = { path, pending, result, joinableUntil, waiters: 0 };
  tenant.inFlight.set(path, inFlight);
  for (const waiting of tenant.waitingByPath.get(path) ?? []) waiting.cancel(superseded);
  trace?.record(endpoint, scrubPath(path, sender.credential), pending.result);
  return inFlight;
}

function noteSuccess({ processLimiter, tenant }: RequestOptions): void {
  processLimiter.accept(tenant.queue);
  processLimiter.release(tenant.queue);
  tenant.coolDown.answered();
}

/** @returns what the waiters get */
function noteFailure(options: RequestOptions, error: unknown): Error {
  const { processLimiter, tenant } = options;
  const noted = error instanceof PartnerError ? noteRefusal(options, error) : asError(error);
  processLimiter.release(tenant.queue);
  return noted;
}

function noteRefusal({ processLimiter, tenant }: RequestOptions, error: PartnerError): PartnerError {
  if (error.code === 'UNAUTHENTICATED') processLimiter.refuse(tenant.queue, error);
  else if (provesCredential(error)) processLimiter.accept(tenant.queue);
  if (error.code === 'RATE_LIMITED') return tenant.coolDown.refused(error);
  if (isFromUpstream(error)) tenant.coolDown.answered();
  return error;
}

/** A gateway's status says nothing about the quota behind it. */
const isFromUpstream = ({ facts: { status } }: PartnerError): boolean => status !== undefined && status < 500;

/**
 * Whether an error shows that the upstream knows the credential: a 403 is for a valid one that lacks a scope, a 404 is by
 * its organization (contract, "Errors"). Every other status may come from something that has not looked at it.
 */
const provesCredential = ({ code }: PartnerError): boolean => code === 'FORBIDDEN' || code === 'NOT_FOUND';
