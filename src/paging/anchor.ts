import { type Direction, type Place, type Placed, spanOf } from './place.js';
import { maxPageLimit, type StartAnchor } from './plan.js';

/** Positions. Farther than this an item is not sought behind its old place: it would cost ever more requests. */
const maxDrift = maxPageLimit;

/**
 * How far the items behind an anchor may have come back over it, towards the start of the walk: forward by the
 * removal of items, backward by the addition of others.
 *
 * @param before `total` when the anchor was read, and `now`; undefined while no page has told
 */
export function driftOf(before: number | undefined, now: number | undefined, direction: Direction): number {
  if (before === undefined || now === undefined) return 0;
  const drift = direction === 'forward' ? before - now : now - before;
  return Math.max(0, Math.min(drift, maxDrift));
}

/**
 * Where the anchor may stand now, for planning. Without an id it is found only on its own grid; where that is wider
 * than the upstream serves by now, it counts as vanished.
 */
export function toStartAnchor(
  anchor: Place,
  drift: number,
  direction: Direction,
  maxLimit: number,
): StartAnchor {
  const { lo, hi } = spanOf(anchor);
  const limit = anchor.id === null && anchor.limit <= maxLimit ? anchor.limit : undefined;
  return direction === 'forward'
    ? { near: Math.max(1, lo - drift), far: hi, limit }
    : { near: hi + drift, far: lo, limit };
}

/**
 * The anchor's index, or -1. An item with the anchor's id that has changed its place by more than the removal or the
 * addition of others explains was moved, and what stands behind it now could be items that have not.
 * Of several the farthest counts, so that a walk over repeated ids ends.
 */
export function findAnchor<T>(
  fresh: readonly Placed<T>[],
  anchor: Place,
  total: number,
  direction: Direction,
): number {
  const isSame = ({ place }: Placed<T>): boolean =>
    anchor.id === null
      ? isSamePlace(place, anchor)
      : place.id === anchor.id && isExplained(anchor, place, total - anchor.total);
  return direction === 'forward' ? fresh.findLastIndex(isSame) : fresh.findIndex(isSame);
}

/** Whether an item that stood at one place may stand at another one since the collection has grown by so many. */
export function isExplained(before: Place, now: Place, growth: number): boolean {
  const [old, fresh] = [spanOf(before), spanOf(now)];
  return fresh.hi >= old.lo + Math.min(0, growth) && fresh.lo <= old.hi + Math.max(0, growth);
}

/**
 * The items that surely stand past an anchor that has vanished. Where it stood there is something else now; an item
 * known only as unreadable is still itself.
 */
export function pastVanished<T>(
  fresh: readonly Placed<T>[],
  anchor: Place,
  direction: Direction,
): Placed<T>[] {
  const { lo, hi } = spanOf(anchor);
  const itself = anchor.id === null ? 1 : 0;
  const isPast = (place: Place): boolean => {
    const span = spanOf(place);
    if (direction === 'forward') return span.lo >= hi + itself;
    // The last page is short without hiding anything.
    return Math.min(span.hi, Math.max(span.lo, place.total)) <= lo - itself;
  };
  return fresh.filter(({ place }) => isPast(place));
}

/** Without an id only the place tells, on a page that has not changed visibly. */
const isSamePlace = (a: Place, b: Place): boolean =>
  a.id === b.id && a.limit === b.limit && a.page === b.page && a.index === b.index && a.count === b.count;
