import type { Client } from '../rest/client.js';
import type { Sender } from '../rest/sender.js';
import type { Endpoint } from '../partner/endpoint.js';
import type { Cancel } from '../tenant/in-flight-request.js';
import type { Limiter } from '../tenant/limiter.js';
import type { Tenant } from '../tenant/tenant.js';
import { createTenantQueue, type TenantQueue } from '../tenant/tenant-queue.js';
import type { Budget } from './budget.js';
import type { Refusals } from './refusal.js';
import type { Trace } from './trace.js';

export interface RequestOptions {
  readonly client: Client;
  readonly credential: string;
  readonly requestId: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly tenant: Tenant;
  readonly budget: Budget;
  readonly refusals: Refusals;
  /** Slots of this operation alone. */
  readonly operationLimiter: Limiter;
  /** Slots of the whole process, which credentials share. */
  readonly processLimiter: Limiter;
  /** Milliseconds for one REST request (UPSTREAM_TIMEOUT_MS). */
  readonly timeoutMs: number;
  /** Records every request, where the client asked for it. */
  readonly trace: Trace | undefined;
}

/** The REST requests of one operation: see `request.ts` for what reads through it. */
export interface RequestQueue {
  readonly options: RequestOptions;
  readonly sender: Sender;
  /** The operation's only queue at its own limiter. */
  readonly operationQueue: TenantQueue;
  /** Cancels all that waits or is under way. */
  readonly cancels: Set<Cancel>;
  /** Why the operation is over. */
  ended: Error | undefined;
  hasResponses: boolean;
  /** The earliest of all requests that were waited for; see `InFlightRequest`. */
  joinableUntil: number;
}

export const createRequestQueue = (options: RequestOptions): RequestQueue => ({
  options,
  sender: createSender(options),
  operationQueue: createTenantQueue(),
  cancels: new Set(),
  ended: undefined,
  hasResponses: false,
  joinableUntil: Infinity,
});

const createSender = (options: RequestOptions): Sender => ({
  credential: options.credential,
  tenantKey: options.tenant.tenantKey,
  requestId: options.requestId,
  headers: options.headers,
  // Not asked of the queue: others may wait for the request after this operation has ended.
  maySendAgain: (endpoint) => isAllowed(options, endpoint) && options.budget.spendForRetry(),
  servedFromCache: () => options.budget.refund(),
});

function isAllowed(options: RequestOptions, endpoint: Endpoint): boolean {
  try {
    checkRefusals(options, endpoint);
    return true;
  } catch {
    return false;
  }
}

function checkRefusals({ refusals, tenant }: RequestOptions, endpoint: Endpoint): void {
  refusals.check(endpoint);
  tenant.coolDown.check(endpoint);
}

/** @throws why no request of the endpoint may be sent now */
export function checkQueue({ ended, options }: RequestQueue, endpoint: Endpoint): void {
  if (ended !== undefined) throw ended;
  checkRefusals(options, endpoint);
}

/** Whether no response has come yet, and each request that is waited for has at least half of its time left. */
export const isFresh = ({ hasResponses, joinableUntil, options }: RequestQueue): boolean =>
  !hasResponses && options.tenant.now() <= joinableUntil;

/** Rejects all that waits or is under way, and every later read. */
export function endRequests(queue: RequestQueue, reason: Error): void {
  queue.ended ??= reason;
  for (const cancel of [...queue.cancels]) cancel(reason);
  queue.cancels.clear();
}
