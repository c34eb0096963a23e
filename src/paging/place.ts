/**
 * Where an item was when it was read. Pages may be short, because the upstream removes hidden items from a page after
 * it has cut the page (contract, "Pagination of collections", 2). So the position of an item in the collection is known
 * only between two bounds. It is exact on a full page, and page boundaries are always exact.
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
 * What a walk passes from one boundary to another. A boundary is the number of positions before it, and minus that number
 * where the walk goes backward. So every walk goes up, and on any grid pages begin at the multiples of their limit.
 */
export interface Span {
  readonly near: number;
  readonly far: number;
}

/** The positions before and behind which an item lies. Hidden items of its page may lie before or after it. */
export function spanOf({ limit, page, index, count }: Place, direction: Direction): Span {
  const lo = (page - 1) * limit + index;
  const hi = page * limit - (count - 1 - index);
  return direction === 'forward' ? { near: lo, far: hi } : { near: -hi, far: -lo };
}

/** The exact boundary from which a walk continues; undefined if hidden items leave it open: the item must be found again. */
export function boundaryAt(place: Place, direction: Direction): number | undefined {
  const { near, far } = spanOf(place, direction);
  const isLast = place.index === (direction === 'forward' ? place.count - 1 : 0);
  return isLast || far - near === 1 ? far : undefined;
}

/** Whether the growth of the collection can have moved an item from one place to another. */
export function isExplained(before: Place, now: Place, growth: number): boolean {
  const [old, fresh] = [spanOf(before, 'forward'), spanOf(now, 'forward')];
  return fresh.far > old.near + Math.min(0, growth) && fresh.near < old.far + Math.max(0, growth);
}

/** What a window says of the pages next to it. */
export const pagesAround = (direction: Direction, hasAhead: boolean, hasBehind: boolean) =>
  direction === 'forward'
    ? { hasNextPage: hasAhead, hasPreviousPage: hasBehind }
    : { hasNextPage: hasBehind, hasPreviousPage: hasAhead };
