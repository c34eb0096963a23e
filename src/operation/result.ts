import type { GraphQLError } from 'graphql';
import type { MeasuredResult, ResultSize } from '../execution/execution.js';
import type { Estimate } from '../graphql/cost/estimate.js';
import { publicError, refusalStatus, type ReportUnknown, withMessage } from '../graphql/error.js';
import type { Session } from '../session/session.js';
import type { RequestTrace } from '../session/cost.js';
import type { ExportedList } from '../extra/export/exported-list.js';
import { type HttpExtension, statusOf } from './status.js';
import type { IncrementalEntries } from '../execution/incremental-message.js';

/** A GraphQL result. */
export interface OperationResult {
  readonly errors?: readonly GraphQLError[];
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly extensions?: { readonly upstream: UpstreamCost };
  /** What it says of its HTTP response. Not printed. */
  readonly http?: HttpExtension;
  /**
   * Where the client wants a file: the list that it has, or `json` where the operation has none and
   * the client accepts JSON. Undefined for an operation that was refused before. Not printed.
   */
  readonly file?: ExportedList | 'json';
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
  /** Undefined for the events of a subscription. */
  readonly hasNext?: boolean;
}

/** The messages, and what the response says of HTTP before the first. */
export interface IncrementalResponse extends AsyncIterableIterator<IncrementalMessage> {
  readonly http?: HttpExtension;
}

export type OperationResponse = OperationResult | IncrementalResponse;

export const isIncremental = <T>(
  response: object | AsyncIterable<T>,
): response is AsyncIterable<T> => Symbol.asyncIterator in response;

/** The response to a request that accepts no incremental delivery. */
export function wholeOf(response: OperationResponse): OperationResult {
  if (isIncremental(response)) {
    throw new Error('The result is in parts, which the request does not accept.');
  }
  return response;
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
): OperationResult {
  const { data, omittedErrors } = executed;
  if (data != null) markSize(data, executed);
  const upstream = session === undefined ? undefined : costOf(session);
  if (executed.errors === undefined && data !== undefined) {
    if (upstream === undefined) return { data };
    const http = httpOf(session);
    return http === undefined
      ? { data, extensions: { upstream } }
      : { data, extensions: { upstream }, http };
  }
  const errors = (executed.errors ?? []).map((error) => publicError(error, report));
  // Without data nothing was executed: the variables did not fit.
  if (data === undefined) return { errors: errors.map(asBadRequest) };
  const http = httpOf(session, statusOf(data, errors, omittedErrors));
  // An error of an unknown kind is reported, listed or not.
  const unknown = omittedErrors?.kinds.get('INTERNAL_SERVER_ERROR');
  if (unknown !== undefined) report(unknown);
  return { errors, data, ...(upstream && { extensions: { upstream } }), ...(http && { http }) };
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
