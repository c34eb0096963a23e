import type { Client, Sender } from '../rest/client.js';
import type { AnyOperation } from '../rest/read-answer.js';
import { scrubPath } from '../partner/scrub.js';
import type { WireAnswer } from '../rest/transport/transport.js';
import { PartnerError } from '../partner/error.js';
import type { Budget } from './budget.js';
import { repeat } from '../tenant/cool-down.js';
import {
  asError,
  type Ending,
  follow,
  overtaken,
  queue,
  wait,
  type Waiter,
} from '../tenant/in-flight-request.js';
import type { Gate } from '../tenant/limiter.js';
import { createLane } from '../tenant/lane.js';
import type { Refusals } from './refusal.js';
import type { Flight, Tenant } from '../tenant/tenant.js';
import type { Trace } from './trace.js';

/** Reads one path for one operation, or joins another operation of the same credential that already does. */
export interface Requests {
  /**
   * @param read makes the value of an answer, or throws a PartnerError
   * @returns rejects with a PartnerError, or with the reason that `end` was given
   */
  read<T>(operation: AnyOperation, path: string, read: (answer: WireAnswer) => T): Promise<T>;
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
  readonly ownGate: Gate;
  /** Places of the whole process, in which credentials take turns. */
  readonly commonGate: Gate;
  /** Milliseconds for one REST request (UPSTREAM_TIMEOUT_MS). */
  readonly timeoutMs: number;
  /** Where every request is written down, if somebody asked for it. */
  readonly trace: Trace | undefined;
}

/** What is to be read, and how. */
interface Request<T> {
  readonly operation: AnyOperation;
  readonly path: string;
  readonly read: (answer: WireAnswer) => T;
}

export function createRequests(options: RequestOptions): Requests {
  const { tenant, budget, refusals, ownGate, commonGate } = options;
  const endings = new Set<Ending>();
  const ownLane = createLane();
  let ended: Error | undefined;
  let hasAnswers = false;
  /** Of all requests that were waited for. */
  let joinableUntil = Infinity;
  const check = (operation: AnyOperation): void => {
    if (ended !== undefined) throw ended;
    refusals.check(operation);
    tenant.coolDown.check(operation);
  };

  /** Whether nothing that came meanwhile forbids a second attempt. Others may wait for it when this operation is over. */
  const isWelcome = (operation: AnyOperation): boolean => {
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
    partition: tenant.name,
    requestId: options.requestId,
    headers: options.headers,
    maySendAgain: (operation) => isWelcome(operation) && budget.spendOnRetry(),
    wasSpared: () => budget.spare(),
  };

  /** Takes note of why a request has failed, for later operations; returns what its waiters are given. */
  const note = (error: unknown): Error => {
    if (!(error instanceof PartnerError)) return asError(error);
    if (error.code === 'UNAUTHENTICATED') commonGate.refuse(tenant.lane, error);
    else if (provesCredential(error)) commonGate.accept(tenant.lane);
    if (error.code === 'RATE_LIMITED') return tenant.coolDown.refused(error);
    if (isAnswer(error)) tenant.coolDown.answered();
    return error;
  };

  /** Sends a request whose place in the process is taken; the place goes back with the answer, not with whoever waits. */
  const launch = (operation: AnyOperation, path: string, read: (answer: WireAnswer) => unknown): Flight => {
    budget.spend(operation);
    const reading = options.client.read(operation, path, read, sender);
    const land = (): void => {
      if (tenant.flights.get(path) === flight) tenant.flights.delete(path);
    };
    const result = reading.result.then(
      (value) => {
        land();
        commonGate.accept(tenant.lane);
        commonGate.leave(tenant.lane);
        tenant.coolDown.answered();
        return value;
      },
      (error: unknown) => {
        land();
        const noted = note(error);
        commonGate.leave(tenant.lane);
        throw noted;
      },
    );
    const halfTime = tenant.now() + options.timeoutMs / 2;
    const flight: Flight = { reading, result, joinableUntil: halfTime, waiters: 0, land };
    tenant.flights.set(path, flight);
    for (const waiting of tenant.queues.get(path) ?? []) waiting.cancel(overtaken);
    options.trace?.follow(operation, scrubPath(path, sender.credential), reading.result);
    return flight;
  };

  /** The newest request of a path, where it may still be joined. */
  const find = (path: string): Flight | undefined => {
    const flight = tenant.flights.get(path);
    return flight !== undefined && tenant.now() <= flight.joinableUntil ? flight : undefined;
  };

  const join = <T>(flight: Flight, waiter: Waiter<T>): void => {
    joinableUntil = Math.min(joinableUntil, flight.joinableUntil);
    follow(flight, waiter, endings);
  };

  /** The flight of a path, sent now where nobody has sent it meanwhile. Holds a place of the process. */
  const launchOrFind = (
    operation: AnyOperation,
    path: string,
    read: (answer: WireAnswer) => unknown,
  ): Flight => {
    try {
      check(operation);
      const other = find(path);
      if (other === undefined) return launch(operation, path, read);
      budget.cost.shared += 1;
      commonGate.leave(tenant.lane);
      return other;
    } catch (error) {
      commonGate.leave(tenant.lane);
      throw error;
    }
  };

  const launchAndFollow = <T>({ operation, path, read }: Request<T>, waiter: Waiter<T>): void => {
    try {
      join(launchOrFind(operation, path, read), waiter);
    } catch (error) {
      waiter.reject(asError(error));
    }
  };

  const readInTurn = <T>(request: Request<T>, waiter: Waiter<T>): void => {
    const other = find(request.path);
    if (other !== undefined) {
      budget.cost.shared += 1;
      join(other, waiter);
      return;
    }
    const waiting = commonGate.enter(tenant.lane);
    if (waiting === undefined) launchAndFollow(request, waiter);
    else
      queue(tenant, request.path, waiting, endings).then(
        (isAdmitted) => (isAdmitted ? launchAndFollow : readInTurn)(request, waiter),
        (reason: unknown) => waiter.reject(reasonFor(request.operation, reason)),
      );
  };

  /** Reads a path; holds a place of the operation. */
  const readOwn = <T>(request: Request<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const left = (): void => {
        ownGate.leave(ownLane);
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
      const waiting = ownGate.enter(ownLane);
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
const reasonFor = (operation: AnyOperation, reason: unknown): Error =>
  reason instanceof PartnerError && reason.code === 'UNAUTHENTICATED'
    ? repeat(reason, operation)
    : asError(reason);
