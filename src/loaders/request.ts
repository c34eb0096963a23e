import type { Client, Sender } from '../rest/client.js';
import type { Endpoint } from '../rest/read-response.js';
import { scrubPath } from '../partner/scrub.js';
import type { RestResponse } from '../rest/transport/transport.js';
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

/** Reads one path for one operation, or joins another operation of the same credential that already does. */
export interface Requests {
  /**
   * @param read makes the value of an answer, or throws a PartnerError
   * @returns rejects with a PartnerError, or with the reason that `end` was given
   */
  read<T>(operation: Endpoint, path: string, read: (answer: RestResponse) => T): Promise<T>;
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

/** What is to be read, and how. */
interface Request<T> {
  readonly operation: Endpoint;
  readonly path: string;
  readonly read: (answer: RestResponse) => T;
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
  const launch = (
    operation: Endpoint,
    path: string,
    read: (answer: RestResponse) => unknown,
  ): InFlightRequest => {
    budget.spend(operation);
    const reading = options.client.read(operation, path, read, sender);
    const land = (): void => {
      if (tenant.inFlight.get(path) === flight) tenant.inFlight.delete(path);
    };
    const result = reading.result.then(
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
      pending: reading,
      result,
      joinableUntil: halfTime,
      waiters: 0,
      leave: land,
    };
    tenant.inFlight.set(path, flight);
    for (const waiting of tenant.waitingByPath.get(path) ?? []) waiting.cancel(superseded);
    options.trace?.follow(operation, scrubPath(path, sender.credential), reading.result);
    return flight;
  };

  /** The newest request of a path, where it may still be joined. */
  const find = (path: string): InFlightRequest | undefined => {
    const flight = tenant.inFlight.get(path);
    return flight !== undefined && tenant.now() <= flight.joinableUntil ? flight : undefined;
  };

  const joinNow = <T>(flight: InFlightRequest, waiter: Waiter<T>): void => {
    joinableUntil = Math.min(joinableUntil, flight.joinableUntil);
    join(flight, waiter, endings);
  };

  /** The flight of a path, sent now where nobody has sent it meanwhile. Holds a place of the process. */
  const launchOrFind = (
    operation: Endpoint,
    path: string,
    read: (answer: RestResponse) => unknown,
  ): InFlightRequest => {
    try {
      check(operation);
      const other = find(path);
      if (other === undefined) return launch(operation, path, read);
      budget.cost.shared += 1;
      processLimiter.release(tenant.queue);
      return other;
    } catch (error) {
      processLimiter.release(tenant.queue);
      throw error;
    }
  };

  const launchAndFollow = <T>({ operation, path, read }: Request<T>, waiter: Waiter<T>): void => {
    try {
      joinNow(launchOrFind(operation, path, read), waiter);
    } catch (error) {
      waiter.reject(asError(error));
    }
  };

  const readInTurn = <T>(request: Request<T>, waiter: Waiter<T>): void => {
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
        (reason: unknown) => waiter.reject(reasonFor(request.operation, reason)),
      );
  };

  /** Reads a path; holds a place of the operation. */
  const readOwn = <T>(request: Request<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const left = (): void => {
        operationLimiter.release(operationQueue);
        hasAnswers = true;
      };
      const waiter: Waiter<T> = {
        resolve(value) {
          left();
          resolve(value);
        },
        reject(error) {
          left();
          refusals.remember(request.operation, error);
          reject(error);
        },
      };
      try {
        check(request.operation);
      } catch (error) {
        waiter.reject(asError(error));
        return;
      }
      readInTurn(request, waiter);
    });

  return {
    read(operation, path, read) {
      try {
        check(operation);
      } catch (error) {
        return Promise.reject(asError(error));
      }
      const waiting = operationLimiter.acquire(operationQueue);
      const request = { operation, path, read };
      return waiting === undefined ? readOwn(request) : wait(waiting, endings).then(() => readOwn(request));
    },
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
