import type { KnownResponses } from '../../src/rest/client.js';
import type { RestResponse } from '../../src/rest/transport/transport.js';
import type { TenantResponses } from '../../src/tenant/tenant-responses.js';

export const responseWith = (body: string, more: Partial<RestResponse> = {}): RestResponse => ({
  status: 200,
  contentType: 'application/json',
  retryAfter: undefined,
  body,
  ...more,
});

/** Takes a response that is a record; its text is that of the value, in as many characters as are asked for. */
export function keep(
  responses: KnownResponses | undefined,
  path: string,
  value: string,
  sentAt: number,
  characters = 10,
): void {
  const parsed = { record: value, isExact: true };
  responses?.keep(path, responseWith(value.padEnd(characters).slice(0, characters)), parsed, sentAt);
}

/** Bytes that so many responses of ten characters take. */
export const entryBytes = (count: number): number => count * (3 * 10 + 2 * '/a'.length + 500);

/** The values of those paths that are kept. */
export const found = (tenant: TenantResponses, ...paths: readonly string[]): unknown[] =>
  paths.flatMap((path) => tenant.find(path, Infinity)?.value ?? []);
