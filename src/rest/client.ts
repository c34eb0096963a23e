import { PartnerError, reportedCode } from '../partner/error.js';
import type { Endpoint } from '../partner/endpoint.js';
import { scrubPath } from '../partner/scrub.js';
import { type PageForm, type Parsed, readResponse, scrubResponse, valueOf } from './read-response.js';
import { failureCause, type RequestReport, type RestObserver } from './request-report.js';
import { errorOfTransport, timedOut } from './response-error.js';
import { isPassing, type RetryBudget } from './retry-budget.js';
import { acceptEncoding } from './transport/decode-body.js';
import { type Exchange, type RestResponse, type Transport } from './transport/transport.js';

export interface ClientRequest {
  readonly endpoint: Endpoint;
  /** Filled path with its query. */
  readonly path: string;
  /** How a page is to be parsed; a record is always parsed whole. */
  readonly pageForm: PageForm;
}

/** What a credential has read. Times are those of `performance.now()`, earlier where a cache on the way has aged a response. */
export interface KnownResponses {
  /** What the last response to the path was parsed to, where this one is the same text. It must not be changed. */
  recognize(path: string, response: RestResponse, sentAt: number): Parsed | undefined;
  /** Takes a 200 that `recognize` did not know. */
  keep(path: string, response: RestResponse, parsed: Parsed, sentAt: number): void;
}

/** On whose behalf a request is sent. */
export interface Sender {
  readonly credential: string;
  /** Id of the GraphQL request, sent as `X-Request-Id`. */
  readonly requestId: string;
  /** More headers of our own, for example the trace context. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whether a second attempt may be sent; false keeps the first attempt's error. */
  readonly maySendAgain: (endpoint: Endpoint) => boolean;
  /** Undefined where none is remembered. */
  readonly responses?: KnownResponses | undefined;
}

/** A request under way, second attempt and parsing included. */
export interface PendingResult {
  /** The record of a record endpoint, the `Page` of a list endpoint. */
  readonly result: Promise<unknown>;
  abort(reason: Error): void;
}

export interface Client {
  /** Sends one GET and parses its response; rejects with PartnerErrors alone, or with the reason of its abort. */
  read(request: ClientRequest, sender: Sender): PendingResult;
  close(): Promise<void>;
}

interface ClientOptions {
  readonly transport: Transport;
  /** Milliseconds for one REST request, body included. */
  readonly timeoutMs: number;
  readonly observer: RestObserver;
  readonly retries: RetryBudget;
  /** 0..1, for the jitter of a retry. */
  readonly random?: () => number;
}

export function createClient(options: ClientOptions): Client {
  return {
    read(request, sender) {
      const task: Task = { options, request, sender, ...notStarted };
      return { result: send(task), abort: (reason) => abort(task, reason) };
    },
    close: async () => options.transport.close?.(),
  };
}

/** A request under way, and what `abort` must reach: the exchange, or the pause before the next one. */
interface Task {
  readonly options: ClientOptions;
  readonly request: ClientRequest;
  readonly sender: Sender;
  attempt: number;
  /** When the attempt has started, by `performance.now()`. */
  startedAt: number;
  exchange: Exchange | undefined;
  wake: (() => void) | undefined;
  aborted: Error | undefined;
}

const notStarted = { attempt: 0, startedAt: 0, exchange: undefined, wake: undefined, aborted: undefined };

type Outcome = { readonly status: number | undefined } & (
  | { readonly value: unknown }
  | { readonly error: unknown }
);

/** One promise for an attempt: every request passes here, and each layer costs. */
function send(task: Task): Promise<unknown> {
  const { request, sender, options } = task;
  const { endpoint, path } = request;
  const { observer, retries, timeoutMs } = options;
  task.attempt += 1;
  task.startedAt = performance.now();
  observer.requestStarted(endpoint);
  const exchange = options.transport({ path, headers: headersOf(sender) });
  task.exchange = exchange;
  const timer = setTimeout(() => exchange.abort(timedOut(endpoint, timeoutMs, exchange)), timeoutMs);
  retries.started();
  const ended = (outcome: Outcome): unknown => {
    retries.ended();
    clearTimeout(timer);
    observer.requestEnded(reportOf(task, outcome));
    if ('value' in outcome) return outcome.value;
    if (task.attempt === 1) return sendAgain(task, outcome.error);
    throw outcome.error;
  };
  return exchange.response.then(
    (response) => ended(take(task, response)),
    (cause: unknown) => ended({ status: undefined, error: errorOfTransport(endpoint, cause) }),
  );
}

async function sendAgain(task: Task, error: unknown): Promise<unknown> {
  const { retries, random = Math.random } = task.options;
  if (!isPassing(error) || !retries.take()) throw error;
  try {
    // Jitter keeps the second attempts of many operations from arriving together.
    await pause(20 + 80 * random(), task);
    if (task.aborted !== undefined) throw task.aborted;
    // Asked now, as a refusal may have come meanwhile.
    if (!task.sender.maySendAgain(task.request.endpoint)) throw error;
    return await send(task);
  } finally {
    retries.refund();
  }
}

function take(task: Task, response: RestResponse): Outcome {
  const { options, startedAt } = task;
  const { credential, responses } = task.sender;
  const { endpoint, path, pageForm } = task.request;
  const { status } = response;
  try {
    const sentAt = startedAt - agedMs(response.age);
    const known = status === 200 ? responses?.recognize(path, response, sentAt) : undefined;
    if (known !== undefined) return { status, value: valueOf(known) };
    const readable = scrubResponse(response, credential);
    const parsed = readResponse(endpoint, pageForm, readable, options.observer.driftFound);
    // A body that holds the credential must not stay in memory.
    if (readable === response) responses?.keep(path, response, parsed, sentAt);
    return { status, value: valueOf(parsed) };
  } catch (error) {
    return { status, error };
  }
}

/** Milliseconds by which a cache on the way has aged a response (RFC 9111, 5.1), with what it may have rounded off. */
function agedMs(age: string | undefined): number {
  if (age === undefined) return 0;
  return /^\d+$/.test(age) ? 1000 * (Number(age) + 1) : Infinity;
}

function abort(task: Task, reason: Error): void {
  task.aborted ??= reason;
  task.exchange?.abort(reason);
  task.wake?.();
}

const headersOf = ({ credential, requestId, headers }: Sender): Record<string, string> => ({
  authorization: `Bearer ${credential}`,
  accept: 'application/json',
  'accept-encoding': acceptEncoding,
  'user-agent': 'partner-graphql',
  'x-request-id': requestId,
  ...headers,
});

const pause = (milliseconds: number, task: Task): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    task.wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });

function reportOf({ request, sender, attempt, startedAt }: Task, outcome: Outcome): RequestReport {
  const error = 'error' in outcome && outcome.error instanceof PartnerError ? outcome.error : undefined;
  return {
    endpoint: request.endpoint,
    path: scrubPath(request.path, sender.credential),
    attempt,
    status: outcome.status,
    code: error && reportedCode(error),
    cause: error && failureCause(error),
    upstreamRequestId: error?.facts.requestId,
    requestId: sender.requestId,
    startedAt,
    milliseconds: performance.now() - startedAt,
  };
}
