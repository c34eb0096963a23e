import type { Client, ClientRequest, Sender } from '../rest/client.js';
import type { Endpoint } from '../partner/endpoint.js';
import type { Cancel, Waiter } from '../tenant/in-flight-request.js';
import type { Limiter } from '../tenant/limiter.js';
import type { Tenant } from '../tenant/tenant.js';
import { type Budget, createBudget } from './budget.js';
import { createRefusals, type Refusals } from './refusal.js';
import { createTrace, type Trace } from './trace.js';

export interface SessionLimits {
  /** REST requests in flight at once for one operation. */
  readonly maxConcurrency: number;
  /** REST requests that one operation may spend. */
  readonly maxRequests: number;
  /** Milliseconds for one REST request (UPSTREAM_TIMEOUT_MS). */
  readonly timeoutMs: number;
}

export interface RequestOptions extends Pick<Sender, 'credential' | 'requestId' | 'headers'> {
  readonly client: Client;
  readonly tenant: Tenant;
  readonly limits: SessionLimits;
  /** Slots of the whole process, which credentials share. */
  readonly processLimiter: Limiter;
  /** Whether every request is recorded. */
  readonly isTraced: boolean;
  /** Kept responses that are not older are served; 0: only fresh ones; undefined: no kept one, but those of the HTTP cache. */
  readonly maxAgeSeconds?: number | undefined;
  /** Kept responses to requests that were sent then or later are served too, by the tenant's clock. */
  readonly sentSince?: number | undefined;
}

/** What an operation looks up together among the responses that other processes have kept. */
export interface LookUp {
  readonly requests: ClientRequest[];
  readonly done: Promise<void>;
}

/** The REST requests of one operation: see `request.ts` for what reads through it. */
export interface RequestQueue {
  readonly options: RequestOptions;
  readonly budget: Budget;
  readonly refusals: Refusals;
  readonly sender: Sender;
  readonly trace: Trace | undefined;
  /** Slots of this operation; a slot is free only while nothing waits for one. */
  freeSlots: number;
  readonly waiting: Waiter[];
  /** Cancels all that waits for the process, or is under way. */
  readonly cancels: Set<Cancel>;
  /** Why the operation is over. */
  ended: Error | undefined;
  hasResponses: boolean;
  /** The earliest of all requests that were waited for; see `InFlightRequest`. */
  joinableUntil: number;
  /**
   * When the requests of the kept responses that were served had been sent, by path; undefined where none is accepted.
   */
  readonly keptAt: Map<string, number> | undefined;
  /** The turn of the event loop that hands out the next kept responses; undefined for the first ones. */
  keptTurn: Promise<void> | undefined;
  /** The one that takes more paths; undefined where none does. */
  lookUp: LookUp | undefined;
  /** Milliseconds that look-ups have taken. */
  waitedMs: number;
}

export function createRequestQueue(options: RequestOptions): RequestQueue {
  const { limits, isTraced, maxAgeSeconds, sentSince } = options;
  const budget = createBudget(limits.maxRequests);
  const refusals = createRefusals();
  return {
    options,
    budget,
    refusals,
    sender: createSender(options, budget, refusals),
    trace: isTraced ? createTrace(() => performance.now()) : undefined,
    freeSlots: limits.maxConcurrency,
    waiting: [],
    cancels: new Set(),
    ended: undefined,
    hasResponses: false,
    joinableUntil: Infinity,
    keptAt: (maxAgeSeconds ?? 0) > 0 || sentSince !== undefined ? new Map() : undefined,
    keptTurn: undefined,
    lookUp: undefined,
    waitedMs: 0,
  };
}

function createSender(
  { credential, requestId, headers, tenant, maxAgeSeconds }: RequestOptions,
  budget: Budget,
  refusals: Refusals,
): Sender {
  return {
    credential,
    // Read for each request: a refusal changes it.
    get tenantKey() {
      return tenant.memoryKey;
    },
    maxAgeSeconds,
    requestId,
    headers,
    maySendAgain(endpoint) {
      // The end of this operation does not matter: others may wait for the request.
      try {
        refusals.check(endpoint);
        tenant.coolDown.check(endpoint);
      } catch {
        return false;
      }
      return budget.spendForRetry();
    },
    servedFromCache: budget.refund,
    keeper: tenant.kept,
  };
}

/** @throws why no request of the endpoint may be sent now */
export function checkQueue({ ended, refusals, options }: RequestQueue, endpoint: Endpoint): void {
  if (ended !== undefined) throw ended;
  refusals.check(endpoint);
  options.tenant.coolDown.check(endpoint);
}

/** Whether no response has come yet, and each request that is waited for has at least half of its time left. */
export const isFresh = ({ hasResponses, joinableUntil, options }: RequestQueue): boolean =>
  !hasResponses && options.tenant.now() <= joinableUntil;

/** Rejects all that waits or is under way, and every later read. */
export function endRequests(queue: RequestQueue, reason: Error): void {
  queue.ended ??= reason;
  for (const { reject } of queue.waiting.splice(0)) reject(reason);
  for (const cancel of [...queue.cancels]) cancel(reason);
  queue.cancels.clear();
}
