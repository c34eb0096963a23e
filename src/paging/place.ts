/** What paging needs of a REST page. */
export interface SourcePage<T> {
  /** At most `pagination.limit`. */
  readonly items: readonly T[];
  /**
   * Whole numbers, as the upstream echoed them (contract, "Pagination"). A smaller limit than
   * requested is valid.
   */
  readonly pagination: {
    readonly page: number;
    readonly limit: number;
    readonly total: number;
    readonly totalPages: number;
  };
  /** False where no two items have the same id; undefined where that is not known. */
  readonly mayRepeat?: boolean;
}

/** A collection that can only be read page by page. */
export interface Source<T> {
  readonly readPage: (page: number, limit: number) => Promise<SourcePage<T>>;
  /** The item's id; null for an unreadable item. */
  readonly idOf: (item: T) => string | null;
  /** False if the contract allows several items of the collection to have the same id. */
  readonly areIdsUnique: boolean;
  /** The widest page that the upstream serves: 100 by contract, less once it has served less. */
  readonly maxLimit: () => number;
  /**
   * The narrowest page to read: 1, or as wide as `maxLimit` where the pages serve other readers
   * too.
   */
  readonly minLimit: () => number;
  /**
   * `pagination` as this operation has seen it, for planning; the pages that are read take
   * precedence.
   */
  readonly known: () => SourcePage<T>['pagination'] | undefined;
  /** Whether windows deliver the item; undefined where they deliver every one. */
  readonly isWanted?: ((item: T) => boolean) | undefined;
}

/**
 * Number of positions up to the end. "A client continues while page < totalPages" (contract,
 * "Pagination of collections", 2), so `totalPages` wins over a `total` that contradicts it.
 */
export function extentOf({ total, limit, totalPages }: SourcePage<unknown>['pagination']): number {
  return Math.ceil(total / limit) === totalPages ? total : totalPages * limit;
}

/**
 * A page as it is on its grid. Some upstreams serve the last page in place of a page past the end,
 * with its own number or the requested one; such a page is empty. The first page always begins in
 * the collection.
 */
export function onGrid<T>(page: SourcePage<T>, requested: number): SourcePage<T> {
  const { pagination } = page;
  const isPastEnd =
    requested > 1 &&
    (pagination.page < requested || (requested - 1) * pagination.limit >= extentOf(pagination));
  return isPastEnd ? { items: [], pagination } : page;
}

/**
 * Where an item was when it was read. Pages may be short, because the upstream removes hidden items
 * from a page after it has cut the page (contract, "Pagination of collections", 2). So the position
 * of an item in the collection is known only between two bounds. It is exact on a full page, and
 * page boundaries are always exact.
 */
export interface Place {
  /** The grid: items per page, 1..100. */
  readonly limit: number;
  /** From 1. */
  readonly page: number;
  /** Index among the visible items of the page, from 0. */
  readonly index: number;
  /** Visible items of the page, 1..limit. */
  readonly count: number;
  /** `pagination.total` at that time: later it shows whether items were removed or only moved. */
  readonly total: number;
  /** The item's own id, by which it is found again; null for an item that could not be read. */
  readonly id: string | null;
}

export interface Placed<T> {
  readonly item: T;
  readonly place: Place;
}

export type Direction = 'forward' | 'backward';

/**
 * What a walk passes from one boundary to another. A boundary is the number of positions before it,
 * and minus that number where the walk goes backward. So every walk goes up, and on any grid pages
 * begin at the multiples of their limit.
 */
export interface Span {
  readonly near: number;
  readonly far: number;
}

/**
 * The positions before and behind which an item lies. Hidden items of its page may lie before or
 * after it.
 */
export function spanOf({ limit, page, index, count }: Place, direction: Direction): Span {
  const start = (page - 1) * limit + index;
  const end = page * limit - (count - 1 - index);
  return direction === 'forward' ? { near: start, far: end } : { near: -end, far: -start };
}

/**
 * The exact boundary from which a walk continues; undefined if hidden items leave it open: the item
 * must be found again.
 */
export function boundaryAt(place: Place, direction: Direction): number | undefined {
  const { near, far } = spanOf(place, direction);
  const lastIndex = direction === 'forward' ? place.count - 1 : 0;
  const isExact = far - near === 1;
  return isExact || place.index === lastIndex ? far : undefined;
}

