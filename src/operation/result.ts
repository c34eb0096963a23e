import type { GraphQLError } from 'graphql';
import type { MeasuredResult, ResultSize } from '../execution/execution.js';
import type { IncrementalEntries } from '../execution/incremental-message.js';
import type { Estimate } from '../graphql/cost/estimate.js';
import { publicError, refusalStatus, type ReportUnknown, withMessage } from '../graphql/error.js';
import type { RequestTrace } from '../session/cost.js';
import type { Session } from '../session/session.js';
import { type HttpExtension, statusOf } from './status.js';

/** A GraphQL result. */
export interface OperationResult {
  readonly errors?: readonly GraphQLError[];
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly extensions?: { readonly upstream: UpstreamCost };
}

/** The cost that a response reports, as `extensions.upstream`. */
export interface UpstreamCost {
  readonly requests: number;
  readonly limit: number;
  /** REST requests that the estimate allows for; see `graphql/cost/estimate.ts`. */
  readonly estimated: number;
  readonly deduplicated?: number;
  readonly primed?: number;
  readonly swept?: number;
  readonly cached?: number;
  readonly shared?: number;
  /** Id of the client's request in the log; `X-Request-Id` of the response. */
  readonly requestId: string;
  readonly trace?: readonly RequestTrace[];
  readonly plan?: Estimate['requests'];
  /** REST requests that a subscription needs at most, by its plan. */
  readonly requestsPerMinute?: number;
}

/** A message of incremental delivery. */
export interface IncrementalMessage extends OperationResult, IncrementalEntries {
  readonly hasNext: boolean;
}

/** One result, and what it says of its HTTP response beside its errors. */
export interface WholeResponse {
  readonly kind: 'whole';
  readonly result: OperationResult;
  readonly http?: HttpExtension | undefined;
}

/** The messages of incremental delivery, and what is said of HTTP before the first. */
export interface PartsResponse {
  readonly kind: 'parts';
  readonly messages: AsyncIterableIterator<IncrementalMessage>;
  readonly http: HttpExtension | undefined;
}

/** The events of a subscription. */
export interface EventsResponse {
  readonly kind: 'events';
  readonly events: AsyncIterableIterator<OperationResult>;
}

/** The result of a client that wants its list as a file. */
export interface FileResponse {
  readonly kind: 'file';
  readonly whole: WholeResponse;
  /** Undefined where the operation has no such list, and the client accepts JSON. */
  readonly list: ListInResult | undefined;
}

/** A list that a file can be made of, and where it is in the data. */
export interface ListInResult {
  readonly fieldName: string;
  /** Response names from the root. */
  readonly path: string;
  /**
   * Its rows as text, in slices of whole or partial lines; undefined where the data have no such
   * list, as the record above it is of another type.
   */
  readonly print: (data: unknown, mediaType: string) => Iterable<string> | undefined;
}

/** What an operation comes to. Each kind is printed by who brings it: see `Printer` in http/. */
export type OperationResponse = WholeResponse | PartsResponse | EventsResponse | FileResponse;

/** The response to an operation that is not executed. */
export const refusedWith = (errors: readonly GraphQLError[]): WholeResponse => ({
  kind: 'whole',
  result: { errors },
});

/** The response to a request that accepts one result alone. */
export function wholeOf(response: OperationResponse): WholeResponse {
  if (response.kind === 'whole') return response;
  throw new Error(
    `The response is of the kind ${response.kind}, which the request does not accept.`,
  );
}

/**
 * Fields and items, or bytes, from which a result is large: printing one in slices costs twice as
 * much.
 */
const largeNodes = 20_000;
const largeBytes = 1024 * 1024;

/**
 * The bytes of what is large: of the data of a result, and of a message of incremental delivery.
 */
const largeSizes = new WeakMap<object, number>();

/** The data that several clients receive, which are printed once. */
const sharedData = new WeakSet();

/** Bytes of a large result, whose text is made in slices; undefined for any other. */
export const largeBytesOf = (result: OperationResult): number | undefined =>
  largeSizes.get(result) ?? (result.data == null ? undefined : largeSizes.get(result.data));

/** @param measured data of a result, or a message, of which nobody else says its size */
export function markSize(measured: object, { nodes = 0, bytes = 0 }: ResultSize): void {
  if (nodes > largeNodes || bytes > largeBytes) largeSizes.set(measured, bytes);
}

/** What was made of a large result is as large. */
export function markSizeOf(made: OperationResult, original: OperationResult): OperationResult {
  const bytes = largeBytesOf(original);
  if (bytes !== undefined) largeSizes.set(made, bytes);
  return made;
}

export const isShared = (data: object): boolean => sharedData.has(data);

/**
 * Records that several clients receive this result; large ones and those with errors are printed
 * for each.
 */
export function markShared({ data, errors }: OperationResult): void {
  if (data != null && errors === undefined && !largeSizes.has(data)) sharedData.add(data);
}

/** Makes the errors of an executed operation public, and adds its cost and its HTTP status. */
export function finishResult(
  executed: MeasuredResult,
  session: Session | undefined,
  report: ReportUnknown,
): WholeResponse {
  const { data, omittedErrors } = executed;
  if (data != null) markSize(data, executed);
  const upstream = session === undefined ? undefined : costOf(session);
  if (executed.errors === undefined && data !== undefined) {
    if (upstream === undefined) return { kind: 'whole', result: { data } };
    const result = { data, extensions: { upstream } };
    return { kind: 'whole', result, http: httpOf(session) };
  }
  const errors = (executed.errors ?? []).map((error) => publicError(error, report));
  // Without data nothing was executed: the variables did not fit.
  if (data === undefined) return refusedWith(errors.map(asBadRequest));
  const http = httpOf(session, statusOf(data, errors, omittedErrors));
  // An error of an unknown kind is reported, listed or not.
  const unknown = omittedErrors?.kinds.get('INTERNAL_SERVER_ERROR');
  if (unknown !== undefined) report(unknown);
  const result = { errors, data, ...(upstream && { extensions: { upstream } }) };
  return { kind: 'whole', result, http };
}

/**
 * What the result of a session says of its HTTP response: `Age` where a kept response was served
 * (RFC 9111, 5.1).
 */
export function httpOf(
  session: Session | undefined,
  http?: HttpExtension,
): HttpExtension | undefined {
  const age = session?.reader.age();
  return age === undefined ? http : { ...http, headers: { ...http?.headers, Age: String(age) } };
}

const asBadRequest = (error: GraphQLError): GraphQLError =>
  withMessage(error, error.message, { ...error.extensions, http: refusalStatus });

/** The cost so far; undefined for an operation that has read nothing from the Partner API. */
export function costOf(session: Session): UpstreamCost | undefined {
  const { cost, requestLimit: limit, estimated, requestId, reader } = session;
  const trace = reader.requests.trace?.entries;
  const { requests, deduplicated, primed, swept, cached, shared } = cost;
  if (requests === 0 && shared === 0 && cached === 0) return undefined;
  const upstream = {
    requests,
    limit,
    estimated,
    deduplicated,
    primed,
    swept,
    cached,
    shared,
    requestId,
  };
  return trace === undefined ? upstream : { ...upstream, trace };
}
