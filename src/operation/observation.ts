import type { GraphQLError } from 'graphql';
import type { Cost } from '../loaders/budget.js';
import { collections } from '../partner/collection.js';
import { Cancellation, reportedCode } from '../partner/error.js';
import { getOrganization } from '../partner/organization.js';
import { scrub } from '../partner/scrub.js';
import { type IncrementalResponse, isIncremental, type OperationResponse } from './incremental.js';
import { LiveStream } from './live/live-stream.js';
import type { Observer, OperationFollower, OperationOutcome } from './observer.js';
import type { OperationRequest } from './operation-request.js';

/** Characters of an operation name in a report. */
const maxNameLength = 64;

/** Nearly every operation has no errors. */
const noCodes: ReadonlyMap<string, number> = new Map();
const none: readonly string[] = [];

/**
 * Observes one operation, and reports it when its response is complete, or when its client leaves. A class, as one is made
 * for every operation: closures would cost more.
 */
export class OperationObservation {
  /** The operation's name in the document, empty for an anonymous one; undefined until it is known. */
  name: string | undefined;
  /** The session's own record, which continues to count. */
  cost: Readonly<Cost> | undefined;
  /** Headers of ours for each REST request of the operation. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  private isIncremental = false;
  private hasClientLeft = false;
  private isReported = false;
  private initial: ResultPart | undefined;
  private errors: ErrorSummary | undefined;
  private readonly startedAt = performance.now();
  private readonly follower: OperationFollower;

  constructor(
    observer: Observer,
    private readonly request: OperationRequest,
  ) {
    this.follower = observer.operationStarted(request.requestId);
    this.headers = this.follower.headers;
  }

  /** As `onLeave` of the request. */
  onLeave(callback: () => void): () => void {
    return this.request.onLeave(() => {
      this.hasClientLeft = true;
      callback();
      // Nobody may read the rest of an incremental response, so that its end would not be observed.
      if (this.isIncremental) this.report();
    });
  }

  /** The response as the client receives it; it is observed on its way. */
  observe(response: OperationResponse): OperationResponse {
    // Each poll of a subscription is an operation of its own.
    if (response instanceof LiveStream) {
      // The Partner API may not know the credential: the polls add the name to the metrics.
      this.name = undefined;
      this.add({ data: {} });
      this.report();
      return response;
    }
    if (isIncremental(response)) {
      this.isIncremental = true;
      return this.observeEach(response);
    }
    this.add(response);
    this.report();
    return response;
  }

  private observeEach(results: IncrementalResponse): IncrementalResponse {
    const iterator = results[Symbol.asyncIterator]();
    return {
      extensions: results.extensions,
      [Symbol.asyncIterator]() {
        return this;
      },
      next: async () => {
        const next = await iterator.next();
        if (next.done === true) this.report();
        else for (const part of [next.value, ...(next.value.incremental ?? [])]) this.add(part);
        return next;
      },
      return: async () => {
        this.report();
        await iterator.return?.();
        return { done: true, value: undefined };
      },
    };
  }

  private add(part: ResultPart): void {
    this.initial ??= part;
    if (part.errors !== undefined) (this.errors ??= new ErrorSummary()).add(part.errors);
  }

  private report(): void {
    if (this.isReported) return;
    this.isReported = true;
    const { errors, request } = this;
    this.follower.ended({
      requestId: request.requestId,
      traceId: this.headers?.['traceparent']?.slice(3, 35),
      name: this.printableName(),
      outcome: this.hasClientLeft ? 'abandoned' : outcomeOf(this.initial, errors),
      milliseconds: performance.now() - this.startedAt,
      cost: this.cost,
      codes: errors?.codes ?? noCodes,
      upstreamRequestIds: errors === undefined ? none : [...errors.upstreamRequestIds],
      breaches: errors === undefined ? none : [...errors.breaches],
    });
  }

  /** The name is text of the client, which may hold its credential. */
  private printableName(): string | undefined {
    const { name, request } = this;
    if (name === undefined || request.credential.kind !== 'usable') return name?.slice(0, maxNameLength);
    return scrub(name, request.credential.credential).slice(0, maxNameLength);
  }
}

/** As much of a result, or of an entry of `incremental`, as is observed. */
interface ResultPart {
  readonly data?: Readonly<Record<string, unknown>> | null | undefined;
  readonly errors?: readonly GraphQLError[] | undefined;
}

/** The outcome of an operation whose client has not left. */
function outcomeOf(initial: ResultPart | undefined, errors: ErrorSummary | undefined): OperationOutcome {
  if (errors?.codes.has('INTERNAL_SERVER_ERROR') === true && initial?.data == null) return 'failed';
  if (initial?.data === undefined) return 'refused';
  if (errors?.hasFaults !== true) return 'ok';
  return isAllNull(initial.data) ? 'failed' : 'partial';
}

const isAllNull = (data: Readonly<Record<string, unknown>> | null): boolean =>
  data === null || Object.values(data).every((value) => value === null);

/** Ids of failed requests that the log has of one operation. */
const maxUpstreamIds = 10;

/** Breaches of the contract that are reported of one operation; further ones are likely to be the same. */
const maxBreaches = 5;

/** What the errors of one operation tell an operator. */
class ErrorSummary {
  /** How many errors have each code. */
  readonly codes = new Map<string, number>();
  /** Whether an error says more than that an id does not exist. */
  hasFaults = false;
  /** The Partner API's ids of failed requests. */
  readonly upstreamRequestIds = new Set<string>();
  /** Messages about responses that break the contract. */
  readonly breaches = new Set<string>();

  add(errors: readonly GraphQLError[]): void {
    for (const error of errors) {
      const { requestId } = error.extensions;
      const name = codeOf(error);
      this.codes.set(name, (this.codes.get(name) ?? 0) + 1);
      this.hasFaults ||= !isMissingId(error);
      // The error envelope's reader has scrubbed the id.
      if (typeof requestId === 'string' && this.upstreamRequestIds.size < maxUpstreamIds)
        this.upstreamRequestIds.add(requestId);
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
 * Whether an error says that an id does not exist, which is no concern of an operator. The paths of the organization and of
 * the lists have no id: where they are missing, `PARTNER_API_URL` is wrong.
 */
const isMissingId = ({ extensions }: GraphQLError): boolean =>
  extensions['code'] === 'NOT_FOUND' && !isWithoutId(extensions['operation']);

const isWithoutId = (endpointId: unknown): boolean =>
  endpointId === getOrganization.id || collections.some(({ list }) => list.id === endpointId);

/** The message about a 200 that breaks the contract is ours; that of any other error may quote the upstream. */
const isBreach = ({ extensions }: GraphQLError): boolean =>
  extensions['code'] === 'UPSTREAM_INVALID_RESPONSE' && extensions['status'] === 200;
