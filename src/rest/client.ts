import { PartnerError, reportedCode } from '../partner/error.js';
import type { Endpoint } from '../partner/endpoint.js';
import { scrubPath } from '../partner/scrub.js';
import {
  agedMs,
  type PageForm,
  type Parsed,
  readResponse,
  scrubResponse,
  valueOf,
} from './read-response.js';
import { failureCause, type RequestReport, type RestObserver } from './request-report.js';
import { errorOfTransport, timedOut } from './response-error.js';
import { acceptEncoding } from './transport/decode-body.js';
import { createFetchTransport } from './transport/fetch-transport.js';
import type {
  BytesRead,
  Exchange,
  RestResponse,
  RestSettings,
  Transport,
} from './transport/transport.js';
import { createUndiciTransport } from './transport/undici-transport.js';

export interface ClientRequest {
  readonly endpoint: Endpoint;
  /** Filled path with its query. */
  readonly path: string;
  /** How a page is to be parsed; a record is always parsed whole. */
  readonly pageForm: PageForm;
}

/**
 * What a credential has read. Times are those of `performance.now()`, earlier where a cache on the
 * way has aged a response.
 */
export interface KnownResponses {
  /**
   * What the last response to the path was parsed to, where this one is the same text. It must not
   * be changed.
   */
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
  readonly responses?: KnownResponses | undefined;
}

/** A request under way, second attempt and parsing included. */
export type PendingResult = Pick<SentRequest, 'result' | 'abort'>;

export interface ClientOptions {
  /** Sends the requests instead of undici. */
  readonly fetch?: typeof fetch | undefined;
  /** Sends the requests instead of undici and `fetch`. */
  readonly transport?: Transport | undefined;
  readonly observer: RestObserver;
  readonly retries?: RetryBudget;
  /** 0..1, for the jitter of a retry. */
  readonly random?: () => number;
}

/** The client of the Partner API with the transport that the options ask for. */
export function createClient(settings: RestSettings, options: ClientOptions) {
  const { observer, retries = createRetryBudget(), random = Math.random } = options;
  const transport = options.transport ?? createTransport(settings, options.fetch);
  const parts = { transport, timeoutMs: settings.UPSTREAM_TIMEOUT_MS, observer, retries, random };
  return {
    /**
     * Sends one GET, counts the bytes of its body as they come, and parses its response; rejects
     * with PartnerErrors alone, or with the reason of its abort.
     */
    read: (request: ClientRequest, sender: Sender, bytesRead?: BytesRead): PendingResult =>
      new SentRequest(parts, request, sender, bytesRead),
    close: async (): Promise<void> => transport.close?.(),
  };
}

export type Client = ReturnType<typeof createClient>;

const createTransport = (settings: RestSettings, fetchFn: typeof fetch | undefined): Transport =>
  fetchFn === undefined ? createUndiciTransport(settings) : createFetchTransport(settings, fetchFn);

type ClientParts = Required<Pick<ClientOptions, 'observer' | 'retries' | 'random'>> & {
  readonly transport: Transport;
  readonly timeoutMs: number;
};

type Outcome =
  | { readonly status: number | undefined; readonly value: unknown }
  | { readonly status: number | undefined; readonly error: unknown };

class SentRequest {
  /** The record of a record endpoint, the `Page` of a list endpoint. */
  readonly result: Promise<unknown>;
  private attempt = 0;
  private startedAt = 0;
  private exchange: Exchange | undefined;
  /** Ends the pause before the second attempt. */
  private wake: (() => void) | undefined;
  private aborted: Error | undefined;

  constructor(
    private readonly client: ClientParts,
    private readonly request: ClientRequest,
    private readonly sender: Sender,
    private readonly bytesRead: BytesRead | undefined,
  ) {
    this.result = this.send();
  }

  abort(reason: Error): void {
    this.aborted ??= reason;
    this.exchange?.abort(reason);
    this.wake?.();
  }

