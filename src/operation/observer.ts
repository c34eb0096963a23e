import type { Cost } from '../loaders/budget.js';
import type { RestObserver } from '../rest/client.js';

/**
 * How an operation ended. `ok`: without errors, or with none but ids that name nothing. `partial`: some root field has a
 * value beside other errors. `failed`: none has. `refused`: it was not executed. `abandoned`: its client left before the
 * answer was there.
 */
export type Outcome = 'ok' | 'partial' | 'failed' | 'refused' | 'abandoned';

/**
 * One GraphQL operation as it ended, for log, metrics and traces. Holds no credential, no text of the document, no
 * variable and nothing of what was read.
 */
export interface OperationReport {
  readonly requestId: string;
  /** Id of the trace that it belongs to; undefined while tracing is off. */
  readonly traceId: string | undefined;
  /** As the document has it; empty for an anonymous operation, undefined where none could be picked. */
  readonly name: string | undefined;
  readonly outcome: Outcome;
  readonly milliseconds: number;
  /** Undefined where no REST request could have been sent for it. */
  readonly cost: Readonly<Cost> | undefined;
  /** How many entries of `errors` carry each code. */
  readonly codes: ReadonlyMap<string, number>;
  /** The Partner API's ids of requests that failed for it; some of them where they are many. */
  readonly upstreamRequestIds: readonly string[];
  /** Where answers broke the contract: operation ids and names of fields, no values. */
  readonly breaches: readonly string[];
}

/** One HTTP request as it was answered. */
export interface HttpReport {
  readonly requestId: string;
  /** One of the served addresses, or `other`. */
  readonly path: string;
  readonly status: number;
  /** Until the answer's head was there. */
  readonly milliseconds: number;
}

/** Follows one operation. */
export interface OperationFollower {
  /** Headers of ours for each of its REST requests, for example the trace context. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly ended: (report: OperationReport) => void;
}

/** What log, metrics and traces are told, each where it is known. */
export interface Observer {
  readonly wire: RestObserver;
  readonly operationStarted: (requestId: string) => OperationFollower;
  readonly httpEnded: (report: HttpReport) => void;
}

/** Runs what serves an HTTP request inside the trace that one of its headers names. */
export type Within = <T>(header: (name: string) => string | null | undefined, run: () => T) => T;

/** Tells every observer, in order. Headers come from the first that has any. */
export function observeAll(observers: readonly Observer[]): Observer {
  return {
    wire: {
      requestStarted(operation) {
        for (const { wire } of observers) wire.requestStarted(operation);
      },
      requestEnded(report) {
        for (const { wire } of observers) wire.requestEnded(report);
      },
      driftFound(operation, drift) {
        for (const { wire } of observers) wire.driftFound(operation, drift);
      },
    },
    operationStarted(requestId) {
      const followers = observers.map((observer) => observer.operationStarted(requestId));
      return {
        headers: followers.find(({ headers }) => headers !== undefined)?.headers,
        ended(report) {
          for (const follower of followers) follower.ended(report);
        },
      };
    },
    httpEnded(report) {
      for (const observer of observers) observer.httpEnded(report);
    },
  };
}
