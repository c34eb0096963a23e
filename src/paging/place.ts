/**
 * Where an item stood when it was read. Pages may be short, because the upstream takes hidden items out of a page
 * after it has cut it (contract, "Pagination of collections", 2). So an item's position in the collection is known
 * only between two bounds; it is exact on a full page, and the ends of pages are always exact.
 */
export interface Place {
  /** The grid: items a page, 1..100. */
  readonly limit: number;
  /** From 1. */
  readonly page: number;
  /** Index among the items that the page showed, from 0. */
  readonly index: number;
  /** How many items the page showed, 1..limit. */
  readonly count: number;
  /** `pagination.total` at that time: tells later whether items were removed or have only changed places. */
  readonly total: number;
  /** The item's own id, by which it is found again; null for an item that could not be read. */
  readonly id: string | null;
}

export interface Placed<T> {
  readonly item: T;
  readonly place: Place;
}

/** The positions, from 1, between which an item stands, both included. */
export interface Span {
  readonly lo: number;
  readonly hi: number;
}

/** The items that are hidden on a page may stand before an item or behind it. */
export function spanOf({ limit, page, index, count }: Omit<Place, 'total' | 'id'>): Span {
  const before = (page - 1) * limit;
  return { lo: before + index + 1, hi: before + limit - (count - 1 - index) };
}

/** A direction to walk in. */
export type Direction = 'forward' | 'backward';

/** Whether a walk comes to position `a` before it comes to position `b`. */
export const comesBefore = (a: number, b: number, direction: Direction): boolean =>
  direction === 'forward' ? a < b : a > b;

/**
 * The exact boundary from which a walk goes on at a place: the number of positions that lie before it, so that
 * `forward` reads the positions above it and `backward` those up to it. Undefined where hidden items on the same
 * page leave it open; then the item must be found again.
 */
export function boundaryAt(place: Place, direction: Direction): number | undefined {
  const { limit, page, index, count } = place;
  if (direction === 'forward' && index === count - 1) return page * limit;
  if (direction === 'backward' && index === 0) return (page - 1) * limit;
  const { lo, hi } = spanOf(place);
  if (lo !== hi) return undefined;
  return direction === 'forward' ? lo : lo - 1;
}
