import type { OperationTypeNode } from 'graphql';
import type { Cost } from '../loaders/cost.js';
import type { RestObserver } from '../rest/request-report.js';

/**
 * How an operation ended. `ok`: without errors, or with no others than of ids that do not exist. `partial`: with other
 * errors, and some root field has a value. `failed`: with other errors, and no root field has a value. `refused`: it was not
 * executed. `abandoned`: its client left before the response was complete.
 */
export const operationOutcomes = ['ok', 'partial', 'failed', 'refused', 'abandoned'] as const;

export type OperationOutcome = (typeof operationOutcomes)[number];

/**
 * One completed GraphQL operation, for log, metrics and traces. Holds no credential, no text of the document, no variable
 * and no data.
 */
export interface OperationReport {
  readonly requestId: string;
  /** Id of its trace; undefined while tracing is off. */
  readonly traceId: string | undefined;
  /** Empty for an anonymous operation; undefined where the request names none of its document. */
  readonly name: string | undefined;
  /** Undefined where the request names no operation of its document. */
  readonly type: OperationTypeNode | undefined;
  /** The client program, as it names itself; `(other)` for an unusable name, undefined without one. */
  readonly client: string | undefined;
  /** Whether it came with a credential that the Partner API has accepted, as far as it was asked. */
  readonly isAccepted: boolean;
  readonly outcome: OperationOutcome;
  readonly milliseconds: number;
  /** Undefined where it could not send a REST request. */
  readonly cost: Readonly<Cost> | undefined;
  /** How many entries of `errors` have each code. */
  readonly codes: ReadonlyMap<string, number>;
  /** The Partner API's ids of failed requests; not all of them where they are many. */
  readonly upstreamRequestIds: readonly string[];
  /** Where REST responses broke the contract: endpoint ids and field names, no values. */
  readonly breaches: readonly string[];
}

/** One HTTP request that has been served. */
export interface HttpReport {
  readonly requestId: string;
  /** One of the served paths, or `other`. */
  readonly path: string;
  readonly status: number;
  /** Until the head of the response. */
  readonly milliseconds: number;
}

/** Follows one operation. */
export interface OperationFollower {
  /** Headers for each of its REST requests, for example the trace context. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly ended: (report: OperationReport) => void;
  /** A REST request of an operation that has ended was sent once more: others wait for it. */
  readonly sentAgain: (report: OperationReport) => void;
}

/** The events that log, metrics and traces observe. */
export interface Observer {
  readonly wire: RestObserver;
  readonly operationStarted: (requestId: string) => OperationFollower;
  readonly httpEnded: (report: HttpReport) => void;
}

/** Serves an HTTP request within the trace that one of its headers names. */
export type Within = <T>(header: (name: string) => string | null | undefined, run: () => T) => T;
