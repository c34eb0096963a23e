import { comparePlaces, type Order, placeIdOf, type SortField, type SortPlace } from './order.js';
import { forEachInSteps, sortInSteps, type Steps } from './steps.js';

/** A record and its place in an order. */
export interface SortedItem<T> extends SortPlace {
  readonly item: T;
}

/** What a client asks of a sorted list: a stretch behind or before a place, or a numbered page. */
export type SortedRequest =
  | {
      readonly kind: 'window';
      readonly direction: 'forward' | 'backward';
      readonly size: number;
      readonly from: SortPlace | undefined;
    }
  | { readonly kind: 'page'; readonly page: number; readonly limit: number };

export interface SortedWindow<T> {
  readonly items: readonly SortedItem<T>[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly total: number;
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

/** A list that is sorted in ascending order, in descending order: ties keep theirs, and null stays last. */
export function reverseOrder<T>(
  ascending: readonly SortedItem<T>[],
  { compare }: SortField<never>,
): readonly SortedItem<T>[] {
  const known = ascending.filter(({ key }) => key !== null);
  const ties: SortedItem<T>[][] = [];
  for (const item of known) {
    const last = ties.at(-1);
    const key = last?.[0]?.key;
    if (last !== undefined && key != null && item.key !== null && compare(key, item.key) === 0)
      last.push(item);
    else ties.push([item]);
  }
  return [...ties.reverse().flat(), ...ascending.slice(known.length)];
}

/**
 * A stretch of a sorted list. Where the item of a place has gone, the walk continues where it would be; where its key has
 * changed, at the place that it had.
 */
export function cutWindow<T>(
  sorted: readonly SortedItem<T>[],
  order: Order<never>,
  request: SortedRequest,
): SortedWindow<T> {
  const [start, end] = boundsOf(sorted, order, request);
  return {
    items: sorted.slice(start, end),
    hasNextPage: end < sorted.length,
    hasPreviousPage: start > 0,
    total: sorted.length,
  };
}

function boundsOf(
  sorted: readonly SortPlace[],
  order: Order<never>,
  request: SortedRequest,
): readonly [start: number, end: number] {
  const { length } = sorted;
  if (request.kind === 'page') {
    const start = Math.min((request.page - 1) * request.limit, length);
    return [start, Math.min(start + request.limit, length)];
  }
  const { direction, size, from } = request;
  if (direction === 'forward') {
    const start = from === undefined ? 0 : countUpTo(sorted, order, from, true);
    return [start, Math.min(start + size, length)];
  }
  const end = from === undefined ? length : countUpTo(sorted, order, from, false);
  return [Math.max(end - size, 0), end];
}

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
