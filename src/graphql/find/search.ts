import type { Criteria, Finder } from '../../find/finder.js';
import {
  cutPage,
  cutWindow,
  decodeSortCursor,
  encodeSortCursor,
  type Order,
  type SortedItem,
  sortRecords,
} from '../../find/order.js';
import { filterInSteps } from '../../find/steps.js';
import { type Figures, summarize } from '../../find/summary.js';
import type { Memory } from '../../session/memory.js';
import type { PagedList } from '../../session/paged-list.js';
import { readAvailable, type Reading, readWhole } from '../../session/reading.js';
import { decodeCursor, encodeCursor } from '../../paging/cursor.js';
import type { Place, Placed } from '../../paging/place.js';
import type { Stretch } from '../../paging/window.js';
import type { Identified } from '../../partner/collection.js';
import type { PartnerError } from '../../partner/error.js';
import type { Context } from '../builder.js';
import type { Connection } from '../connection.js';
import type { ConnectionParts } from '../cost/selected-field.js';
import {
  checkFile,
  type PageArguments,
  type PageRequest,
  readPageArguments,
  readsCollection,
} from '../read-connection.js';
import { needsAllMatches, wantedWindow } from '../wanted-window.js';
import { FilteredList } from './filtered-list.js';

export interface Summary {
  readonly count: number;
  readonly figures: Figures;
  /** Why some may be missing: the first failed page, then each broken record. */
  readonly errors: readonly PartnerError[];
}

/**
 * Of the records of a list, so many match a filter that to sort all of them, once for all filters,
 * costs little more.
 */
const sharedFraction = 1 / 4;

/**
 * What an operation finds in a collection by one filter and order. Its searches share what they
 * read and compute.
 */
export class Search<T extends Identified> {
  /** Names the list, its filter and its order in cursors. */
  private readonly name: string;
  private readonly memory: Memory;

  constructor(
    private readonly context: Context,
    private readonly finder: Finder<T>,
    private readonly criteria: Criteria<T>,
  ) {
    this.name = `${finder.collection.name} ${criteria.hash}`;
    this.memory = context.partner.memory;
  }

  /**
   * Reads a window of the records that match, once for the operation, in the list's order or in
   * another one. Without an order, and where the number of matches is not asked for, pages are read
   * until enough matches are found; else the list is read whole.
   *
   * @throws PartnerError BAD_USER_INPUT for unusable arguments; or why a page could not be read
   */
  connection(args: PageArguments, parts: ConnectionParts): Promise<Connection<T>> {
    const { context, finder, criteria } = this;
    const { name } = finder.collection;
    if (criteria.filterHash === undefined && criteria.order === undefined) {
      return readsCollection(finder.collection).read(context, '', args, parts);
    }
    const { first, after, last, before, page } = args;
    const key = [name, criteria.hash, parts, first, after, last, before, page];
    return this.memory.once(JSON.stringify(key), async () => {
      const { order } = criteria;
      const found =
        order === undefined
          ? await this.inPlace(args, parts)
          : await this.inOrder(args, parts, order);
      checkFile(context.partner.list(finder.collection.list), context);
      return found;
    });
  }

  /** Summarizes what can be read of the list; throws where nothing can. */
  summary(): Promise<Summary> {
    return this.memory.once<Promise<Summary>>(`summary ${this.name}`, async () => {
      const reading = await this.read(readAvailable);
      const { pages, broken, failure } = reading;
      if (failure !== undefined && pages.length === 0) throw failure;
      const matching = await this.matching(reading);
      const figures = await this.context.work.inSlices(summarize(this.finder.figures, matching));
      const errors = failure === undefined ? broken : [failure, ...broken];
      return { count: matching.length, figures, errors };
    });
  }

  /**
   * Pages and records of the whole list, read once for the operation; none where nothing can match.
   * The reading begins before this returns, so that look-ups of the same moment wait for it.
   *
   * @param readList `readWhole` where no window of the matches is known once a page cannot be read
   */
  private async read(readList: (list: PagedList<T>) => Promise<Reading<T>>): Promise<Reading<T>> {
    if (this.criteria.maxMatches === 0) return nothing;
    return readList(this.context.partner.collection(this.finder.collection));
  }

