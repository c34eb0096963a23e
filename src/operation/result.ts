import { GraphQLError } from 'graphql';
import type { MeasuredResult } from '../execution/execution.js';
import { atNodes } from '../execution/location.js';
import { publicError, type ReportUnknown } from '../graphql/error.js';
import type { Session } from '../loaders/session.js';
import { type HttpExtension, statusOf } from './status.js';
import { costOf, type UpstreamCost } from './upstream-cost.js';

/** A GraphQL result. `extensions.http` is for the HTTP response, and is not printed. */
export interface OperationResult {
  readonly errors?: readonly GraphQLError[];
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly extensions?: ResultExtensions;
}

export interface ResultExtensions {
  upstream?: UpstreamCost;
  http?: HttpExtension;
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

/** Makes the errors of an executed operation public, and adds its cost and its HTTP status. */
export function finishResult(
  executed: MeasuredResult,
  session: Session | undefined,
  estimated: number,
  report: ReportUnknown,
): OperationResult {
  const { data, nodes, omittedErrors } = executed;
  if (data != null && nodes !== undefined && nodes > largeResult) large.add(data);
  const upstream = session === undefined ? undefined : costOf(session, estimated);
  if (executed.errors === undefined && data !== undefined)
    return upstream === undefined ? { data } : { data, extensions: { upstream } };
  const errors = (executed.errors ?? []).map((error) => publicError(error, report));
  // Without data nothing was executed: the variables did not fit.
  if (data === undefined) return { errors: errors.map(asBadRequest) };
  const http = statusOf(data, errors, omittedErrors);
  // An error of an unknown kind is reported, listed or not.
  const unknown = omittedErrors?.kinds.get('INTERNAL_SERVER_ERROR');
  if (unknown !== undefined) report(unknown);
  if (upstream === undefined && http === undefined) return { errors, data };
  return { errors, data, extensions: { ...(upstream && { upstream }), ...(http && { http }) } };
}

/** `spec`: the status is for `application/graphql-response+json`; older clients expect 200 with their JSON. */
function asBadRequest({ message, nodes, extensions }: GraphQLError): GraphQLError {
  const http = { spec: true, status: 400 };
  return atNodes(new GraphQLError(message, { extensions: { ...extensions, http } }), nodes);
}
