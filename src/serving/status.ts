import type { GraphQLError } from 'graphql';
import type { HttpExtension } from './answer.js';

/**
 * The HTTP status of an answer where nothing at all could be read for want of a credential or quota: 401 if any reason
 * is UNAUTHENTICATED, else 429 with the longest wait that the upstream told. In every other case a field's error leaves
 * the status alone (runtime interface, "The request's credential").
 */
export function statusOf(
  data: Readonly<Record<string, unknown>> | null | undefined,
  errors: readonly GraphQLError[],
): HttpExtension | undefined {
  const codes = new Set(errors.map(({ extensions }) => extensions['code']));
  if (codes.size === 0 || ![...codes].every((code) => code === 'UNAUTHENTICATED' || code === 'RATE_LIMITED'))
    return undefined;
  if (data != null && !hasNoData(data, errors)) return undefined;
  if (codes.has('UNAUTHENTICATED')) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
  const waits = errors
    .map(({ extensions }) => extensions['retryAfterSeconds'])
    .filter((wait) => typeof wait === 'number');
  if (waits.length === 0) return { status: 429 };
  // A number of our own making: no text of the upstream's reaches a header.
  return { status: 429, headers: { 'Retry-After': String(Math.ceil(Math.max(...waits))) } };
}

/** No root field has a value but those that no error explains: `__typename` under whatever alias. */
function hasNoData(data: Readonly<Record<string, unknown>>, errors: readonly GraphQLError[]): boolean {
  const failed = new Set(errors.map(({ path }) => path?.[0]));
  return Object.entries(data).every(([name, value]) =>
    failed.has(name) ? isEmpty(value) : typeof value === 'string',
  );
}

/** A list of look-ups that have all failed holds nothing either. */
const isEmpty = (value: unknown): boolean =>
  value === null || (Array.isArray(value) && value.length > 0 && value.every((entry) => entry === null));
