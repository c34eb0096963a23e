import { maxPageLimit } from '../paging/plan.js';
import { extentOf } from '../paging/source.js';
import type { CollectionFacts } from '../tenant/collection-facts.js';
import type { Tenant } from '../tenant/tenant.js';

/** Pages of 100 over a collection of `extent` positions. */
export const sweepPages = (extent: number): number => Math.ceil(extent / maxPageLimit);

/** Pages of 100 that a list has, where the credential's operations have learnt it lately. */
export const knownPages = (facts: CollectionFacts | undefined): number | undefined =>
  facts && sweepPages(extentOf(facts.pagination));

/** What the credential's operations have learnt of a list that many seconds ago at most. */
export function recentFacts(
  { collections, now }: Tenant,
  listPath: string,
  maxAgeSeconds = Infinity,
): CollectionFacts | undefined {
  const known = collections.get(listPath);
  return known !== undefined && now() - known.seenAt <= maxAgeSeconds * 1000 ? known : undefined;
}

/** REST requests for the parts of all records, as the credential's operations have learnt it. */
export interface KnownParts {
  /** One for each record that the list shows; for each that its total counts, where it has not been read whole. */
  readonly atLeast: number;
  /** Undefined where the parts have not been read since the list last changed its length. */
  readonly exactly: number | undefined;
}

/** The `total` of a list may count hidden records: the count of a whole reading is better, until the total changes. */
export function knownParts(facts: CollectionFacts | undefined): KnownParts | undefined {
  if (facts === undefined) return undefined;
  const total = extentOf(facts.pagination);
  const { parts } = facts;
  if (parts?.total !== total) return { atLeast: total, exactly: undefined };
  return { atLeast: parts.records, exactly: parts.requests };
}
