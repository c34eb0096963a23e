/**
 * Every error code of the façade. `ErrorCode` in `schema.graphql` says how a client should handle
 * each.
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

/**
 * The `extensions` of an error: `ErrorExtensions` in `schema.graphql`. Unknown members are absent.
 */
export interface PartnerErrorExtensions<Code extends ErrorCode = ErrorCode> {
  readonly code: Code;
  /** HTTP status of the REST response, if there was one. */
  readonly status?: number;
  /** REST operation id, for example `partnerV1_screens`. */
  readonly operation?: string;
  /** On FORBIDDEN: the scope that the credential lacks, for example `screens:read`. */
  readonly requiredScope?: string;
  /** The Partner API's id of the failed request, for its support team. */
  readonly requestId?: string;
  /** `error.code` and `error.details` of the Partner API; neither is documented. */
  readonly upstreamCode?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  /** On RATE_LIMITED: seconds to wait, if the Partner API names them. */
  readonly retryAfterSeconds?: number;
}

/** One entry of `errors` in a GraphQL result of the façade. */
export interface PartnerError<Code extends ErrorCode = ErrorCode> {
  readonly message: string;
  /** The field without data; absent where the whole operation was refused. */
  readonly path?: readonly (string | number)[];
  readonly extensions: PartnerErrorExtensions<Code>;
}

const known: ReadonlySet<unknown> = new Set(errorCodes);

/** True for an error of the façade: it has a message and one of `errorCodes`. */
export function isPartnerError(value: unknown): value is PartnerError {
  return (
    isObject(value) &&
    typeof value['message'] === 'string' &&
    isObject(value['extensions']) &&
    known.has(value['extensions']['code'])
  );
}

/** True for an error of the façade with one of the codes; narrows `extensions.code` to them. */
export function hasCode<const Code extends ErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is PartnerError<Code> {
  return isPartnerError(error) && codes.some((code) => code === error.extensions.code);
}

/** Codes of a whole operation that stay as long as it and its credential stay. */
const lastingCodes: ReadonlySet<unknown> = new Set<ErrorCode>([
  'UNAUTHENTICATED',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
  'UPSTREAM_BUDGET_EXCEEDED',
]);

/**
 * Whether an error ends a subscription: no later event can be without it.
 *
 * @param hasData whether its event has data, or null
 */
export const endsSubscription = (code: unknown, hasData: boolean): boolean =>
  hasData ? code === 'UNAUTHENTICATED' : lastingCodes.has(code);

/**
 * The façade's errors in a GraphQL result, an error, or a client's wrapper around them. Wrappers
 * are recognized by their shape:
 *
 * - `{ errors }`: a GraphQL result, Apollo Client's `CombinedGraphQLErrors`, or Relay's `@catch`.
 *   Relay omits the message; the code replaces it
 * - `{ graphQLErrors }`: urql's `CombinedError`
 * - `{ response }`: graphql-request's `ClientError`
 * - `{ source }`: an error of Relay's network layer
 * - `{ error }`: a result of Apollo Client or urql
 * - `{ cause }`: any other error that wraps one of these
 *
 * @returns the errors in their order; empty for any other error, such as a failed connection
 */
export function partnerErrors(result: unknown): readonly PartnerError[] {
  return findErrors(result, maxDepth);
}

/** Nesting of wrappers; the clients above use at most two. */
const maxDepth = 4;

const wrappings = ['errors', 'graphQLErrors', 'response', 'source', 'error', 'cause'] as const;

function findErrors(value: unknown, depth: number): readonly PartnerError[] {
  if (isPartnerError(value)) return [value];
  if (Array.isArray(value)) return value.map(withCodeAsMessage).filter(isPartnerError);
  if (!isObject(value) || depth === 0) return [];
  for (const name of wrappings) {
    const found = findErrors(value[name], depth - 1);
    if (found.length > 0) return found;
  }
  return [];
}

function withCodeAsMessage(error: unknown): unknown {
  if (!isObject(error) || 'message' in error || !isObject(error['extensions'])) return error;
  return { ...error, message: error['extensions']['code'] };
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/**
 * An entry of `errors` that can be thrown. Clients give entries as plain objects, which have no
 * stack, and which error trackers and Node.js print without their message. `hasCode` and
 * `partnerErrors` find it too.
 */
export class ResultError extends Error {
  override readonly name = 'ResultError';
  /** Undefined where another server has responded. */
  readonly code: ErrorCode | undefined;
  /** The field without data; undefined where the whole operation was refused. */
  readonly path: readonly (string | number)[] | undefined;
  /** On FORBIDDEN: the scope that the credential lacks. */
  readonly requiredScope: string | undefined;
  readonly extensions: object;

  constructor({
    message,
    path,
    extensions = {},
  }: {
    readonly message?: string | undefined;
    readonly path?: readonly (string | number)[] | undefined;
    readonly extensions?: object | undefined;
  }) {
    // Relay may omit the message.
    const entry: unknown = { message: message ?? '', extensions };
    const known = isPartnerError(entry) ? entry.extensions : undefined;
    super(message ?? known?.code ?? 'The field has no data.');
    this.code = known?.code;
    this.path = path;
    this.requiredScope = known?.requiredScope;
    this.extensions = extensions;
  }
}

/**
 * The data of a result without errors: of GraphQL's own `{ data, errors }`, or of Apollo Client or
 * urql, whose errors are where `partnerErrors` looks for them.
 *
 * @throws ResultError with the first error of the façade, whether there is data beside it or not
 * @throws Error where the result has another error, which is its `cause`, or no data
 */
export function dataOf<Data>(result: {
  readonly data?: Data | null | undefined;
  readonly errors?: readonly object[] | undefined;
  readonly error?: unknown;
}): NonNullable<Data> {
  const [first] = partnerErrors(result);
  if (first !== undefined) throw new ResultError(first);
  const { data, errors, error = errors?.[0] } = result;
  if (error == null && data != null) return data;
  throw new Error('The result has an error that is not of the façade, or no data.', {
    cause: error ?? result,
  });
}
