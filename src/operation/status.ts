import type { GraphQLError } from 'graphql';
import type { OmittedErrors } from '../execution/work.js';

/** A status and headers of an HTTP response. */
export interface HttpExtension {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The HTTP status of a result without any data for want of a credential or of quota: 401 if any
 * error is UNAUTHENTICATED, else 429 with the longest wait that the upstream names. Undefined for
 * every other result: the error of a field does not change the status (docs/security.md,
 * "Credential").
 */
export function statusOf(
  data: Readonly<Record<string, unknown>> | null | undefined,
  errors: readonly GraphQLError[],
  omittedErrors?: OmittedErrors,
): HttpExtension | undefined {
  const codes = new Set<unknown>(omittedErrors?.kinds.keys());
  const rootKeys = new Set<unknown>(omittedErrors?.rootKeys);
  let wait: number | undefined;
  // The last entry summarizes the omitted errors.
  const listed = omittedErrors === undefined ? errors : errors.slice(0, -1);
  for (const { path, extensions } of listed) {
    const { code, retryAfterSeconds } = extensions;
    codes.add(code);
    rootKeys.add(path?.[0]);
    if (typeof retryAfterSeconds === 'number') wait = Math.max(wait ?? 0, retryAfterSeconds);
  }
  if (codes.size === 0 || ![...codes].every(isOfCredentialOrQuota)) return undefined;
  if (data != null && !hasNoData(data, rootKeys)) return undefined;
  if (codes.has('UNAUTHENTICATED')) {
    return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
  }
  if (wait === undefined) return { status: 429 };
  // A number that we print: no text of the upstream reaches a header.
  return { status: 429, headers: { 'Retry-After': String(Math.ceil(wait)) } };
}

const isOfCredentialOrQuota = (code: unknown): boolean =>
  code === 'UNAUTHENTICATED' || code === 'RATE_LIMITED';

/** Whether no root field has a value but `__typename`, under any alias: it never fails. */
const hasNoData = (
  data: Readonly<Record<string, unknown>>,
  failed: ReadonlySet<unknown>,
): boolean =>
  Object.entries(data).every(([name, value]) =>
    failed.has(name) ? isNullThroughout(value) : typeof value === 'string',
  );

/** Also a list of look-ups that have all failed. */
const isNullThroughout = (value: unknown): boolean =>
  value === null ||
  (Array.isArray(value) && value.length > 0 && value.every((entry) => entry === null));
