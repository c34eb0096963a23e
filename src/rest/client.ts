import { type Drift } from '../partner/drift.js';
import { type ErrorCode, PartnerError } from '../partner/error.js';
import { acceptEncoding } from './decode-body.js';
import { type AnyOperation, invalid } from './read-answer.js';
import type { RetryBudget } from './retry-budget.js';
import { scrub, scrubPath } from './scrub.js';
import { type Exchange, type Transport, type WireAnswer, WireFault } from './transport.js';

/** On whose behalf a request is sent. */
export interface Sender {
  readonly credential: string;
  /** Stands for the credential where answers are kept: a keyed hash of it. */
  readonly partition: string;
  /** Id of the GraphQL request, sent as `X-Request-Id`. */
  readonly requestId: string;
  /** More headers of our own, for example the trace context. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Asked before a second attempt is sent; false keeps the first attempt's error. */
  readonly maySendAgain: () => boolean;
  /** Told when a cache has answered, so that nothing was sent. */
  readonly wasSpared: () => void;
}

/** One REST request as it ended, for logs, metrics and traces. Never holds the credential. */
export interface RequestReport {
  readonly operation: AnyOperation;
  readonly path: string;
  readonly attempt: number;
  /** False where a cache gave the answer. */
  readonly wasSent: boolean;
  readonly status: number | undefined;
  readonly code: ErrorCode | undefined;
  /** The upstream's id of the request, from its envelope. */
  readonly upstreamRequestId: string | undefined;
  readonly requestId: string;
  readonly startedAt: number;
  readonly milliseconds: number;
}

export interface WireObserver {
  readonly requestStarted: (operation: AnyOperation) => void;
  readonly requestEnded: (report: RequestReport) => void;
  readonly driftFound: (operation: AnyOperation, drift: Drift) => void;
}

/** A request under way, second attempt and reading included. */
export interface Reading<T> {
  readonly result: Promise<T>;
  abort(reason: Error): void;
}

export interface Client {
  /**
   * Sends one GET and reads its answer.
   *
   * @param path filled path with its query
   * @param read makes the value of an answer, or throws a PartnerError
   * @returns a reading that rejects with PartnerErrors alone, or with the reason of its abort
   */
  read<T>(operation: AnyOperation, path: string, read: (answer: WireAnswer) => T, sender: Sender): Reading<T>;
  close(): Promise<void>;
}

export interface ClientOptions {
  readonly transport: Transport;
  /** Milliseconds for one REST request, body included. */
  readonly timeoutMs: number;
  readonly observer: WireObserver;
  readonly retries: RetryBudget;
  /** 0..1, for the jitter of a retry. */
  readonly random?: () => number;
}

const userAgent = 'partner-graphql';

/** Statuses of a gateway that may find its server again; every other status is an answer. */
const passingStatuses: ReadonlySet<number | undefined> = new Set([undefined, 502, 503, 504]);

export function createClient({
  transport,
  timeoutMs,
  observer,
  retries,
  random = Math.random,
}: ClientOptions): Client {
  return {
    read(operation, path, read, sender) {
      const flight: Flight = { exchange: undefined, wake: undefined, aborted: undefined };
      const attempt = async (number: number) => {
        const startedAt = performance.now();
        observer.requestStarted(operation);
        const outcome = await sendOnce(operation, path, read, sender, flight);
        observer.requestEnded({
          operation,
          path: scrubPath(path, sender.credential),
          attempt: number,
          startedAt,
          ...report(outcome, sender, startedAt),
        });
        return outcome;
      };
      return {
        result: sendUntilAnswered(attempt, sender, flight, retries, random),
        abort: (reason) => abort(flight, reason),
      };
    },
    close: async () => transport.close?.(),
  };

  async function sendOnce<T>(
    operation: AnyOperation,
    path: string,
    read: (answer: WireAnswer) => T,
    sender: Sender,
    flight: Flight,
  ): Promise<Outcome<T>> {
    const exchange = transport({ path, headers: headersOf(sender), partition: sender.partition });
    flight.exchange = exchange;
    const timer = setTimeout(() => exchange.abort(timedOut(operation, timeoutMs)), timeoutMs);
    let status: number | undefined;
    let wasSent = true;
    retries.began();
    try {
      const answer = await exchange.answer;
      status = answer.status;
      wasSent = answer.wasSent;
      if (!wasSent) sender.wasSpared();
      return { status, wasSent, value: read({ ...answer, body: scrub(answer.body, sender.credential) }) };
    } catch (cause) {
      return { status, wasSent, error: cause instanceof WireFault ? unusable(operation, cause) : cause };
    } finally {
      retries.ended();
      clearTimeout(timer);
    }
  }
}

/** What `abort` must reach: the exchange under way, or the pause before the next one. */
interface Flight {
  exchange: Exchange | undefined;
  wake: (() => void) | undefined;
  aborted: Error | undefined;
}

type Outcome<T> = { readonly status: number | undefined; readonly wasSent: boolean } & (
  { readonly value: T } | { readonly error: unknown }
);

async function sendUntilAnswered<T>(
  attempt: (number: number) => Promise<Outcome<T>>,
  sender: Sender,
  flight: Flight,
  retries: RetryBudget,
  random: () => number,
): Promise<T> {
  const first = await attempt(1);
  if ('value' in first) return first.value;
  if (!isPassing(first.error) || !retries.take()) throw first.error;
  try {
    await pause(retryDelayMs(random), flight);
    if (flight.aborted !== undefined) throw flight.aborted;
    // Asked now, as a refusal may have come meanwhile.
    if (!sender.maySendAgain()) throw first.error;
    const second = await attempt(2);
    if ('value' in second) return second.value;
    throw second.error;
  } finally {
    retries.giveBack();
  }
}

function abort(flight: Flight, reason: Error): void {
  flight.aborted ??= reason;
  flight.exchange?.abort(reason);
  flight.wake?.();
}

const isPassing = (error: unknown): boolean =>
  error instanceof PartnerError &&
  error.code === 'UPSTREAM_UNAVAILABLE' &&
  passingStatuses.has(error.facts.status);

/** Jitter keeps the second attempts of many operations from arriving together. */
const retryDelayMs = (random: () => number): number => 20 + 80 * random();

const pause = (milliseconds: number, flight: Flight): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    flight.wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });

const headersOf = ({ credential, requestId, headers }: Sender): Record<string, string> => ({
  authorization: `Bearer ${credential}`,
  accept: 'application/json',
  'accept-encoding': acceptEncoding,
  'user-agent': userAgent,
  'x-request-id': requestId,
  ...headers,
});

function unusable(operation: AnyOperation, fault: WireFault): PartnerError {
  if (fault.kind === 'broken') return invalid(operation, fault.message, undefined, fault);
  const message = `${operation.id} failed: the Partner API ${fault.message}.`;
  return new PartnerError('UPSTREAM_UNAVAILABLE', message, { operation: operation.id }, fault);
}

function timedOut(operation: AnyOperation, timeoutMs: number): PartnerError {
  const message = `${operation.id} was not answered whole within ${timeoutMs} ms (UPSTREAM_TIMEOUT_MS).`;
  return new PartnerError('UPSTREAM_TIMEOUT', message, { operation: operation.id });
}

function report<T>(outcome: Outcome<T>, { requestId }: Sender, startedAt: number) {
  const error = 'error' in outcome && outcome.error instanceof PartnerError ? outcome.error : undefined;
  return {
    status: outcome.status,
    wasSent: outcome.wasSent,
    code: error?.code,
    upstreamRequestId: error?.facts.requestId,
    requestId,
    milliseconds: performance.now() - startedAt,
  };
}
