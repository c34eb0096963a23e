import { GraphQLError } from 'graphql';
import type { Estimate } from '../graphql/cost/estimate.js';
import type { RequestEstimate } from '../graphql/cost/request-estimate.js';
import type { Session } from '../loaders/session.js';
import type { OperationResult } from './result.js';

/** What the header `X-Upstream-Explain` asks for. */
export type Explain = 'plan' | 'trace' | undefined;

/** @throws GraphQLError for a header that holds anything else */
export function readExplain(header: string | null | undefined): Explain {
  if (header == null || header === '') return undefined;
  const value = header.trim().toLowerCase();
  if (value === 'plan' || value === 'trace') return value;
  // What it holds is not repeated: it may be the credential, put into the wrong header.
  throw new GraphQLError('X-Upstream-Explain must be "plan" or "trace", and holds something else.', {
    extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } },
  });
}

/** The answer to `plan`: what would be asked of the Partner API. Nothing is sent, so there is no data. */
export const planAnswer = (
  { atMost, requests: planned }: Estimate,
  { requestLimit: limit, requestId }: Pick<Session, 'requestLimit' | 'requestId'>,
): OperationResult => ({
  data: {},
  extensions: { upstream: { requests: 0, limit, estimated: atMost, requestId, plan: planned } },
});

/** Fields that an error about an expensive operation names. */
const namedFields = 3;

/** Refuses an operation that cannot fit into its budget whatever the answers are: nothing is sent for it. */
export function overBudget({ atLeast, requests: planned }: Estimate, limit: number): GraphQLError | undefined {
  if (atLeast <= limit) return undefined;
  const dearest = [...planned].sort((a, b) => b.atLeast - a.atLeast).slice(0, namedFields);
  const message =
    `The operation needs at least ${atLeast} REST requests, and may spend ${limit} (MAX_UPSTREAM_REQUESTS). ` +
    `Most expensive: ${dearest.map(tell).join('; ')}.`;
  return new GraphQLError(message, {
    extensions: { code: 'UPSTREAM_BUDGET_EXCEEDED', http: { spec: true, status: 400 } },
  });
}

const tell = ({ field, atLeast, operation }: RequestEstimate): string =>
  `${field} (${atLeast} × ${operation})`;
