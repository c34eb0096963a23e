import { forEachInSteps, matchWeight } from '../../find/steps.js';
import type { PagedList } from '../../session/paged-list.js';
import {
  newItems,
  onGrid,
  pagesAround,
  type Place,
  type Placed,
  placeItems,
  type Source,
  type SourcePage,
} from '../../paging/place.js';
import { readWindow, type WindowRequest } from '../../paging/window.js';
import { PartnerError } from '../../partner/error.js';
import type { Context } from '../builder.js';

type ListedPage<T> = SourcePage<T | PartnerError>;

/**
 * A page whose records are compared with the filter, and the indexes of the first and the last
 * match.
 */
interface ComparedPage<T> {
  readonly page: ListedPage<T>;
  readonly first: number;
  readonly last: number;
}

export class FilteredList<T> {
  private readonly compared = new Map<string, ComparedPage<T>>();
  private readonly wanted = new Set<T | PartnerError>();
  /** Reads pages as wide as the list serves, which the other readers of the list share. */
  private readonly source: Source<T | PartnerError>;

  constructor(
    list: PagedList<T>,
    private readonly matches: (record: T) => boolean,
    private readonly work: Context['work'],
  ) {
    this.source = {
      readPage: async (page, limit) => this.compare(onGrid(await list.readPage(page, limit), page)),
      idOf: list.idOf,
      areIdsUnique: list.areIdsUnique,
      maxLimit: list.maxLimit,
      minLimit: list.maxLimit,
      known: list.known,
      isWanted: this.isWanted,
    };
  }

  private readonly isWanted = (item: T | PartnerError): boolean => this.wanted.has(item);

  /**
   * Reads matches page by page, until there are enough and one more, which shows that there are
   * more.
   */
  async readMatches(
    { direction, from }: Pick<WindowRequest<Place>, 'direction' | 'from'>,
    size: number,
    maxMatches: number,
  ) {
    // From an edge nothing was passed, so that no more than all matches are left.
    const wanted = from === undefined ? Math.min(size + 1, maxMatches) : size + 1;
    const { items } =
      wanted === 0 ? { items: [] } : await readWindow(this.source, direction, wanted, from);
    const hasMore = items.length > size;
    const surplus = hasMore ? 1 : 0;
    const shown = direction === 'forward' ? items.slice(0, size) : items.slice(surplus);
    return { items: shown, ...pagesAround(direction, { hasMore, hasPassed: from !== undefined }) };
  }

  /** The matches of pages that were read, in order, each once. */
  async matchesOf(pages: readonly ListedPage<T>[]): Promise<readonly Placed<T | PartnerError>[]> {
    const matches: Placed<T | PartnerError>[] = [];
    const isNew = newItems(this.source);
    for (const page of pages) {
      const compared = await this.compare(page);
      for (const each of placeItems(this.source, compared)) {
        if (this.isWanted(each.item) && isNew(each)) matches.push(each);
      }
    }
    return matches;
  }

  /**
   * An error for each broken record of the pages that were read, in the order of the list: they may
   * have come in any.
   */
  broken(): readonly PartnerError[] {
    return [...this.compared.values()]
      .sort((a, b) => a.page.pagination.page - b.page.pagination.page)
      .flatMap(({ page }) => page.items.filter((item) => item instanceof PartnerError));
  }

  /**
   * The place of a match, as its cursor holds it. To a walk over matches, the records before the
   * first match of a page and those behind its last one count as hidden: then the walk continues at
   * the next page, and does not read this one again. The records between matches do not, so that a
   * match that has gone hides no other one.
   */
  placeOf({ place }: Placed<T | PartnerError>): Place {
    const { index, count } = place;
    const { first, last } = this.compared.get(gridKey(place)) ?? { first: index, last: index };
    const hasBefore = first !== -1 && first < index;
    const hasBehind = last > index;
    if (hasBefore) return hasBehind ? place : { ...place, count: index + 1 };
    return { ...place, index: 0, count: hasBehind ? count - index : 1 };
  }

  /** Compares each record of a page once: windows and cursors only look it up. */
  private async compare(page: ListedPage<T>): Promise<ListedPage<T>> {
    const { items, pagination } = page;
    const isKnown = this.compared.get(gridKey(pagination))?.page.items === items;
    // Whoever reads a page that is known places its records, which takes its time too.
    const steps = forEachInSteps(items, isKnown ? 1 : matchWeight, (item) => {
      if (!isKnown && !(item instanceof PartnerError) && this.matches(item)) this.wanted.add(item);
    });
    await this.work.inSlices(steps);
    if (isKnown) return page;
    const ends = {
      first: items.findIndex(this.isWanted),
      last: items.findLastIndex(this.isWanted),
    };
    this.compared.set(gridKey(pagination), { page, ...ends });
    return page;
  }
}

const gridKey = ({ page, limit }: { readonly page: number; readonly limit: number }): string =>
  `${page} ${limit}`;
