import { type ErrorCode, hasCode, type PartnerError, partnerErrors } from './error.js';

/** A subscription that cannot go on: to try again would give the same. `partnerErrors` finds its errors. */
export class LiveError extends Error {
  override readonly name = 'LiveError';

  constructor(
    message: string,
    /** The façade's errors; empty if another server has responded. */
    readonly errors: readonly PartnerError[],
    /** HTTP status of the response. */
    readonly status: number,
  ) {
    super(message);
  }
}

/** Errors of a whole operation that stay as long as it and its credential stay. */
const lastingCodes: readonly ErrorCode[] = [
  'UNAUTHENTICATED',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
  'UPSTREAM_BUDGET_EXCEEDED',
];

/** Statuses below 500 that pass: request timeout, too early, too many requests. */
const passingStatuses: ReadonlySet<number> = new Set([408, 425, 429]);

/** The error that ends a subscription: a refused credential, or an event without any data that stays so. */
export function findLastingError(event: unknown, status: number): LiveError | undefined {
  const errors = partnerErrors(event);
  const hasData = typeof event === 'object' && event !== null && 'data' in event;
  const lasting = errors.find((error) =>
    hasData ? hasCode(error, 'UNAUTHENTICATED') : hasCode(error, ...lastingCodes),
  );
  return lasting && new LiveError(lasting.message, errors, status);
}

/**
 * The error of a response that is no stream; undefined if a later attempt may succeed.
 *
 * @param body what the response holds: JSON, or any text
 */
export function findRefusal(status: number, body: string): LiveError | undefined {
  if (status >= 500 || passingStatuses.has(status)) return undefined;
  const errors = partnerErrors(parse(body));
  const message = errors[0]?.message ?? `The response has HTTP status ${status}, and is no event stream.`;
  return new LiveError(message, errors, status);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
