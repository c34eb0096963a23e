import type { PagedList } from '../../loaders/paged-list.js';
import type { Place, Placed } from '../../paging/place.js';
import { withoutRepeats } from '../../paging/repeat.js';
import { onGrid, type Source, type SourcePage } from '../../paging/source.js';
import { placeItems, readWindow } from '../../paging/window.js';
import { PartnerError } from '../../partner/error.js';
import { filterInSteps } from '../../find/steps.js';
import type { Context } from '../builder.js';
import type { ItemWindow } from '../connection.js';
import type { WindowRequest } from '../page-arguments.js';
import { endsOf, type MatchEnds, placeAmongMatches } from './match-place.js';

type ListedPage<T> = SourcePage<T | PartnerError>;

/** A list of which only the matches are delivered. */
export interface FilteredList<T> {
  /** Reads pages as wide as the list serves, which the other readers of the list share. */
  readonly source: Source<T | PartnerError>;
  /** The matches of pages that were read, in order, each once. */
  readonly matchesOf: (pages: readonly ListedPage<T>[]) => Promise<readonly Placed<T | PartnerError>[]>;
  /** An error for each broken record of the pages that were read, in the order of the list. */
  readonly broken: () => readonly PartnerError[];
  /** The place of a match, for its cursor. */
  readonly placeOf: (match: Placed<T | PartnerError>) => Place;
}

/** A page whose records are compared with the filter. */
interface MatchedPage<T> {
  readonly page: ListedPage<T>;
  /** The first and the last match. */
  readonly ends: MatchEnds;
}

export function filterList<T>(
  list: PagedList<T>,
  matches: (record: T) => boolean,
  work: Context['work'],
): FilteredList<T> {
  const read = new Map<string, MatchedPage<T>>();
  const wanted = new Set<T | PartnerError>();
  /** Compares each record of a page once: windows and cursors only look it up. */
  const note = async (page: ListedPage<T>): Promise<ListedPage<T>> => {
    const known = read.get(keyOf(page.pagination))?.page;
    if (known?.items === page.items) return known;
    const isMatch = (item: T | PartnerError): boolean => !(item instanceof PartnerError) && matches(item);
    const matching = await work.inSlices(filterInSteps(page.items, isMatch));
    for (const item of matching) wanted.add(item);
    read.set(keyOf(page.pagination), { page, ends: endsOf(page.items, matching) });
    return page;
  };
  const isWanted = (item: T | PartnerError): boolean => wanted.has(item);
  const source: Source<T | PartnerError> = {
    readPage: async (page, limit) => note(onGrid(await list.readPage(page, limit), page)),
    idOf: list.idOf,
    areIdsUnique: list.areIdsUnique,
    maxLimit: list.maxLimit,
    minLimit: list.maxLimit,
    known: list.known,
    isWanted,
  };
  return {
    source,
    async matchesOf(pages) {
      const placed: Placed<T | PartnerError>[] = [];
      for (const page of pages)
        for (const each of placeItems(source, await note(page))) if (isWanted(each.item)) placed.push(each);
      return withoutRepeats(source, [], placed, true);
    },
    broken: () => brokenOf([...read.values()].map(({ page }) => page)),
    placeOf: ({ place }) => placeAmongMatches(place, read.get(keyOf(place))?.ends),
  };
}

const keyOf = ({ page, limit }: { readonly page: number; readonly limit: number }): string =>
  `${page} ${limit}`;

/** Pages that were read together may have come in any order. */
const brokenOf = <T>(pages: readonly ListedPage<T>[]): readonly PartnerError[] =>
  pages
    .toSorted((a, b) => a.pagination.page - b.pagination.page)
    .flatMap(({ items }) => items.filter((item) => item instanceof PartnerError));

/**
 * Reads matches page by page, until there are enough and one more, which shows that there are more.
 *
 * @param maxMatches how many records can match at all
 */
export async function readMatches<T>(
  { source }: FilteredList<T>,
  { direction, size, from }: WindowRequest<Place>,
  maxMatches: number,
): Promise<ItemWindow<Placed<T | PartnerError>>> {
  // From an edge nothing was passed, so that no more than all matches are left.
  const wanted = from === undefined ? Math.min(size + 1, maxMatches) : size + 1;
  const { items } = wanted === 0 ? nothing : await readWindow(source, direction, wanted, from);
  const hasAhead = items.length > size;
  const hasBehind = from !== undefined;
  return direction === 'forward'
    ? { items: items.slice(0, size), hasNextPage: hasAhead, hasPreviousPage: hasBehind }
    : { items: items.slice(hasAhead ? 1 : 0), hasNextPage: hasBehind, hasPreviousPage: hasAhead };
}

const nothing = { items: [] };