  private async inPlace(args: PageArguments, parts: ConnectionParts): Promise<Connection<T>> {
    const { total, isExported } = parts;
    const { name } = this;
    const request = readPageArguments(
      args,
      (cursor) => decodeCursor(name, cursor),
      parts,
      this.context,
    );
    const isOrdered = this.criteria.order !== undefined;
    const wanted = wantedWindow(args, isExported);
    const needsAll = needsAllMatches(wanted, { isOrdered, wantsTotal: total });
    const { list, all } = needsAll
      ? await this.matchesInPlace()
      : { list: this.open(), all: undefined };
    const window = await this.windowOf(list, all, request, parts);
    const cursorOf = (match: Match<T>): string => encodeCursor(name, list.placeOf(match));
    return { total: total ? all?.length : undefined, errors: list.broken(), cursorOf, ...window };
  }

  /** @param all the matches of the whole list; undefined where it was not read */
  private async windowOf(
    list: FilteredList<T>,
    all: readonly Match<T>[] | undefined,
    request: PageRequest<Place>,
    { items, total }: ConnectionParts,
  ): Promise<Stretch<Match<T>>> {
    if ('page' in request) return cutPage(all ?? [], request);
    // The total alone shows no window.
    if (!items && total) return noWindow;
    const size = items ? sizeAmong(all, request.size) : 0;
    return list.readMatches(request, size, this.criteria.maxMatches);
  }

  private matchesInPlace() {
    return this.memory.once(`matches ${this.name}`, async () => {
      const { pages } = await this.read(readWhole);
      const list = this.open();
      return { list, all: await list.matchesOf(pages) };
    });
  }

  private open(): FilteredList<T> {
    const { context, finder, criteria } = this;
    return new FilteredList(
      context.partner.collection(finder.collection),
      criteria.matches,
      context.work,
    );
  }

  private async inOrder(
    args: PageArguments,
    parts: ConnectionParts,
    order: Order<T>,
  ): Promise<Connection<T>> {
    const { name } = this;
    const decode = (cursor: string) => decodeSortCursor(name, order.field.keyType, cursor);
    const request = readPageArguments(args, decode, parts, this.context);
    const { sorted, broken } = await this.memory.once(`sorted ${name}`, async () => {
      const reading = await this.read(readWhole);
      const records = await this.sort(reading, order);
      return { sorted: records, broken: reading.broken };
    });
    const window = 'page' in request ? cutPage(sorted, request) : cutWindow(sorted, order, request);
    const cursorOf = (place: SortedItem<T>): string => encodeSortCursor(name, place);
    return { total: sorted.length, errors: broken, cursorOf, ...window };
  }

  private async sort(reading: Reading<T>, order: Order<T>): Promise<readonly SortedItem<T>[]> {
    const { context, finder, criteria } = this;
    const { records } = reading;
    const matching = await this.matching(reading);
    // Where nothing can match, the list was not even read: it is not the one that other filters
    // share.
    if (matching.length === 0) return [];
    if (matching.length < records.length * sharedFraction) {
      return context.work.inSlices(sortRecords(matching, order));
    }
    const all = await this.memory.once(
      `all ${finder.collection.name} by ${criteria.orderName}`,
      () => context.work.inSlices(sortRecords(records, order)),
    );
    if (matching.length === all.length) return all;
    const isMatching = new Set(matching);
    return context.work.inSlices(filterInSteps(all, ({ item }) => isMatching.has(item)));
  }

  /** Those of the records that match, in their order; equal filters are compared with them once. */
  private matching({ records }: Reading<T>): Promise<readonly T[]> {
    const { context, finder, criteria } = this;
    if (criteria.filterHash === undefined) return Promise.resolve(records);
    return this.memory.once(`matching ${finder.collection.name} ${criteria.filterHash}`, () =>
      context.work.inSlices(filterInSteps(records, criteria.matches)),
    );
  }
}

type Match<T> = Placed<T | PartnerError>;

/** How many matches a window asks for; `all` are known wherever it asks for all of them. */
function sizeAmong(all: readonly unknown[] | undefined, size: number | 'all'): number {
  if (size === 'all') return all?.length ?? 0;
  return all === undefined ? size : Math.min(size, all.length);
}

const noWindow: Stretch<never> = { items: [], hasNextPage: false, hasPreviousPage: false };

const nothing: Reading<never> = { pages: [], records: [], broken: [], failure: undefined };
