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

/** The positions, from 1, between which an item lies, both included. */
export interface Span {
  readonly lo: number;
  readonly hi: number;
}

/** Hidden items of a page may lie before or after an item. */
export function spanOf({ limit, page, index, count }: Omit<Place, 'total' | 'id'>): Span {
  const before = (page - 1) * limit;
  return { lo: before + index + 1, hi: before + limit - (count - 1 - index) };
}

/** The direction of a walk. */
export type Direction = 'forward' | 'backward';

/** What a window says of the pages next to it. */
export const pagesAround = (direction: Direction, hasAhead: boolean, hasBehind: boolean) =>
  direction === 'forward'
    ? { hasNextPage: hasAhead, hasPreviousPage: hasBehind }
    : { hasNextPage: hasBehind, hasPreviousPage: hasAhead };

/** Whether a walk reaches position `a` before position `b`. */
export const comesBefore = (a: number, b: number, direction: Direction): boolean =>
  direction === 'forward' ? a < b : a > b;

/**
 * The exact boundary from which a walk continues at a place: the number of positions before it, so `forward` reads the
 * positions above it and `backward` those up to it. Undefined if hidden items on the same page leave it open; then the
 * item must be found again.
 */
export function boundaryAt(place: Place, direction: Direction): number | undefined {
  const { limit, page, index, count } = place;
  if (direction === 'forward' && index === count - 1) return page * limit;
  if (direction === 'backward' && index === 0) return (page - 1) * limit;
  const { lo, hi } = spanOf(place);
  if (lo !== hi) return undefined;
  return direction === 'forward' ? lo : lo - 1;
}
