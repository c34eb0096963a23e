import { type Direction, isExplained, type Place, type Placed, spanOf } from './place.js';
import { maxPageLimit, type StartAnchor } from './plan.js';

/** Positions. An item is not searched farther from its old place: each search would cost more requests. */
const maxShift = maxPageLimit;

/**
 * How many positions the items beyond an anchor may have moved back over it, towards the start of the walk: forward by
 * the removal of items, backward by additions.
 *
 * @param before `total` when the anchor was read; undefined until a page has it
 * @param now `total` on the last page
 */
export function shiftOf(before: number | undefined, now: number | undefined, direction: Direction): number {
  if (before === undefined || now === undefined) return 0;
  const shift = direction === 'forward' ? before - now : now - before;
  return Math.max(0, Math.min(shift, maxShift));
}

/**
 * Where the anchor may be now, for planning. Without an id it is found only on its own grid; if that grid is wider than
 * the upstream still serves, the anchor counts as gone.
 */
export function toStartAnchor(
  anchor: Place,
  shift: number,
  direction: Direction,
  maxLimit: number,
): StartAnchor {
  const { near, far } = spanOf(anchor, direction);
  const limit = anchor.id === null && anchor.limit <= maxLimit ? anchor.limit : undefined;
  return { near: near - shift, far, limit };
}

/**
 * The anchor's index, or -1. An item with the anchor's id that is farther away than additions or removals explain was
 * itself moved, and items beyond it may not be delivered yet. Of several matches the farthest counts, so that a walk
 * over repeated ids ends.
 *
 * @param fresh in reading order
 */
export const findAnchor = <T>(fresh: readonly Placed<T>[], anchor: Place, total: number): number =>
  fresh.findLastIndex(({ place }) =>
    anchor.id === null
      ? isSamePlace(place, anchor)
      : place.id === anchor.id && isExplained(anchor, place, total - anchor.total),
  );

/**
 * The items that are certainly past an anchor that is gone. Another item has its position now, unless the anchor is
 * known only as unreadable: then it may still be there.
 */
export function itemsPastGone<T>(
  fresh: readonly Placed<T>[],
  anchor: Place,
  direction: Direction,
): Placed<T>[] {
  const { far } = spanOf(anchor, direction);
  const past = anchor.id === null ? far : far - 1;
  return fresh.filter(({ place }) => nearestOf(place, direction) >= past);
}

/** Where an item begins at the earliest. The last page is short without hiding anything. */
function nearestOf(place: Place, direction: Direction): number {
  const { near, far } = spanOf(place, direction);
  return direction === 'forward' ? near : Math.max(near, Math.min(far - 1, -place.total));
}

/** Without an id only the place identifies an item, on a page that has not visibly changed. */
const isSamePlace = (a: Place, b: Place): boolean =>
  a.id === b.id && a.limit === b.limit && a.page === b.page && a.index === b.index && a.count === b.count;
