import { type Direction, isExplained, type Place, type Placed, spanOf } from './place.js';
import { entryOf, maxPageLimit, type PagePlan, planFrom, type PlanOptions, type Start } from './plan.js';
import { extentOf, type SourcePage } from './source.js';

/** How far a walk through a collection has come, and what it has learned from its pages. */
export interface Walk {
  readonly direction: Direction;
  /** The exact boundary that the walk has reached; undefined while only the anchor is known. */
  boundary: number | undefined;
  /** The outermost item that was read, or the one that the walk began at. */
  anchor: Place | undefined;
  /** `pagination.total` when the walk reached its boundary. */
  totalAtBoundary: number | undefined;
  /** Number of positions of the collection, if known. */
  extent: number | undefined;
  /** Whether a page of this walk has confirmed it. Older knowledge may be outdated: it plans, but ends no walk. */
  isExtentSeen: boolean;
  total: number | undefined;
  /** Whether pages had different totals. */
  hasChanged: boolean;
  /** The widest page served to this walk, once the upstream has served less than requested. */
  cap: number;
  /** How often pages began too late. */
  rereads: number;
}

/** Ends a walk even if the total changes with every response. */
const maxRereads = 3;

/** Positions. An item is not searched farther from its old place: each search would cost more requests. */
const maxShift = maxPageLimit;

/** Learns the total and the extent from a page; returns the extent. */
export function learn(walk: Walk, pagination: SourcePage<unknown>['pagination']): number {
  if (walk.total !== undefined && walk.total !== pagination.total) walk.hasChanged = true;
  walk.total = pagination.total;
  walk.extent = extentOf(pagination);
  walk.isExtentSeen = true;
  return walk.extent;
}

/** Whether nothing is left to read in the direction of the walk. */
export function isAtEnd(walk: Walk): boolean {
  const isEndKnown = walk.direction === 'backward' || walk.isExtentSeen;
  return isEndKnown && startOf(walk, maxPageLimit).next >= endOf(walk);
}

/**
 * Plans the pages that continue a walk by `wanted` positions. If the total shows that items may have moved back over
 * the boundary, the pages begin that much earlier. An anchor that is found only on its own grid is read alone first,
 * because that grid may be narrow.
 */
export function planNext(walk: Walk, wanted: number, limits: Omit<PlanOptions, 'end'>): PagePlan {
  const start = startOf(walk, limits.maxLimit);
  const isAlone = walk.boundary === undefined && start.anchor?.limit !== undefined;
  const until = isAlone ? start.next + 1 : boundaryOf(walk) + wanted;
  return planFrom(start, until, { end: endOf(walk), ...limits });
}

/**
 * The items of the pages that are past the start of the walk. Undefined if the collection has changed so much that the
 * pages begin too late.
 *
 * @param fresh in reading order
 */
export function itemsPast<T>(
  walk: Walk,
  fresh: readonly Placed<T>[],
  { limit, near }: PagePlan,
): readonly Placed<T>[] | undefined {
  const { anchor, total } = walk;
  if (anchor === undefined) return fresh;
  const found = findAnchor(fresh, anchor, total ?? anchor.total);
  if (found !== -1) return fresh.slice(found + 1);
  const start = startOf(walk, maxPageLimit);
  if (entryOf(start, limit) < near) {
    walk.rereads += 1;
    return undefined;
  }
  const isPastAnchor = start.anchor === undefined || start.anchor.far <= near;
  return isPastAnchor ? fresh : itemsPastGone(fresh, anchor, walk.direction);
}

/** Moves the walk past pages and their items, in reading order; never back. */
export function advance(walk: Walk, { far }: PagePlan, items: readonly Placed<unknown>[]): void {
  walk.boundary = Math.max(walk.boundary ?? far, far);
  walk.anchor = items.at(-1)?.place ?? walk.anchor;
  walk.totalAtBoundary = walk.total;
}

/**
 * Where the walk continues, as far as its pages show; never before the first boundary of the collection. An anchor without
 * an id is found only on its own grid; if that grid is wider than the upstream still serves, it counts as gone.
 */
function startOf(walk: Walk, maxLimit: number): Start {
  const { direction, boundary, anchor } = walk;
  const begin = beginOf(walk);
  const shift = shiftOf(walk);
  const next = Math.max(boundaryOf(walk) - shift, begin);
  if (anchor === undefined) return { next };
  const { near: nearest, far } = spanOf(anchor, direction);
  const near = Math.max(nearest - shift, begin);
  const limit = anchor.id === null && anchor.limit <= maxLimit ? anchor.limit : undefined;
  return { next: boundary === undefined ? near : next, anchor: { near, far, limit } };
}

/**
 * How many positions the items beyond an anchor may have moved back over it, towards the start of the walk: forward by
 * the removal of items, backward by additions.
 */
function shiftOf({ anchor, rereads, totalAtBoundary, total, direction }: Walk): number {
  if (anchor?.id == null || rereads > maxRereads) return 0;
  if (totalAtBoundary === undefined || total === undefined) return 0;
  const shift = direction === 'forward' ? totalAtBoundary - total : total - totalAtBoundary;
  return Math.max(0, Math.min(shift, maxShift));
}

/** The boundary, or the one at the far end of where the anchor may be. */
function boundaryOf(walk: Walk): number {
  const { boundary, anchor, direction } = walk;
  return Math.max(boundary ?? (anchor ? spanOf(anchor, direction).far : 0), beginOf(walk));
}

/** The boundaries between which the walk goes, as far as they are known. */
const beginOf = ({ direction, extent = Infinity }: Walk): number => (direction === 'forward' ? 0 : -extent);
const endOf = ({ direction, extent = Infinity }: Walk): number => (direction === 'forward' ? extent : 0);

/**
 * The anchor's index, or -1. An item with the anchor's id that is farther away than additions or removals explain was
 * itself moved, and items beyond it may not be delivered yet. Of several matches the farthest counts, so that a walk
 * over repeated ids ends.
 *
 * @param fresh in reading order
 */
const findAnchor = <T>(fresh: readonly Placed<T>[], anchor: Place, total: number): number =>
  fresh.findLastIndex(({ place }) =>
    anchor.id === null
      ? isSamePlace(place, anchor)
      : place.id === anchor.id && isExplained(anchor, place, total - anchor.total),
  );

/**
 * The items that are certainly past an anchor that is gone. Another item has its position now, unless the anchor is
 * known only as unreadable: then it may still be there.
 */
function itemsPastGone<T>(fresh: readonly Placed<T>[], anchor: Place, direction: Direction): Placed<T>[] {
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
