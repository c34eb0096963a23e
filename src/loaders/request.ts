import type { ListEndpoint, RecordEndpoint } from '../partner/endpoint.js';
import type { Client, ClientRequest, Sender } from '../rest/client.js';
import type { Page } from '../rest/page.js';
import type { Endpoint, PageForm } from '../rest/read-response.js';
import { scrubPath } from '../partner/scrub.js';
import { asError, PartnerError } from '../partner/error.js';
import type { Budget } from './budget.js';
import { repeat } from '../tenant/cool-down.js';
import {
  type Cancel,
  join,
  superseded,
  waitForSlot,
  wait,
  type Waiter,
} from '../tenant/in-flight-request.js';
import type { Limiter } from '../tenant/limiter.js';
import { createTenantQueue } from '../tenant/tenant-queue.js';
import type { Refusals } from './refusal.js';
import type { InFlightRequest, Tenant } from '../tenant/tenant.js';
import type { Trace } from './trace.js';

/**
 * Reads one path for one operation, or joins another operation of the same credential that already does. Rejects with a
 * PartnerError, or with the reason that `end` was given.
 */
export interface Requests {
  getRecord<T>(endpoint: RecordEndpoint<T>, path: string): Promise<T>;
  /** An operation that wants a page in one form may get it in the other from the operation that it joins. */
  getPage<T>(endpoint: ListEndpoint<T>, path: string, pageForm: PageForm): Promise<Page<T>>;
  /** Ends all that waits or is under way, and whatever is asked for later. */
  readonly end: (reason: Error) => void;
  /** Whether no answer has come yet, and each request that is waited for has at least half of its time left. */
  readonly isFresh: () => boolean;
}

export interface RequestOptions {
  readonly client: Client;
  readonly credential: string;
  readonly requestId: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly tenant: Tenant;
  readonly budget: Budget;
  readonly refusals: Refusals;
  /** Places of this operation alone. */
  readonly operationLimiter: Limiter;
  /** Places of the whole process, in which credentials take turns. */
  readonly processLimiter: Limiter;
  /** Milliseconds for one REST request (UPSTREAM_TIMEOUT_MS). */
  readonly timeoutMs: number;
  /** Where every request is written down, if somebody asked for it. */
  readonly trace: Trace | undefined;
}

