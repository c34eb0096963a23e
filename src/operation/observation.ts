import type { OperationTypeNode } from 'graphql';
import type { Dependent } from '../base/lifetime.js';
import type { ReportUnknown } from '../graphql/error.js';
import type { Cost } from '../session/cost.js';
import { scrub } from '../partner/scrub.js';
import type { Tenant } from '../tenant/tenant.js';
import type { OperationResponse, OperationResult } from './result.js';
import {
  ErrorSummary,
  type Observer,
  type OperationFollower,
  type OperationOutcome,
  type OperationReport,
} from './observer.js';
import { type Caller, clientLeft } from './operation-request.js';

/** Characters of an operation name in a report. */
const maxNameLength = 64;

type ReadTenant = Pick<Tenant, 'isAccepted' | 'label'>;

/** Nearly every operation has no errors. */
const noErrors = new ErrorSummary();

/**
 * Observes one operation, and reports it when its response is complete, or when its client leaves.
 * A class, as one is made for every operation: closures would cost more.
 */
export class OperationObservation implements Dependent {
  /**
   * The operation's name in the document, empty for an anonymous one; undefined until it is known.
   */
  private name: string | undefined;
  private type: OperationTypeNode | undefined;
  /** The session's own record, which continues to count. */
  private cost: Readonly<Cost> | undefined;
  /** Undefined where nothing is read from the Partner API. */
  private tenant: ReadTenant | undefined;
  /** Headers of ours for each REST request of the operation. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  private isIncremental = false;
  private hasClientLeft = false;
  private reported: OperationReport | undefined;
  private initial: ResultPart | undefined;
  private errors: ErrorSummary | undefined;
  private readonly startedAt = performance.now();
  private readonly follower: OperationFollower;

  constructor(
    observer: Observer,
    readonly request: Caller,
    /** Logs an error of an unknown kind. */
    readonly report: ReportUnknown,
  ) {
    this.follower = observer.operationStarted(request.requestId);
    this.headers = this.follower.headers;
    request.lifetime.add(this);
  }

  identify(name: string, type: OperationTypeNode): void {
    this.name = name;
    this.type = type;
  }

  /** @param tenant of the credential with which the operation reads the Partner API */
  readsAs(tenant: ReadTenant): void {
    this.tenant = tenant;
  }

  /** @param cost of the operation, which may continue to count until the report */
  followCost(cost: Readonly<Cost>): void {
    this.cost = cost;
  }

  /** The client has left. */
  end(): void {
    this.hasClientLeft = true;
    // Nobody may read the rest of an incremental response, so that its end would not be observed.
    if (this.isIncremental) this.finish();
  }

  /**
   * Waits for what the operation needs before it starts: one that has started does not hear of a
   * client that has left before. Rejects with a Cancellation where the client has left meanwhile.
   */
  async whileClientWaits<T>(needed: Promise<T>): Promise<T> {
    const result = await needed;
    if (this.hasClientLeft) throw clientLeft;
    return result;
  }

  /** As `observer` of a session. */
  sentAgain(): void {
    // Until the report, the cost continues to count.
    if (this.reported !== undefined) this.follower.sentAgain(this.reported);
  }

  /** To be called with the response. One in parts is observed as they are finished. */
  observe(response: OperationResponse): void {
    if (response.kind === 'events') {
      // Each poll is an operation of its own. The Partner API may not know the credential: polls
      // add the name to the metrics.
      this.name = undefined;
      this.add({ data: {} });
    } else if (response.kind === 'parts') {
      this.isIncremental = true;
      // Nobody reads it.
      if (this.hasClientLeft) this.finish();
      return;
    } else {
      this.add(response.kind === 'whole' ? response.result : response.whole.result);
    }
    this.finish();
  }

  add(part: ResultPart): void {
    this.initial ??= part;
    if (part.errors === undefined) return;
    this.errors ??= new ErrorSummary();
    this.errors.add(part.errors);
  }

  /** Reports the operation. */
  finish(): void {
    if (this.reported !== undefined) return;
    this.request.lifetime.remove(this);
    const { errors = noErrors, request } = this;
    const report: OperationReport = {
      requestId: request.requestId,
      traceId: this.headers?.['traceparent']?.slice(3, 35),
      name: this.name === undefined ? undefined : this.printable(this.name).slice(0, maxNameLength),
      type: this.type,
      client: this.printableClient(),
      tenant: this.tenant,
      isAccepted: this.tenant?.isAccepted === true,
      outcome: this.hasClientLeft ? 'abandoned' : outcomeOf(this.initial, errors),
      milliseconds: performance.now() - this.startedAt,
      cost: this.cost,
      errors,
    };
    this.reported = report;
    this.follower.ended(report);
  }

  /** Text of the client, which may hold its credential. */
  private printable(text: string): string {
    const { credential } = this.request;
    return credential.kind === 'usable' ? scrub(text, credential.credential) : text;
  }

  private printableClient(): string | undefined {
    const { client } = this.request;
    return client === undefined || this.printable(client) === client ? client : '(other)';
  }
}

/** As much of a result, or of an entry of `incremental`, as is observed. */
type ResultPart = Pick<OperationResult, 'data' | 'errors'>;

function outcomeOf(
  initial: ResultPart | undefined,
  { codes, hasFaults }: ErrorSummary,
): OperationOutcome {
  if (initial?.data == null && codes.has('INTERNAL_SERVER_ERROR')) return 'failed';
  if (initial?.data === undefined) return 'refused';
  if (!hasFaults) return 'ok';
  return isAllNull(initial.data) ? 'failed' : 'partial';
}

const isAllNull = (data: Readonly<Record<string, unknown>> | null): boolean =>
  data === null || Object.values(data).every((value) => value === null);
