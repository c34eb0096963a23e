import { type Drift } from '../partner/drift.js';
import { type ErrorCode, PartnerError } from '../partner/error.js';
import { acceptEncoding } from './transport/decode-body.js';
import { type Endpoint, invalid } from './read-response.js';
import type { RetryBudget } from './retry-budget.js';
import { scrub, scrubPath } from '../partner/scrub.js';
import { type Exchange, type Transport, type RestResponse, TransportError } from './transport/transport.js';
import type { ResponseMemo } from './response-memo.js';

/** On whose behalf a request is sent. */
export interface Sender {
  readonly credential: string;
  /** Stands for the credential where answers are kept: a keyed hash of it. */
  readonly tenantKey: string;
  /** Id of the GraphQL request, sent as `X-Request-Id`. */
  readonly requestId: string;
  /** More headers of our own, for example the trace context. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Asked before a second attempt is sent; false keeps the first attempt's error. */
  readonly maySendAgain: (operation: Endpoint) => boolean;
  /** Told when a cache has answered, so that nothing was sent. */
  readonly servedFromCache: () => void;
}

/** One REST request as it ended, for logs, metrics and traces. Never holds the credential. */
export interface RequestReport {
  readonly endpoint: Endpoint;
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

export interface RestObserver {
  readonly requestStarted: (operation: Endpoint) => void;
  readonly requestEnded: (report: RequestReport) => void;
  readonly driftFound: (operation: Endpoint, drift: Drift) => void;
}

/** A request under way, second attempt and reading included. */
export interface PendingResult<T> {
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
  read<T>(
    operation: Endpoint,
    path: string,
    read: (answer: RestResponse) => T,
    sender: Sender,
  ): PendingResult<T>;
  close(): Promise<void>;
}

export interface ClientOptions {
  readonly transport: Transport;
  /** Milliseconds for one REST request, body included. */
  readonly timeoutMs: number;
  readonly observer: RestObserver;
  readonly retries: RetryBudget;
  readonly responseMemo: ResponseMemo;
  /** 0..1, for the jitter of a retry. */
  readonly random?: () => number;
}

const userAgent = 'partner-graphql';

/** Statuses of a gateway that may find its server again; every other status is an answer. */
const passingStatuses: ReadonlySet<number | undefined> = new Set([undefined, 502, 503, 504]);

export function createClient(options: ClientOptions): Client {
  return {
    read(operation, path, read, sender) {
      const task: Task<unknown> = { options, operation, path, read, sender, ...notFlying };
      // The value is what `read` has made.
      const result = attempt(task, 1) as Promise<ReturnType<typeof read>>;
      return { result, abort: (reason) => abort(task, reason) };
    },
    async close() {
      options.responseMemo.clear();
      await options.transport.close?.();
    },
  };
}

/** A request under way, and what `abort` must reach: the exchange, or the pause before the next one. */
interface Task<T> {
  readonly options: ClientOptions;
  readonly operation: Endpoint;
  readonly path: string;
  readonly read: (answer: RestResponse) => T;
  readonly sender: Sender;
  exchange: Exchange | undefined;
  wake: (() => void) | undefined;
  aborted: Error | undefined;
}

const notFlying = { exchange: undefined, wake: undefined, aborted: undefined };

type Outcome<T> = { readonly status: number | undefined; readonly wasSent: boolean } & (
  { readonly value: T } | { readonly error: unknown }
);

/** One promise for an attempt: this is the way of every request, and each layer costs. */
function attempt<T>(task: Task<T>, number: number): Promise<T> {
  const { operation, path, sender, options } = task;
  const { observer, retries, timeoutMs } = options;
  const startedAt = performance.now();
  observer.requestStarted(operation);
  const exchange = options.transport({ path, headers: headersOf(sender), tenantKey: sender.tenantKey });
  task.exchange = exchange;
  const timer = setTimeout(() => exchange.abort(timedOut(operation, timeoutMs)), timeoutMs);
  retries.started();
  const ended = (outcome: Outcome<T>): T | Promise<T> => {
    retries.ended();
    clearTimeout(timer);
    observer.requestEnded(reportOf(task, number, outcome, startedAt));
    if ('value' in outcome) return outcome.value;
    if (number === 1) return sendAgain(task, outcome.error);
    throw outcome.error;
  };
  return exchange.response.then(
    (answer) => ended(take(task, answer)),
    (cause: unknown) =>
      ended({
        status: undefined,
        wasSent: true,
        error: cause instanceof TransportError ? unusable(operation, cause) : cause,
      }),
  );
}

async function sendAgain<T>(task: Task<T>, error: unknown): Promise<T> {
  const { retries, random = Math.random } = task.options;
  if (!isPassing(error) || !retries.take()) throw error;
  try {
    await pause(retryDelayMs(random), task);
    if (task.aborted !== undefined) throw task.aborted;
    // Asked now, as a refusal may have come meanwhile.
    if (!task.sender.maySendAgain(task.operation)) throw error;
    return await attempt(task, 2);
  } finally {
    retries.refund();
  }
}

function take<T>(task: Task<T>, answer: RestResponse): Outcome<T> {
  const { operation, path, sender, options } = task;
  const { status, wasSent } = answer;
  try {
    if (!wasSent) sender.servedFromCache();
    const value = options.responseMemo.read(sender.tenantKey, path, answer, () => readScrubbed(task, answer));
    return { status, wasSent, value };
  } catch (cause) {
    return { status, wasSent, error: cause instanceof TransportError ? unusable(operation, cause) : cause };
  }
}

function readScrubbed<T>({ read, sender }: Task<T>, answer: RestResponse): T {
  const body = scrub(answer.body, sender.credential);
  if (body === answer.body) return read(answer);
  // With the credential in it, it is not to be kept.
  answer.mustBeReadAgain = true;
  return read({ ...answer, body });
}

function abort(task: Task<unknown>, reason: Error): void {
  task.aborted ??= reason;
  task.exchange?.abort(reason);
  task.wake?.();
}

const isPassing = (error: unknown): boolean =>
  error instanceof PartnerError &&
  error.code === 'UPSTREAM_UNAVAILABLE' &&
  passingStatuses.has(error.facts.status);

/** Jitter keeps the second attempts of many operations from arriving together. */
const retryDelayMs = (random: () => number): number => 20 + 80 * random();

const pause = (milliseconds: number, task: Task<unknown>): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    task.wake = () => {
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

function unusable(operation: Endpoint, fault: TransportError): PartnerError {
  if (fault.kind === 'broken') return invalid(operation, fault.message, undefined, fault);
  const message = `${operation.id} failed: the Partner API ${fault.message}.`;
  return new PartnerError('UPSTREAM_UNAVAILABLE', message, { operation: operation.id }, fault);
}

function timedOut(operation: Endpoint, timeoutMs: number): PartnerError {
  const message = `${operation.id} was not answered whole within ${timeoutMs} ms (UPSTREAM_TIMEOUT_MS).`;
  return new PartnerError('UPSTREAM_TIMEOUT', message, { operation: operation.id });
}

function reportOf<T>(
  { operation, path, sender }: Task<T>,
  number: number,
  outcome: Outcome<T>,
  startedAt: number,
): RequestReport {
  const error = 'error' in outcome && outcome.error instanceof PartnerError ? outcome.error : undefined;
  return {
    endpoint: operation,
    path: scrubPath(path, sender.credential),
    attempt: number,
    status: outcome.status,
    wasSent: outcome.wasSent,
    code: error?.code,
    upstreamRequestId: error?.facts.requestId,
    requestId: sender.requestId,
    startedAt,
    milliseconds: performance.now() - startedAt,
  };
}
