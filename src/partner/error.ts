/** Every way in which a request can fail: the values of `ErrorCode` in the public schema. */
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

/** The facts of a failure besides its code and message; unknown ones are undefined. */
export interface ErrorFacts {
  readonly status?: number | undefined;
  /** REST operation id, for example `partnerV1_screens`. */
  readonly operation?: string | undefined;
  /** The scope that the endpoint requires; on FORBIDDEN. */
  readonly requiredScope?: string | undefined;
  /** `error.requestId`, `error.code` and `error.details` of the envelope. */
  readonly requestId?: string | undefined;
  readonly upstreamCode?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  /** Seconds to wait before the next request; on RATE_LIMITED. */
  readonly retryAfterSeconds?: number | undefined;
}

/**
 * A failure with a code. Its message is for the client: it says what happened, where and with which value, and holds
 * neither a credential nor an address of the upstream. It has no stack: the code says enough, and one operation may
 * fail thousands of times.
 */
export class PartnerError extends Error {
  override readonly name = 'PartnerError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly facts: ErrorFacts = {},
    cause?: unknown,
  ) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message, cause === undefined ? undefined : { cause });
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/**
 * Why a request or an operation has ended that nobody waits for: its client has left, or its response is complete. The code
 * of the error is for a response that nobody reads; log, metrics and traces have `CANCELLED`.
 */
export class Cancellation extends PartnerError {
  constructor(message: string) {
    super('UPSTREAM_TIMEOUT', message);
  }
}

/** What log, metrics and traces call a failure: its code, or `CANCELLED`, which no response has. */
export type ReportedCode = ErrorCode | 'CANCELLED';

export const reportedCode = (error: PartnerError): ReportedCode =>
  error instanceof Cancellation ? 'CANCELLED' : error.code;

export const asError = (cause: unknown): Error =>
  cause instanceof Error ? cause : new Error(String(cause), { cause });