/** Whether the growth of the collection can have moved an item from one place to another. */
export function isExplained(before: Place, now: Place, growth: number): boolean {
  const old = spanOf(before, 'forward');
  const fresh = spanOf(now, 'forward');
  const nearest = old.near + Math.min(0, growth);
  const farthest = old.far + Math.max(0, growth);
  return fresh.far > nearest && fresh.near < farthest;
}

/** What a walk knows of a window: whether items follow it, and whether some came before it. */
interface WindowEdges {
  readonly hasMore: boolean;
  readonly hasPassed: boolean;
}

/** What a window says of the pages next to it. */
export const pagesAround = (direction: Direction, { hasMore, hasPassed }: WindowEdges) =>
  direction === 'forward'
    ? { hasNextPage: hasMore, hasPreviousPage: hasPassed }
    : { hasNextPage: hasPassed, hasPreviousPage: hasMore };

/** The items of a page with their places. */
export const placeItems = <T>(source: Pick<Source<T>, 'idOf'>, page: SourcePage<T>): Placed<T>[] =>
  page.items.map((item, index) => new PlacedItem(item, index, page, source));

/** Creates its place on demand: most places are never read. */
class PlacedItem<T> implements Placed<T> {
  constructor(
    readonly item: T,
    private readonly index: number,
    private readonly on: SourcePage<T>,
    private readonly source: Pick<Source<T>, 'idOf'>,
  ) {}

  get place(): Place {
    const { items, pagination } = this.on;
    const { limit, page, total } = pagination;
    return {
      limit,
      page,
      index: this.index,
      count: items.length,
      total,
      id: this.source.idOf(this.item),
    };
  }
}

/** Items that were read for a window. */
interface FreshItems<T> {
  /** Those that the window already has. */
  readonly found: readonly Placed<T>[];
  readonly fresh: readonly Placed<T>[];
  /** Those that the fresh items are on. */
  readonly pages: readonly SourcePage<T>[];
  /** Whether pages of the window had different totals. */
  readonly hasChanged: boolean;
}

/**
 * The items that the window does not have yet, in reading order. If the collection changes between
 * two requests, items occur again on the next page; the place where each was read first counts. An
 * unreadable item has no id and is kept.
 */
export function withoutRepeats<T>(source: Source<T>, items: FreshItems<T>): readonly Placed<T>[] {
  const { found, fresh } = items;
  if (!mayHoldRepeats(source, items)) return fresh;
  const isNew = newItems(source);
  for (const placed of found) isNew(placed);
  return fresh.filter(isNew);
}

function mayHoldRepeats<T>(
  { areIdsUnique }: Source<T>,
  { found, pages, hasChanged }: FreshItems<T>,
): boolean {
  // Where ids are not unique, only a change moves an item to a place that is read later.
  if (!areIdsUnique) return hasChanged;
  const isAlone = found.length === 0 && pages.length === 1;
  return !isAlone || pages[0]?.mayRepeat !== false;
}

/** Whether an item is none of those that it was asked about before. */
export const newItems = <T>(source: Source<T>): ((placed: Placed<T>) => boolean) =>
  source.areIdsUnique ? newIds(source) : unmoved();

/** Whether no item before has had its id. */
function newIds<T>({ idOf }: Source<T>): (placed: Placed<T>) => boolean {
  const ids = new Set<string>();
  return ({ item }) => {
    const id = idOf(item);
    if (id === null) return true;
    const isNew = !ids.has(id);
    ids.add(id);
    return isNew;
  };
}

/**
 * Places of one id that are compared with the next one: a list may show one id alone, and an item
 * moves by a few.
 */
const maxPlaces = 100;

/**
 * If several items may have the same id, only an item that the change of the total can have moved
 * to another page is certainly the same. An id that occurs twice on one page belongs to two items.
 */
function unmoved(): (placed: Placed<unknown>) => boolean {
  const placesOf = new Map<string, Place[]>();
  return ({ place }) => {
    if (place.id === null) return true;
    const earlier = placesOf.get(place.id) ?? [];
    const isNew = !earlier.some((before) => isMoved(before, place));
    placesOf.set(place.id, earlier);
    earlier.push(place);
    if (earlier.length > maxPlaces) earlier.shift();
    return isNew;
  };
}

const isMoved = (before: Place, now: Place): boolean =>
  before.total !== now.total && isExplained(before, now, now.total - before.total);
