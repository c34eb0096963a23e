import type { KnownResponses } from '../../src/rest/client.js';
import type { ResponseStore } from '../../src/tenant/response-store.js';
import { TenantResponses } from '../../src/tenant/tenant-responses.js';
import { responseWith } from '../rig/memory-upstream.js';

/** What one more credential has read. */
export const openResponses = (store: ResponseStore): TenantResponses =>
  new TenantResponses(store, 'tenant');

/**
 * Takes a response that is a record; its text is that of the value, in as many characters as are
 * asked for.
 */
export function keep(
  responses: KnownResponses | undefined,
  path: string,
  value: string,
  sentAt: number,
  characters = 10,
): void {
  const parsed = { record: value, isExact: true };
  responses?.keep(
    path,
    responseWith(value.padEnd(characters).slice(0, characters)),
    parsed,
    sentAt,
  );
}

/** Bytes that so many responses of ten characters take. */
export const entryBytes = (count: number): number => count * (3 * 10 + 2 * '/a'.length + 500);

/** The values of those paths that are kept. */
export const found = (tenant: TenantResponses, ...paths: readonly string[]): unknown[] =>
  paths.flatMap((path) => tenant.find(path, Infinity)?.value ?? []);
