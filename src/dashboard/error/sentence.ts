import type { ReadError } from './read-error.js';

/** What each code means to a visitor, and what may help: `ErrorCode` of the schema, and two of our own. */
const sentences: Readonly<Record<string, string>> = {
  BAD_USER_INPUT: 'This address names something that cannot exist.',
  UNAUTHENTICATED: 'The Partner API does not accept this credential. It may have been revoked.',
  FORBIDDEN: 'This credential lacks a scope. Scopes cannot be added later: use a new credential.',
  NOT_FOUND: 'The organization has nothing with this id.',
  HTTPS_REQUIRED: 'The Partner API requires HTTPS. The operator of the façade must configure it.',
  RATE_LIMITED: 'The quota of the credential or the organization is exhausted for the moment.',
  UPSTREAM_UNAVAILABLE: 'The Partner API is unreachable or failed. Trying again may help.',
  UPSTREAM_TIMEOUT: 'The Partner API did not respond in time. Trying again may help.',
  UPSTREAM_INVALID_RESPONSE: 'The Partner API sent a response that breaks its contract.',
  UPSTREAM_BUDGET_EXCEEDED: 'This view needs more REST requests than one operation may send.',
  OPERATION_LIMIT_EXCEEDED: 'The operation is larger than the façade allows.',
  INTERNAL_SERVER_ERROR: 'Something went wrong inside the façade.',
  FACADE_UNREACHABLE: 'The façade cannot be reached from this browser.',
  SESSION_ENDED: 'The session has ended.',
};

export const sentenceOf = ({ code, message }: Pick<ReadError, 'code' | 'message'>): string =>
  sentences[code] ?? message;

/** Whether another attempt may succeed. */
export const mayRetry = ({ code }: Pick<ReadError, 'code'>): boolean => retryable.has(code);

const retryable: ReadonlySet<string> = new Set([
  'RATE_LIMITED',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_INVALID_RESPONSE',
  'INTERNAL_SERVER_ERROR',
  'FACADE_UNREACHABLE',
]);
