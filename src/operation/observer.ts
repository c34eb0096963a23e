import type { GraphQLError, OperationTypeNode } from 'graphql';
import type { Cost } from '../session/cost.js';
import { namesNoRecord } from '../partner/endpoint.js';
import { endpoints } from '../partner/endpoints.js';
import { Cancellation, reportedCode } from '../partner/error.js';
import type { RestObserver } from '../rest/request-report.js';

/**
 * How an operation ended. `ok`: without errors, or with no others than of ids that do not exist.
 * `partial`: with other errors, and some root field has a value. `failed`: with other errors, and
 * no root field has a value. `refused`: it was not executed. `abandoned`: its client left before
 * the response was complete.
 */
export const operationOutcomes = ['ok', 'partial', 'failed', 'refused', 'abandoned'] as const;

export type OperationOutcome = (typeof operationOutcomes)[number];

/**
 * One completed GraphQL operation, for log, metrics and traces. Holds no credential, no text of the
 * document, no variable and no data.
 */
export interface OperationReport {
  readonly requestId: string;
  /** Id of its trace; undefined while tracing is off. */
  readonly traceId: string | undefined;
  /** Empty for an anonymous operation; undefined where the request names none of its document. */
  readonly name: string | undefined;
  /** Undefined where the request names no operation of its document. */
  readonly type: OperationTypeNode | undefined;
  /**
   * The client program, as it names itself; `(other)` for an unusable name, undefined without one.
   */
  readonly client: string | undefined;
  /**
   * What operations of its credential share; undefined where none was used. Only its label may be
   * shown, which is computed where it is read: metrics have no use for it.
   */
  readonly tenant: { readonly label: string } | undefined;
  /**
   * Whether it came with a credential that the Partner API has accepted, as far as it was asked.
   */
  readonly isAccepted: boolean;
  readonly outcome: OperationOutcome;
  readonly milliseconds: number;
  /** Undefined where it could not send a REST request. */
  readonly cost: Readonly<Cost> | undefined;
  readonly errors: ErrorSummary;
}

/** Why a response breaks off that its client has not read to its end. */
export const cutReasons = ['stalled', 'memory'] as const;

export type CutReason = (typeof cutReasons)[number];

/** One HTTP request that has been served. */
export interface HttpReport {
  readonly requestId: string;
  /** One of the served paths, or `other`. */
  readonly path: string;
  readonly status: number;
  /** Until the head of the response. */
  readonly milliseconds: number;
}

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
  /**
   * A response was broken off: its client had taken nothing for too long, or it held too much
   * memory.
   */
  readonly responseCut: (reason: CutReason) => void;
  /** An unexpected error. @param credential to be removed from its text */
  readonly failed: (error: unknown, requestId: string, credential?: string) => void;
}

/** Serves an HTTP request within the trace that one of its headers names. */
export type Within = <T>(header: (name: string) => string | null | undefined, run: () => T) => T;

/** Ids of failed requests that the log has of one operation. */
const maxUpstreamIds = 10;

/**
 * Breaches of the contract that are reported of one operation; further ones are likely to be the
 * same.
 */
export const maxBreaches = 5;

/** What the errors of one operation tell an operator. */
export class ErrorSummary {
  /** How many errors have each code. */
  readonly codes = new Map<string, number>();
  private faults = 0;
  /** The Partner API's ids of failed requests. */
  readonly upstreamRequestIds = new Set<string>();
  /** Messages about responses that break the contract. */
  readonly breaches = new Set<string>();

  /** Whether an error says more than that an id does not exist. */
  get hasFaults(): boolean {
    return this.faults > 0;
  }

  add(errors: readonly GraphQLError[]): void {
    for (const error of errors) {
      const { requestId } = error.extensions;
      const name = codeOf(error);
      this.codes.set(name, (this.codes.get(name) ?? 0) + 1);
      if (!isMissingId(error)) this.faults += 1;
      // The error envelope's reader has scrubbed the id.
      if (typeof requestId === 'string' && this.upstreamRequestIds.size < maxUpstreamIds) {
        this.upstreamRequestIds.add(requestId);
      }
      if (isBreach(error) && this.breaches.size < maxBreaches) this.breaches.add(error.message);
    }
  }
}

/** Of public errors, only those of a cancelled operation have an original one. */
function codeOf({ originalError, extensions: { code } }: GraphQLError): string {
  if (originalError instanceof Cancellation) return reportedCode(originalError);
  return typeof code === 'string' ? code : 'unknown';
}

/**
 * Whether an error says that an id does not exist, which is no concern of an operator. A path
 * without an id that is missing is: `PARTNER_API_URL` is wrong.
 */
const isMissingId = ({ extensions }: GraphQLError): boolean =>
  extensions['code'] === 'NOT_FOUND' && !withoutId.has(extensions['operation']);

const withoutId: ReadonlySet<unknown> = new Set(
  endpoints.filter(namesNoRecord).map(({ id }) => id),
);

/**
 * The message about a 200 that breaks the contract is ours; that of any other error may quote the
 * upstream.
 */
const isBreach = ({ extensions }: GraphQLError): boolean =>
  extensions['code'] === 'UPSTREAM_INVALID_RESPONSE' && extensions['status'] === 200;
