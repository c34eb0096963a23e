import { endpoints } from '../partner/endpoints.js';
import { errorCodes } from '../partner/error.js';
import { codeOfStatus } from '../rest/response-error.js';

/** The label values of one series. */
export type Series<Label extends string> = Readonly<Record<Label, string>>;

/** A series for each value of one label. */
export const eachOf = <Label extends string>(label: Label, values: readonly string[]): Series<Label>[] =>
  // The one member of the object is that of the label.
  values.map((value) => ({ [label]: value }) as Series<Label>);

/** A cost counts the requests that were sent, and by reason those that were saved. */
export const savingReasons = ['deduplicated', 'primed', 'swept', 'cached', 'shared'] as const;

const persistedQueryCodes = ['PERSISTED_QUERY_NOT_FOUND', 'PERSISTED_QUERY_NOT_SUPPORTED'];

/** Codes of errors in results. */
export const reportedCodes = [...errorCodes, ...persistedQueryCodes, 'CANCELLED'];

/** Codes with which an operation is refused before it is executed. */
export const refusalCodes = [
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_LIMIT_EXCEEDED',
  'BAD_USER_INPUT',
  'UNAUTHENTICATED',
  'UPSTREAM_BUDGET_EXCEEDED',
  ...persistedQueryCodes,
];

/** Statuses of the contract and of gateways; any other is counted under its class. */
const knownStatuses: ReadonlySet<number> = new Set([200, 400, 401, 403, 404, 426, 429, 500, 502, 503, 504]);

export function statusLabel(status: number | undefined): string {
  if (status === undefined) return 'none';
  return knownStatuses.has(status) ? String(status) : `${Math.floor(status / 100)}xx`;
}

/** What each status can mean, with one of each class for those that are counted under it. */
const requestOutcomes: readonly Series<'status' | 'code'>[] = [
  ...[...knownStatuses, 204, 302, 418, 501].map((status) => ({
    status: statusLabel(status),
    code: status === 200 ? 'OK' : codeOfStatus(status),
  })),
  { status: '200', code: 'UPSTREAM_INVALID_RESPONSE' },
  ...['UPSTREAM_UNAVAILABLE', 'UPSTREAM_TIMEOUT', 'UPSTREAM_INVALID_RESPONSE', 'CANCELLED'].map((code) => ({
    status: 'none',
    code,
  })),
];

export const operationIds: readonly string[] = endpoints.map(({ id }) => id);

/** What can happen to a REST request. */
export const requestSeries = (): Series<'operation' | 'status' | 'code'>[] =>
  operationIds.flatMap((operation) => requestOutcomes.map((outcome) => ({ operation, ...outcome })));
