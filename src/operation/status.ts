import type { GraphQLError } from 'graphql';
import type { OmittedErrors } from '../execution/omitted-errors.js';
import type { HttpExtension } from './result.js';

/**
 * The HTTP status of an answer where nothing at all could be read for want of a credential or quota: 401 if any reason
 * is UNAUTHENTICATED, else 429 with the longest wait that the upstream told. In every other case a field's error leaves
 * the status alone (runtime interface, "The request's credential").
 */
export function statusOf(
  data: Readonly<Record<string, unknown>> | null | undefined,
  errors: readonly GraphQLError[],
  omittedErrors?: OmittedErrors,
): HttpExtension | undefined {
  // The last entry stands for those that are left out.
  const listed = omittedErrors === undefined ? errors : errors.slice(0, -1);
  const codes = new Set<unknown>(omittedErrors?.kinds.keys());
  for (const { extensions } of listed) codes.add(extensions['code']);
  if (codes.size === 0 || ![...codes].every((code) => code === 'UNAUTHENTICATED' || code === 'RATE_LIMITED'))
    return undefined;
  if (data != null && !hasNoData(data, rootsOf(listed, omittedErrors))) return undefined;
  if (codes.has('UNAUTHENTICATED')) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
  let wait: number | undefined;
  for (const { extensions } of listed) {
    const { retryAfterSeconds } = extensions;
    if (typeof retryAfterSeconds === 'number') wait = Math.max(wait ?? 0, retryAfterSeconds);
  }
  if (wait === undefined) return { status: 429 };
  // A number of our own making: no text of the upstream's reaches a header.
  return { status: 429, headers: { 'Retry-After': String(Math.ceil(wait)) } };
}

function rootsOf(
  errors: readonly GraphQLError[],
  omittedErrors: OmittedErrors | undefined,
): ReadonlySet<unknown> {
  const roots = new Set<unknown>(omittedErrors?.rootKeys);
  for (const { path } of errors) roots.add(path?.[0]);
  return roots;
}

/** No root field has a value but those that no error explains: `__typename` under whatever alias. */
const hasNoData = (data: Readonly<Record<string, unknown>>, failed: ReadonlySet<unknown>): boolean =>
  Object.entries(data).every(([name, value]) =>
    failed.has(name) ? isEmpty(value) : typeof value === 'string',
  );

/** A list of look-ups that have all failed holds nothing either. */
const isEmpty = (value: unknown): boolean =>
  value === null || (Array.isArray(value) && value.length > 0 && value.every((entry) => entry === null));
