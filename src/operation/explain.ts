import type { GraphQLError } from 'graphql';
import type { Estimate } from '../graphql/cost/estimate.js';
import { refusal } from '../graphql/error.js';
import type { Session } from '../session/session.js';
import { httpError } from '../document/parameters.js';
import type { WholeResponse } from './result.js';

/** The value of the header `X-Upstream-Explain`. */
export type Explain = 'plan' | 'trace' | undefined;

/** @throws GraphQLError for any other value */
export function readExplain(header: string | null | undefined): Explain {
  if (header == null || header === '') return undefined;
  const value = header.trim().toLowerCase();
  if (value === 'plan' || value === 'trace') return value;
  // The message does not quote the value: it may be the credential in the wrong header.
  throw httpError(
    400,
    'X-Upstream-Explain must be "plan" or "trace", and has another value.',
    'BAD_USER_INPUT',
  );
}

/**
 * The result of `plan`: the REST requests that the operation would send. None is sent, so there is
 * no data.
 */
export function explainPlan(
  { atMost, requests }: Estimate,
  { requestLimit: limit, requestId }: Session,
  requestsPerMinute?: number,
): WholeResponse {
  const plan = { requests: 0, limit, estimated: atMost, requestId, plan: requests };
  const upstream = requestsPerMinute === undefined ? plan : { ...plan, requestsPerMinute };
  return { kind: 'whole', result: { data: {}, extensions: { upstream } } };
}

/** Fields that the refusal of a costly operation names. */
const namedFields = 3;

/** Refuses an operation that must exceed its budget, before any REST request is sent. */
export function budgetRefusal(
  { atLeast, requests, needed }: Estimate,
  limit: number,
): GraphQLError | undefined {
  const all = needed.reduce((sum, each) => sum + each.atLeast, atLeast);
  if (all <= limit) return undefined;
  const costliest = [...requests, ...needed]
    .sort((a, b) => b.atLeast - a.atLeast)
    .slice(0, namedFields)
    .map((each) => `${each.field} (${each.atLeast} × ${each.operation})`);
  const message =
    `The operation needs at least ${all} REST requests, and may spend ${limit} (MAX_UPSTREAM_REQUESTS). ` +
    `Costliest fields: ${costliest.join('; ')}.`;
  return refusal(message, 'UPSTREAM_BUDGET_EXCEEDED');
}
