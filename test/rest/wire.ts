import { vi } from 'vitest';
import { PartnerError } from '../../src/partner/error.js';
import { getOrganization } from '../../src/partner/organization.js';
import {
  createClient,
  type KnownResponses,
  type RetryBudget,
  type Sender,
} from '../../src/rest/client.js';
import type { RequestReport } from '../../src/rest/request-report.js';
import type { Endpoint } from '../../src/partner/endpoint.js';
import type { Transport, RestResponse, RestRequest } from '../../src/rest/transport/transport.js';
import { responseWith } from '../rig/memory-upstream.js';

/** One attempt as the transport saw it. */
export interface Attempt {
  readonly request: RestRequest;
  readonly at: number;
  aborted: Error | undefined;
}

/** How an attempt ends: a response, an error, or `'silence'` until it is aborted. */
export type Outcome = RestResponse | Error | 'silence';

export const organization = {
  id: 'org',
  name: 'An organization',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
};

/**
 * A response of the Partner API. By default, a 200 holds the organization and any other an error
 * envelope.
 */
export function responseOf(status: number, more: Partial<RestResponse> = {}): RestResponse {
  const error = { code: 'c', message: 'm', requestId: 'r' };
  return responseWith(JSON.stringify(status === 200 ? { data: organization } : { error }), {
    status,
    ...more,
  });
}

export interface WireOptions {
  readonly outcomes: readonly Outcome[];
  readonly timeoutMs?: number;
  readonly random?: () => number;
  readonly maySendAgain?: () => boolean;
  readonly credential?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** By default, that of a process that does nothing else. */
  readonly retries?: RetryBudget;
  /** The transport has no `close`. */
  readonly cannotClose?: boolean;
  readonly responses?: KnownResponses;
}

/** A transport that answers the nth attempt with the nth outcome, and notes each attempt. */
function createScriptedTransport(outcomes: readonly Outcome[], attempts: Attempt[]): Transport {
  return (request) => {
    const outcome = outcomes[attempts.length] ?? 'silence';
    const attempt: Attempt = { request, at: performance.now(), aborted: undefined };
    attempts.push(attempt);
    let abort: (reason: Error) => void = () => undefined;
    const response = new Promise<RestResponse>((resolve, reject) => {
      abort = (reason) => {
        attempt.aborted = reason;
        reject(reason);
      };
      if (outcome instanceof Error) reject(outcome);
      else if (outcome !== 'silence') resolve(outcome);
    });
    return { response, abort: (reason) => abort(reason) };
  };
}

/** A client over a scripted transport. */
export function openWire({ outcomes, timeoutMs = 10_000, random, ...options }: WireOptions) {
  const attempts: Attempt[] = [];
  const reports: RequestReport[] = [];
  const counts = { started: 0, closed: 0, permissions: 0 };
  const transport = createScriptedTransport(outcomes, attempts);
  if (options.cannotClose !== true)
    transport.close = () => Promise.resolve(void (counts.closed += 1));
  const settings = {
    UPSTREAM_TIMEOUT_MS: timeoutMs,
    UPSTREAM_MAX_CONNECTIONS: 1,
    MAX_RESPONSE_BYTES: 1000,
  };
  const client = createClient(settings, {
    transport,
    ...(options.retries && { retries: options.retries }),
    ...(random && { random }),
    observer: {
      requestStarted() {
        counts.started += 1;
        return (report) => reports.push(report);
      },
      driftFound: () => undefined,
    },
  });
  const sender: Sender = {
    credential: options.credential ?? 'a-secret-credential',
    requestId: 'request-1',
    headers: options.headers,
    responses: options.responses,
    maySendAgain() {
      counts.permissions += 1;
      return options.maySendAgain?.() ?? true;
    },
  };
  const start = (endpoint: Endpoint = getOrganization, path = '/api/partner/v1/organization') =>
    client.read({ endpoint, path, pageForm: 'whole' }, sender);
  return { start, attempts, reports, counts, close: () => client.close() };
}

/** The record, the error's code, or its message. */
export const outcomeOf = (result: Promise<unknown>): Promise<unknown> =>
  result.catch((error: unknown) =>
    error instanceof PartnerError ? error.code : error instanceof Error ? error.message : error,
  );

/** Runs all timers until the read is over. */
export async function finish(result: Promise<unknown>): Promise<unknown> {
  const outcome = outcomeOf(result);
  await vi.runAllTimersAsync();
  return outcome;
}
