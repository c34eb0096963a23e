import type { PagedList } from '../../loaders/paged-list.js';
import { type Place, type Placed } from '../../paging/place.js';
import { withoutRepeats } from '../../paging/repeat.js';
import type { Source, SourcePage } from '../../paging/source.js';
import { placeItems, readWindow, type Window } from '../../paging/window.js';
import { PartnerError } from '../../partner/error.js';
import type { WindowRequest } from '../page-arguments.js';

/** A list of which only the matches are seen. To paging, the other records are hidden items. */
export interface FilteredList<T> extends Source<T> {
  /** The matches of pages that were read, in order, each once. */
  readonly matchesOf: (pages: readonly SourcePage<T | PartnerError>[]) => readonly Placed<T>[];
  /** An error for each broken record of the pages that were read. */
  readonly broken: readonly PartnerError[];
}

export function filterList<T>(list: PagedList<T>, matches: (record: T) => boolean): FilteredList<T> {
  const broken: PartnerError[] = [];
  const known = new Map<object, SourcePage<T>>();
  const filterPage = (page: SourcePage<T | PartnerError>): SourcePage<T> => {
    let filtered = known.get(page.pagination);
    if (filtered !== undefined) return filtered;
    const items: T[] = [];
    for (const item of page.items) {
      if (item instanceof PartnerError) broken.push(item);
      else if (matches(item)) items.push(item);
    }
    filtered = { items, pagination: page.pagination };
    known.set(page.pagination, filtered);
    return filtered;
  };
  const source: Source<T> = {
    readPage: async (page, limit) => filterPage(await list.readPage(page, limit)),
    idOf: list.idOf,
    areIdsUnique: list.areIdsUnique,
    maxLimit: list.maxLimit,
    // Matches may be anywhere, and other readers of the list share its widest pages.
    minLimit: list.maxLimit,
    known: list.known,
  };
  const matchesOf = (pages: readonly SourcePage<T | PartnerError>[]): readonly Placed<T>[] =>
    withoutRepeats(
      source,
      [],
      pages.flatMap((page) => placeItems(source, filterPage(page))),
      true,
    );
  return { ...source, matchesOf, broken };
}

/**
 * Reads matches page by page, until there are enough and one more, which shows that the list goes on.
 *
 * @param maxMatches how many records can match at all
 */
export async function readMatches<T>(
  list: FilteredList<T>,
  { direction, size, from }: WindowRequest<Place>,
  maxMatches: number,
): Promise<Omit<Window<T>, 'total'>> {
  const isForward = direction === 'forward';
  // From an edge nothing was passed, so that no more than all matches are left.
  const wanted = from === undefined ? Math.min(size + 1, maxMatches) : size + 1;
  const { items } = wanted === 0 ? nothing : await readWindow(list, direction, wanted, from);
  const hasAhead = items.length > size;
  const hasBehind = from !== undefined;
  return isForward
    ? { items: items.slice(0, size), hasNextPage: hasAhead, hasPreviousPage: hasBehind }
    : { items: items.slice(hasAhead ? 1 : 0), hasNextPage: hasBehind, hasPreviousPage: hasAhead };
}

const nothing = { items: [] };
