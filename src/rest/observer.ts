import type { Drift } from '../partner/drift.js';
import type { Endpoint } from '../partner/endpoint.js';
import type { ReportedCode } from '../partner/error.js';
import type { FailureCause } from './failure-cause.js';

export type DriftFound = (endpoint: Endpoint, drift: Drift) => void;

/** Follows REST requests, for logs, metrics and traces. */
export interface RestObserver {
  readonly requestStarted: (endpoint: Endpoint) => void;
  readonly requestEnded: (report: RequestReport) => void;
  readonly driftFound: DriftFound;
}

/** One REST request as it ended. Never holds the credential. */
export interface RequestReport {
  readonly endpoint: Endpoint;
  readonly path: string;
  readonly attempt: number;
  readonly status: number | undefined;
  readonly code: ReportedCode | undefined;
  /** Of UPSTREAM_UNAVAILABLE and UPSTREAM_TIMEOUT. */
  readonly cause: FailureCause | undefined;
  /** The upstream's id of the request, from its envelope. */
  readonly upstreamRequestId: string | undefined;
  readonly requestId: string;
  readonly startedAt: number;
  readonly milliseconds: number;
}