  /** One promise for an attempt: every request passes here, and each layer costs. */
  private send(): Promise<unknown> {
    const { endpoint, path } = this.request;
    const { transport, observer, retries, timeoutMs } = this.client;
    this.attempt += 1;
    this.startedAt = performance.now();
    const outgoing = { path, headers: headersOf(this.sender) };
    const observed = observer.requestStarted(outgoing);
    const exchange = transport(outgoing, this.bytesRead);
    this.exchange = exchange;
    const timer = setTimeout(
      () => exchange.abort(timedOut(endpoint, timeoutMs, exchange)),
      timeoutMs,
    );
    retries.started();
    const ended = (outcome: Outcome): unknown => {
      retries.ended();
      clearTimeout(timer);
      observed(this.report(outcome));
      if ('value' in outcome) return outcome.value;
      if (this.attempt === 1) return this.sendAgain(outcome.error);
      throw outcome.error;
    };
    return exchange.response.then(
      (response) => ended(this.take(response)),
      (cause: unknown) => ended({ status: undefined, error: errorOfTransport(endpoint, cause) }),
    );
  }

  private async sendAgain(error: unknown): Promise<unknown> {
    const { retries, random } = this.client;
    if (!isPassing(error) || this.isOver() || !retries.take()) throw error;
    try {
      // Jitter keeps the second attempts of many operations from arriving together.
      await this.pause(20 + 80 * random());
      if (this.aborted !== undefined) throw this.aborted;
      // Asked now, as a refusal may have come meanwhile.
      if (!this.sender.maySendAgain(this.request.endpoint)) throw error;
      return await this.send();
    } finally {
      retries.refund();
    }
  }

  /** Whether nobody waits for it any more, or the first attempt has taken all of its time. */
  private isOver(): boolean {
    return (
      this.aborted !== undefined || performance.now() - this.startedAt >= this.client.timeoutMs
    );
  }

  private pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private take(response: RestResponse): Outcome {
    const { credential, responses } = this.sender;
    const { endpoint, path, pageForm } = this.request;
    const { status } = response;
    try {
      const sentAt = this.startedAt - agedMs(response.age);
      const known = status === 200 ? responses?.recognize(path, response, sentAt) : undefined;
      if (known !== undefined) return { status, value: valueOf(known) };
      const readable = scrubResponse(response, credential);
      const parsed = readResponse(endpoint, pageForm, readable, this.client.observer.driftFound);
      // A body that holds the credential must not stay in memory.
      if (readable === response) responses?.keep(path, response, parsed, sentAt);
      return { status, value: valueOf(parsed) };
    } catch (error) {
      return { status, error };
    }
  }

  private report(outcome: Outcome): RequestReport {
    const { request, sender, attempt, startedAt } = this;
    const error =
      'error' in outcome && outcome.error instanceof PartnerError ? outcome.error : undefined;
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
}

const headersOf = ({ credential, requestId, headers }: Sender): Record<string, string> => ({
  authorization: `Bearer ${credential}`,
  accept: 'application/json',
  'accept-encoding': acceptEncoding,
  'user-agent': 'partner-graphql',
  'x-request-id': requestId,
  ...headers,
});

/** Share of the requests in flight that may be second attempts. */
const share = 0.1;

/**
 * Second attempts that are always allowed: a lone failure is retried even when little else is in
 * flight.
 */
const minRetries = 10;

export type RetryBudget = ReturnType<typeof createRetryBudget>;

/**
 * Second attempts of the whole process: many failures must not double the load on a failing
 * upstream. It follows the load, without a clock. First attempts are never held back: the first
 * good response ends an outage.
 */
export function createRetryBudget() {
  let inFlight = 0;
  let taken = 0;
  return {
    /** Called around each request, as is `ended`. */
    started(): void {
      inFlight += 1;
    },
    ended(): void {
      inFlight -= 1;
    },
    /** Takes a slot for a second attempt; false where none is left. */
    take(): boolean {
      if (taken >= Math.max(minRetries, share * inFlight)) return false;
      taken += 1;
      return true;
    },
    refund(): void {
      taken -= 1;
    },
  };
}

/**
 * No response, or the status of a gateway that may find its server again; every other status is
 * final.
 */
const passingStatuses: ReadonlySet<number | undefined> = new Set([undefined, 502, 503, 504]);

const isPassing = (error: unknown): boolean =>
  error instanceof PartnerError &&
  error.code === 'UPSTREAM_UNAVAILABLE' &&
  passingStatuses.has(error.facts.status);
