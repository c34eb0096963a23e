import type { Client, Sender } from '../rest/client.js';
import type { AnyOperation } from '../rest/read-answer.js';
import { scrubPath } from '../rest/scrub.js';
import type { WireAnswer } from '../rest/transport.js';
import { PartnerError } from '../partner/error.js';
import type { Budget } from './budget.js';
import type { Gate, Waiting } from './gate.js';
import type { Refusals } from './refusal.js';
import type { Flight, Tenant } from './tenant.js';
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
  /** Whether any answer has come yet. */
  readonly hasAnswers: () => boolean;
}

export interface RequestOptions {
  readonly client: Client;
  readonly sender: Omit<Sender, 'maySendAgain' | 'wasSpared' | 'partition'>;
  readonly tenant: Tenant;
  readonly budget: Budget;
  readonly refusals: Refusals;
  /** Places of this operation alone. */
  readonly ownGate: Gate;
  /** Places of the whole process, in which credentials take turns. */
  readonly commonGate: Gate;
  /** Where every request is written down, if somebody asked for it. */
  readonly trace: Trace | undefined;
}

/** Something that ends with the operation: a place in a queue, or a flight that is waited for. */
type Ending = (reason: Error) => void;

export function createRequests(options: RequestOptions): Requests {
  const { tenant, budget, refusals, ownGate, commonGate } = options;
  const endings = new Set<Ending>();
  let ended: Error | undefined;
  let hasAnswers = false;
  const sender: Omit<Sender, 'maySendAgain'> = {
    ...options.sender,
    partition: tenant.name,
    wasSpared: () => budget.spare(),
  };

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

  const wait = async (waiting: Waiting): Promise<void> => {
    const ending: Ending = (reason) => waiting.cancel(reason);
    endings.add(ending);
    await waiting.ready.finally(() => endings.delete(ending));
  };

  const follow = <T>(flight: Flight): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      flight.waiters += 1;
      const ending: Ending = (reason) => {
        reject(reason);
        flight.waiters -= 1;
        if (flight.waiters > 0) return;
        flight.land();
        flight.reading.abort(reason);
      };
      endings.add(ending);
      // A flight is found under the path that its operation fills, so what it brings is what `read` would make.
      const result = flight.reading.result as Promise<T>;
      result.then(
        (value) => {
          endings.delete(ending);
          resolve(value);
        },
        (error: unknown) => {
          endings.delete(ending);
          reject(asError(error));
        },
      );
    });

  /** Sends a request whose place in the process is taken; the place goes back with the answer, not with whoever waits. */
  const launch = (operation: AnyOperation, path: string, read: (answer: WireAnswer) => unknown): Flight => {
    budget.spend(operation);
    const maySendAgain = (): boolean => isWelcome(operation) && budget.spendOnRetry();
    const reading = options.client.read(operation, path, read, { ...sender, maySendAgain });
    const land = (): void => {
      if (tenant.flights.get(path) === flight) tenant.flights.delete(path);
    };
    const flight: Flight = { reading, waiters: 0, land };
    tenant.flights.set(path, flight);
    for (const waiting of tenant.queues.get(path) ?? []) waiting.cancel(overtaken);
    options.trace?.follow(operation, scrubPath(path, sender.credential), reading.result);
    reading.result.then(
      () => {
        land();
        commonGate.leave();
        tenant.coolDown.answered();
      },
      (error: unknown) => {
        land();
        commonGate.leave();
        if (!(error instanceof PartnerError)) return;
        if (error.code === 'RATE_LIMITED') tenant.coolDown.refused(error);
        else if (isAnswer(error)) tenant.coolDown.answered();
      },
    );
    return flight;
  };

  /** The flight of a path, sent now where nobody has sent it meanwhile. Holds a place of the process. */
  const launchOrFind = (
    operation: AnyOperation,
    path: string,
    read: (answer: WireAnswer) => unknown,
  ): Flight => {
    try {
      check(operation);
      const other = tenant.flights.get(path);
      if (other === undefined) return launch(operation, path, read);
      budget.cost.shared += 1;
      commonGate.leave();
      return other;
    } catch (error) {
      commonGate.leave();
      throw error;
    }
  };

  const readInTurn = <T>(
    operation: AnyOperation,
    path: string,
    read: (answer: WireAnswer) => T,
  ): Promise<T> => {
    const other = tenant.flights.get(path);
    if (other !== undefined) return join(other);
    const waiting = commonGate.enter(tenant);
    if (waiting === undefined) return follow(launchOrFind(operation, path, read));
    return queue(path, waiting).then((isAdmitted) =>
      isAdmitted ? follow<T>(launchOrFind(operation, path, read)) : readInTurn(operation, path, read),
    );
  };

  /** Waits for a place of the process for a path; false where another operation has sent its request meanwhile. */
  const queue = async (path: string, waiting: Waiting): Promise<boolean> => {
    const others = tenant.queues.get(path) ?? new Set();
    tenant.queues.set(path, others.add(waiting));
    try {
      await wait(waiting);
      return true;
    } catch (reason) {
      if (reason === overtaken) return false;
      throw reason;
    } finally {
      others.delete(waiting);
      if (others.size === 0 && tenant.queues.get(path) === others) tenant.queues.delete(path);
    }
  };

  const join = <T>(flight: Flight): Promise<T> => {
    budget.cost.shared += 1;
    return follow<T>(flight);
  };

  /** Reads a path; holds a place of the operation. */
  const readOwn = <T>(operation: AnyOperation, path: string, read: (answer: WireAnswer) => T): Promise<T> => {
    const left = (): void => {
      ownGate.leave();
      hasAnswers = true;
    };
    let result: Promise<T>;
    try {
      check(operation);
      result = readInTurn(operation, path, read);
    } catch (error) {
      result = Promise.reject(asError(error));
    }
    return result.then(
      (value) => {
        left();
        return value;
      },
      (error: unknown) => {
        left();
        refusals.remember(operation, error);
        throw error;
      },
    );
  };

  return {
    read(operation, path, read) {
      try {
        check(operation);
      } catch (error) {
        return Promise.reject(asError(error));
      }
      const waiting = ownGate.enter(options);
      if (waiting === undefined) return readOwn(operation, path, read);
      return wait(waiting).then(() => readOwn(operation, path, read));
    },
    hasAnswers: () => hasAnswers,
    end(reason) {
      ended ??= reason;
      for (const ending of [...endings]) ending(reason);
      endings.clear();
    },
  };
}

/** Tells whoever stands in the queue for a path that its request is on its way. */
const overtaken = new Error('Another operation has sent the request.');

const asError = (cause: unknown): Error =>
  cause instanceof Error ? cause : new Error('Unknown failure', { cause });

/** A gateway's status tells nothing of the quota behind it. */
const isAnswer = ({ facts: { status } }: PartnerError): boolean => status !== undefined && status < 500;
