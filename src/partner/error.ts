import type { ErrorCode, PartnerErrorExtensions } from '../client/error.js';

export { type ErrorCode, errorCodes } from '../client/error.js';

/** The facts of a failure besides its code and message; unknown ones are undefined. */
export type ErrorFacts = {
  readonly [Fact in Exclude<keyof PartnerErrorExtensions, 'code'>]?:
    | PartnerErrorExtensions[Fact]
    | undefined;
};

/**
 * A failure with a code. Its message is for the client: it says what happened, where and with which
 * value, and holds neither a credential nor an address of the upstream. It has no stack: the code
 * says enough, and one operation may fail thousands of times.
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
 * Why a request or an operation has ended that nobody waits for: its client has left, or its
 * response is complete. The code of the error is for a response that nobody reads; log, metrics and
 * traces have `CANCELLED`.
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
