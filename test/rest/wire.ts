import { PartnerError } from '../../src/partner/error.js';
import { getOrganization } from '../../src/partner/organization.js';
import { createClient } from '../../src/rest/client.js';
import type { RequestReport } from '../../src/rest/observer.js';
import type { Sender } from '../../src/rest/sender.js';
import { createRetryBudget, type RetryBudget } from '../../src/rest/retry-budget.js';
import type { Endpoint } from '../../src/partner/endpoint.js';
import type { Transport, RestResponse, RestRequest } from '../../src/rest/transport/transport.js';
import { createResponseMemo } from '../../src/rest/response-memo.js';

/** One attempt as the transport saw it. */
export interface Attempt {
  readonly request: RestRequest;
  readonly at: number;
  aborted: Error | undefined;
}

/** What an attempt comes to: an answer, a fault, or `'silence'` until it is aborted. */
export type Outcome = RestResponse | Error | 'silence';

export const organization = {
  id: 'org',
  name: 'An organization',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
};

/** An answer of the Partner API; without a body the true one for 200 and an envelope for the rest. */
export const answerOf = (status: number, more: Partial<RestResponse> = {}): RestResponse => ({
  status,
  contentType: 'application/json',
  retryAfter: undefined,
  wasSent: true,
  body: JSON.stringify(
    status === 200 ? { data: organization } : { error: { code: 'c', message: 'm', requestId: 'r' } },
  ),
  ...more,
});

export interface WireOptions {
  readonly outcomes: readonly Outcome[];
  readonly timeoutMs?: number;
  readonly random?: () => number;
  readonly maySendAgain?: () => boolean;
  readonly credential?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Second attempts that are left; otherwise those of a process with nothing else to do. */
  readonly retries?: RetryBudget;
  /** The transport has nothing to close. */
  readonly isOpenForever?: boolean;
}

/** A client over a transport that is an array of outcomes. */
export function openWire({ outcomes, timeoutMs = 10_000, random, ...options }: WireOptions) {
  const attempts: Attempt[] = [];
  const reports: RequestReport[] = [];
  const counts = { started: 0, spared: 0, closed: 0 };
  const transport: Transport = (request) => {
    const outcome = outcomes[attempts.length] ?? 'silence';
    const attempt: Attempt = { request, at: performance.now(), aborted: undefined };
    attempts.push(attempt);
    let abort: (reason: Error) => void = () => undefined;
    const answer = new Promise<RestResponse>((resolve, reject) => {
      abort = (reason) => {
        attempt.aborted = reason;
        reject(reason);
      };
      if (outcome instanceof Error) reject(outcome);
      else if (outcome !== 'silence') resolve(outcome);
    });
    return { response: answer, abort: (reason) => abort(reason) };
  };
  if (options.isOpenForever !== true) transport.close = () => Promise.resolve(void (counts.closed += 1));
  const client = createClient({
    transport,
    timeoutMs,
    retries: options.retries ?? createRetryBudget(),
    responseMemo: createResponseMemo(0),
    ...(random && { random }),
    observer: {
      requestStarted: () => void (counts.started += 1),
      requestEnded: (report) => reports.push(report),
      driftFound: () => undefined,
    },
  });
  let asked = 0;
  const sender: Sender = {
    credential: options.credential ?? 'a-secret-credential',
    tenantKey: 'tenant-key',
    requestId: 'request-1',
    headers: options.headers,
    servedFromCache: () => void (counts.spared += 1),
    maySendAgain() {
      asked += 1;
      return options.maySendAgain?.() ?? true;
    },
  };
  const start = (endpoint: Endpoint = getOrganization, path = '/api/partner/v1/organization') =>
    client.read({ endpoint, path, pageForm: 'whole' }, sender);
  return { start, attempts, reports, counts, timesAsked: () => asked, close: () => client.close() };
}

/** What a reading comes to: the record, the error's code, or its message. */
export const outcomeOf = (result: Promise<unknown>): Promise<unknown> =>
  result.catch((error: unknown) =>
    error instanceof PartnerError ? error.code : error instanceof Error ? error.message : error,
  );
