import { GraphQLError } from 'graphql';
import type { OperationResult } from '../result.js';

/** Seconds to wait after a 429 that names no time. */
const unnamedWait = 5;

/** Errors after which no later run can succeed, where they are all that a run returns. */
const finalCodes: ReadonlySet<unknown> = new Set([
  'UNAUTHENTICATED',
  'BAD_USER_INPUT',
  'GRAPHQL_VALIDATION_FAILED',
  'UPSTREAM_BUDGET_EXCEEDED',
]);

/** Whether the credential is refused, or nothing can run at all. */
export const isFinal = ({ data, errors = [] }: OperationResult): boolean =>
  errors.some(
    ({ extensions: { code } }) => code === 'UNAUTHENTICATED' || (data === undefined && finalCodes.has(code)),
  );

/** What subscribers get of a result, and the milliseconds for which nothing may be sent after it. */
export function readQuota(result: OperationResult): {
  readonly shown: OperationResult;
  readonly waitMs: number;
} {
  const limited = (result.errors ?? []).filter(isRateLimited);
  const [first] = limited;
  if (first === undefined) return { shown: result, waitMs: 0 };
  return { shown: withoutData(result, first), waitMs: 1000 * Math.max(0, ...limited.map(waitOf)) };
}

const isRateLimited = ({ extensions }: GraphQLError): boolean => extensions['code'] === 'RATE_LIMITED';

const waitOf = ({ extensions: { retryAfterSeconds } }: GraphQLError): number =>
  typeof retryAfterSeconds === 'number' ? retryAfterSeconds : unnamedWait;

/** The refusal alone, of the whole subscription: which of its fields met it is chance. */
const withoutData = (
  { extensions }: OperationResult,
  { message, extensions: facts }: GraphQLError,
): OperationResult => ({
  data: null,
  errors: [new GraphQLError(message, { extensions: facts })],
  ...(extensions && { extensions }),
});
