import type { ReadError } from './read-error.js';

/** What each code means to a visitor, and what may help. Codes: `ErrorCode` of the schema, and two of our own. */
const sentences: Readonly<Record<string, string>> = {
  BAD_USER_INPUT: 'This address asks for something that cannot exist.',
  UNAUTHENTICATED: 'The Partner API does not accept this credential. It may have been revoked.',
  FORBIDDEN: 'This credential may not read this part. Scopes cannot be added: it takes a new credential.',
  NOT_FOUND: 'There is nothing of this id in the organization.',
  HTTPS_REQUIRED: 'The Partner API must be reached over HTTPS. This is for the operator of the façade.',
  RATE_LIMITED: 'The quota of the credential or the organization is spent for the moment.',
  UPSTREAM_UNAVAILABLE: 'The Partner API could not be reached or could not serve. Trying again may help.',
  UPSTREAM_TIMEOUT: 'The Partner API did not answer in time. Trying again may help.',
  UPSTREAM_INVALID_RESPONSE: 'The Partner API answered with something that breaks its contract.',
  UPSTREAM_BUDGET_EXCEEDED: 'This view needs more REST requests than one operation may spend.',
  OPERATION_LIMIT_EXCEEDED: 'The operation is larger than the façade allows.',
  INTERNAL_SERVER_ERROR: 'Something went wrong inside the façade.',
  FACADE_UNREACHABLE: 'The façade cannot be reached from this browser.',
  SESSION_ENDED: 'The session has ended.',
};

export const sentenceOf = ({ code, message }: Pick<ReadError, 'code' | 'message'>): string =>
  sentences[code] ?? message;

/** Whether asking again may give another answer. */
export const mayRetry = ({ code }: Pick<ReadError, 'code'>): boolean => retryable.has(code);

const retryable: ReadonlySet<string> = new Set([
  'RATE_LIMITED',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_INVALID_RESPONSE',
  'INTERNAL_SERVER_ERROR',
  'FACADE_UNREACHABLE',
]);
