import { GraphQLError } from 'graphql';
import { atNodes } from '../execution/location.js';
import type { MeasuredResult } from '../execution/execution.js';
import { publicError, type ReportUnknown } from '../graphql/error.js';
import type { Session } from '../loaders/session.js';
import { statusOf } from './status.js';
import type { UpstreamCost } from './upstream-cost.js';

/** An answer and what HTTP is to make of it; `extensions.http` is not part of the body. */
export interface OperationResult {
  readonly errors?: readonly GraphQLError[];
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly extensions?: ResultExtensions;
}

export interface ResultExtensions {
  upstream?: UpstreamCost;
  http?: HttpExtension;
}

export interface HttpExtension {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Fields and items from which a result counts as large. */
const largeResult = 5000;

/** The data of large results, which are printed in slices. */
const large = new WeakSet<object>();

/** The data of results that several clients receive, which is printed once. */
const shared = new WeakSet<object>();

export const isLarge = (data: object | null | undefined): boolean => data != null && large.has(data);

export const isShared = (data: object): boolean => shared.has(data);

/** Records that several clients receive this result; large ones and those with errors are printed for each. */
export function markShared({ data, errors }: OperationResult): void {
  if (data != null && errors === undefined && !isLarge(data)) shared.add(data);
}

/** The answer to an operation that has been executed. */
export function finish(
  result: MeasuredResult,
  session: Session | undefined,
  estimated: number,
  report: ReportUnknown,
): OperationResult {
  const { data, nodes, omittedErrors } = result;
  if (data != null && nodes !== undefined && nodes > largeResult) large.add(data);
  const upstream = session === undefined ? undefined : costOf(session, estimated);
  if (result.errors === undefined && data !== undefined)
    return upstream === undefined ? { data } : { data, extensions: { upstream } };
  const errors = (result.errors ?? []).map((error) => publicError(error, report));
  // Without data nothing was executed: the variables did not fit.
  if (data === undefined) return { errors: errors.map(asBadRequest) };
  const http = statusOf(data, errors, omittedErrors);
  // Whatever cannot be named is reported, listed or not.
  const unnamed = omittedErrors?.kinds.get('INTERNAL_SERVER_ERROR');
  if (unnamed !== undefined) report(unnamed);
  if (upstream === undefined && http === undefined) return { errors, data };
  return { errors, data, extensions: { ...(upstream && { upstream }), ...(http && { http }) } };
}

/** The cost so far; undefined where the upstream was not reached. */
export function costOf(session: Session, estimated: number): UpstreamCost | undefined {
  const { cost, requestLimit: limit, requestId, trace } = session;
  const { requests, deduplicated, primed, swept, cached, shared } = cost;
  if (requests === 0 && shared === 0 && cached === 0) return undefined;
  const upstream = { requests, limit, estimated, deduplicated, primed, swept, cached, shared, requestId };
  return trace === undefined ? upstream : { ...upstream, trace };
}

/** `spec`: the status is for `application/graphql-response+json`; older clients expect 200 with their JSON. */
function asBadRequest(error: GraphQLError): GraphQLError {
  const { message, nodes, extensions } = error;
  const http = { spec: true, status: 400 };
  return atNodes(new GraphQLError(message, { extensions: { ...extensions, http } }), nodes);
}
