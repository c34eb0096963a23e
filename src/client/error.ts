/**
 * Every code that an error of the façade can carry: the members of `ErrorCode` in `schema.graphql`, which says what
 * each of them asks of a client.
 */
export const errorCodes = [
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_LIMIT_EXCEEDED',
  'BAD_USER_INPUT',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'HTTPS_REQUIRED',
  'RATE_LIMITED',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_INVALID_RESPONSE',
  'UPSTREAM_BUDGET_EXCEEDED',
  'INTERNAL_SERVER_ERROR',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** The `extensions` of an error: `ErrorExtensions` in `schema.graphql`. What is not known is left out. */
export interface PartnerErrorExtensions<Code extends ErrorCode = ErrorCode> {
  readonly code: Code;
  /** HTTP status of the REST answer, when there was one. */
  readonly status?: number;
  /** REST operation id, for example `partnerV1_screens`. */
  readonly operation?: string;
  /** On FORBIDDEN: the scope that the credential lacks, for example `screens:read`. */
  readonly requiredScope?: string;
  /** The Partner API's id of the failed request, for its support. */
  readonly requestId?: string;
  /** `error.code` and `error.details` of the Partner API; neither is documented. */
  readonly upstreamCode?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  /** On RATE_LIMITED: seconds to wait, when the Partner API told it. */
  readonly retryAfterSeconds?: number;
}

/** One entry of `errors` in an answer of the façade. */
export interface PartnerError<Code extends ErrorCode = ErrorCode> {
  readonly message: string;
  /** The field that has no data; absent where the whole operation was refused. */
  readonly path?: readonly (string | number)[];
  readonly extensions: PartnerErrorExtensions<Code>;
}

const known: ReadonlySet<unknown> = new Set(errorCodes);

/** True for an error of the façade: it has a message, and a code that this version of the kit knows. */
export function isPartnerError(value: unknown): value is PartnerError {
  return (
    isObject(value) &&
    typeof value['message'] === 'string' &&
    isObject(value['extensions']) &&
    known.has(value['extensions']['code'])
  );
}

/** True for an error of the façade with one of the codes; its `extensions.code` is then of that type. */
export function hasCode<const Code extends ErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is PartnerError<Code> {
  return isPartnerError(error) && codes.some((code) => code === error.extensions.code);
}

/**
 * The façade's errors in whatever a client hands out: an answer with `errors`, one error, or what wraps them. Each
 * client's wrapper is known by its shape alone:
 *
 * - `{ errors }`: an answer, Apollo Client's `CombinedGraphQLErrors`, Relay's `@catch`, which leaves the message out:
 *   there the code stands in its place
 * - `{ graphQLErrors }`: urql's `CombinedError`
 * - `{ response }`: graphql-request's `ClientError`
 * - `{ source }`: what Relay's network layer throws
 * - `{ error }`: a result of Apollo Client or urql
 * - `{ cause }`: any other error that wraps one of these
 *
 * @returns the errors in their order; empty where there are none of the façade's, so also for a failed connection
 */
export function partnerErrors(result: unknown): readonly PartnerError[] {
  return find(result, mostWrappings);
}

/** Wrappings inside one another that are looked through; the clients above use two at most. */
const mostWrappings = 4;

const lists = ['errors', 'graphQLErrors'] as const;
const wrappings = ['response', 'source', 'error', 'cause'] as const;

function find(value: unknown, depth: number): readonly PartnerError[] {
  if (isPartnerError(value)) return [value];
  if (!isObject(value) || depth === 0) return [];
  for (const name of lists) {
    const list = value[name];
    const found = Array.isArray(list) ? list.map(withMessage).filter(isPartnerError) : [];
    if (found.length > 0) return found;
  }
  for (const name of wrappings) {
    const found = find(value[name], depth - 1);
    if (found.length > 0) return found;
  }
  return [];
}

function withMessage(error: unknown): unknown {
  if (!isObject(error) || 'message' in error || !isObject(error['extensions'])) return error;
  return { ...error, message: error['extensions']['code'] };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