export function createRequests(options: RequestOptions): Requests {
  const { tenant, budget, refusals, operationLimiter, processLimiter } = options;
  const endings = new Set<Cancel>();
  const operationQueue = createTenantQueue();
  let ended: Error | undefined;
  let hasAnswers = false;
  /** Of all requests that were waited for. */
  let joinableUntil = Infinity;
  const check = (operation: Endpoint): void => {
    if (ended !== undefined) throw ended;
    refusals.check(operation);
    tenant.coolDown.check(operation);
  };

  /** Whether nothing that came meanwhile forbids a second attempt. Others may wait for it when this operation is over. */
  const isWelcome = (operation: Endpoint): boolean => {
    try {
      refusals.check(operation);
      tenant.coolDown.check(operation);
      return true;
    } catch {
      return false;
    }
  };

  const sender: Sender = {
    credential: options.credential,
    tenantKey: tenant.tenantKey,
    requestId: options.requestId,
    headers: options.headers,
    maySendAgain: (operation) => isWelcome(operation) && budget.spendForRetry(),
    servedFromCache: () => budget.refund(),
  };

  /** Takes note of why a request has failed, for later operations; returns what its waiters are given. */
  const note = (error: unknown): Error => {
    if (!(error instanceof PartnerError)) return asError(error);
    if (error.code === 'UNAUTHENTICATED') processLimiter.refuse(tenant.queue, error);
    else if (provesCredential(error)) processLimiter.accept(tenant.queue);
    if (error.code === 'RATE_LIMITED') return tenant.coolDown.refused(error);
    if (isAnswer(error)) tenant.coolDown.answered();
    return error;
  };

  /** Sends a request whose place in the process is taken; the place goes back with the answer, not with whoever waits. */
  const launch = (request: ClientRequest): InFlightRequest => {
    const { endpoint, path } = request;
    budget.spend(endpoint);
    const pending = options.client.read(request, sender);
    const land = (): void => {
      if (tenant.inFlight.get(path) === flight) tenant.inFlight.delete(path);
    };
    const result = pending.result.then(
      (value) => {
        land();
        processLimiter.accept(tenant.queue);
        processLimiter.release(tenant.queue);
        tenant.coolDown.answered();
        return value;
      },
      (error: unknown) => {
        land();
        const noted = note(error);
        processLimiter.release(tenant.queue);
        throw noted;
      },
    );
    const halfTime = tenant.now() + options.timeoutMs / 2;
    const flight: InFlightRequest = {
      pending,
      result,
      joinableUntil: halfTime,
      waiters: 0,
      leave: land,
    };
    tenant.inFlight.set(path, flight);
    for (const waiting of tenant.waitingByPath.get(path) ?? []) waiting.cancel(superseded);
    options.trace?.follow(endpoint, scrubPath(path, sender.credential), pending.result);
    return flight;
  };

  /** The newest request of a path, where it may still be joined. */
  const find = (path: string): InFlightRequest | undefined => {
    const flight = tenant.inFlight.get(path);
    return flight !== undefined && tenant.now() <= flight.joinableUntil ? flight : undefined;
  };

  const joinNow = (flight: InFlightRequest, waiter: Waiter): void => {
    joinableUntil = Math.min(joinableUntil, flight.joinableUntil);
    join(flight, waiter, endings);
  };

  /** The flight of a path, sent now where nobody has sent it meanwhile. Holds a place of the process. */
  const launchOrFind = (request: ClientRequest): InFlightRequest => {
    try {
      check(request.endpoint);
      const other = find(request.path);
      if (other === undefined) return launch(request);
      budget.cost.shared += 1;
      processLimiter.release(tenant.queue);
      return other;
    } catch (error) {
      processLimiter.release(tenant.queue);
      throw error;
    }
  };

  const launchAndFollow = (request: ClientRequest, waiter: Waiter): void => {
    try {
      joinNow(launchOrFind(request), waiter);
    } catch (error) {
      waiter.reject(asError(error));
    }
  };

  const readInTurn = (request: ClientRequest, waiter: Waiter): void => {
    const other = find(request.path);
    if (other !== undefined) {
      budget.cost.shared += 1;
      joinNow(other, waiter);
      return;
    }
    const waiting = processLimiter.acquire(tenant.queue);
    if (waiting === undefined) launchAndFollow(request, waiter);
    else
      waitForSlot(tenant, request.path, waiting, endings).then(
        (isAdmitted) => (isAdmitted ? launchAndFollow : readInTurn)(request, waiter),
        (reason: unknown) => waiter.reject(reasonFor(request.endpoint, reason)),
      );
  };

  /** Reads a path; holds a place of the operation. */
  const readOwn = (request: ClientRequest): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const left = (): void => {
        operationLimiter.release(operationQueue);
        hasAnswers = true;
      };
      const waiter: Waiter = {
        resolve(value) {
          left();
          resolve(value);
        },
        reject(error) {
          left();
          refusals.remember(request.endpoint, error);
          reject(error);
        },
      };
      try {
        check(request.endpoint);
      } catch (error) {
        waiter.reject(asError(error));
        return;
      }
      readInTurn(request, waiter);
    });

  const read = (request: ClientRequest): Promise<unknown> => {
    try {
      check(request.endpoint);
    } catch (error) {
      return Promise.reject(asError(error));
    }
    const waiting = operationLimiter.acquire(operationQueue);
    return waiting === undefined ? readOwn(request) : wait(waiting, endings).then(() => readOwn(request));
  };

  return {
    // A path belongs to one endpoint, and a response of it is parsed to what that endpoint gives.
    getRecord: <T>(endpoint: RecordEndpoint<T>, path: string) =>
      read({ endpoint, path, pageForm: 'whole' }) as Promise<T>,
    getPage: <T>(endpoint: ListEndpoint<T>, path: string, pageForm: PageForm) =>
      read({ endpoint, path, pageForm }) as Promise<Page<T>>,
    isFresh: () => !hasAnswers && tenant.now() <= joinableUntil,
    end(reason) {
      ended ??= reason;
      for (const ending of [...endings]) ending(reason);
      endings.clear();
    },
  };
}

/** A gateway's status tells nothing of the quota behind it. */
const isAnswer = ({ facts: { status } }: PartnerError): boolean => status !== undefined && status < 500;

/**
 * Whether an error shows that the upstream knows the credential: a 403 is for a valid one that lacks a scope, a 404 is by
 * its organization (contract, "Errors"). Every other status may come from something that has not looked at it.
 */
const provesCredential = ({ code }: PartnerError): boolean => code === 'FORBIDDEN' || code === 'NOT_FOUND';

/** Why a request was not sent; a 401 of the credential that came while it waited answers it too. */
const reasonFor = (operation: Endpoint, reason: unknown): Error =>
  reason instanceof PartnerError && reason.code === 'UNAUTHENTICATED'
    ? repeat(reason, operation)
    : asError(reason);
