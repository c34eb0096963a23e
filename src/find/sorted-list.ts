import type { Direction } from '../paging/place.js';
import type { Stretch } from '../paging/window.js';
import { comparePlaces, type Order, placeIdOf, type SortPlace } from './order.js';
import { forEachInSteps, sortInSteps, type Steps } from './steps.js';

export interface SortedItem<T> extends SortPlace {
  readonly item: T;
}

/** Items behind a place of a list, or before it; without one, from the start or the end. */
export interface WindowRequest<P> {
  readonly direction: Direction;
  /** Infinity for all. */
  readonly size: number;
  readonly from: P | undefined;
}

/** A numbered page of a list, from 1. */
export interface NumberedRequest {
  readonly page: number;
  readonly limit: number;
}

/** To read a key may take as long as some fields. */
const keyWeight = 3;

/** Sorts records; each key is read once. */
export function* sortRecords<T extends { readonly id: string }>(
  records: readonly T[],
  order: Order<T>,
): Steps<readonly SortedItem<T>[]> {
  const items: SortedItem<T>[] = [];
  yield* forEachInSteps(records, keyWeight, (item) => {
    items.push({ item, key: order.field.keyOf(item), id: placeIdOf(item.id) });
  });
  return yield* sortInSteps(items, (a, b) => comparePlaces(order, a, b));
}

/**
 * A stretch of a sorted list. Where the item of a place has gone, the walk continues where it would be; where its key has
 * changed, at the place that it had.
 */
export function cutWindow<T>(
  sorted: readonly SortedItem<T>[],
  order: Order<never>,
  { direction, size, from }: WindowRequest<SortPlace>,
): Stretch<SortedItem<T>> {
  if (direction === 'forward') {
    const start = from === undefined ? 0 : countUpTo(sorted, order, from, true);
    return cut(sorted, start, start + size);
  }
  const end = from === undefined ? sorted.length : countUpTo(sorted, order, from, false);
  return cut(sorted, Math.max(end - size, 0), end);
}

export const cutPage = <I>(list: readonly I[], { page, limit }: NumberedRequest): Stretch<I> =>
  cut(list, Math.min((page - 1) * limit, list.length), page * limit);

const cut = <I>(list: readonly I[], start: number, end: number): Stretch<I> => ({
  items: list.slice(start, end),
  hasNextPage: end < list.length,
  hasPreviousPage: start > 0,
});

/** How many items stand before a place, or at it too, by halving. */
function countUpTo(
  sorted: readonly SortPlace[],
  order: Order<never>,
  place: SortPlace,
  isInclusive: boolean,
): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = sorted[middle];
    const compared = item === undefined ? 1 : comparePlaces(order, item, place);
    if (compared < 0 || (isInclusive && compared === 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}
