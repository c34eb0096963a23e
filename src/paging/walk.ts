import { driftOf, findAnchor, pastVanished, toStartAnchor } from './anchor.js';
import { comesBefore, type Direction, type Place, type Placed, spanOf } from './place.js';
import { edgeOf, entryOf, maxPageLimit, type PagePlan, planFrom, type Start } from './plan.js';
import { extentOf, type SourcePage } from './source.js';

/** How far a walk through a collection has come, and what its pages have told. */
export interface Walk {
  readonly direction: Direction;
  /** Positions before the exact boundary that has been reached; undefined while only the anchor tells. */
  boundary: number | undefined;
  /** The outermost item that was read, or the one that the walk began at. */
  anchor: Place | undefined;
  /** `pagination.total` when the walk came to its boundary. */
  reckonedTotal: number | undefined;
  /** Number of positions of the collection, where it has been told. */
  extent: number | undefined;
  /** Whether a page of this walk has told it. What was known before may be out of date: it plans, but ends nothing. */
  isExtentSeen: boolean;
  total: number | undefined;
  /** Whether pages have told different totals. */
  hasChanged: boolean;
  /** The widest page that the upstream has served to this walk where it served less than was asked. */
  cap: number;
  /** How often pages did not begin early enough. */
  rereads: number;
}

/** A total that changes with every answer shall not hold a walk for ever. */
const maxRereads = 3;

/** Takes in what a page tells of the whole collection. */
export function learn(walk: Walk, pagination: SourcePage<unknown>['pagination']): number {
  if (walk.total !== undefined && walk.total !== pagination.total) walk.hasChanged = true;
  walk.total = pagination.total;
  walk.extent = extentOf(pagination);
  walk.isExtentSeen = true;
  return walk.extent;
}

/** Whether nothing is left to read in the direction of the walk. */
export function isAtEnd(walk: Walk): boolean {
  const { next } = startOf(walk, maxPageLimit);
  if (walk.direction === 'backward') return next < 1;
  return walk.isExtentSeen && walk.extent !== undefined && next > walk.extent;
}

/**
 * The pages that take a walk on by `wanted` positions. Where the total tells that items may have come back over the
 * boundary, they begin as much earlier. An item that is found only on its own grid is looked for alone first, as that
 * grid may be a narrow one.
 */
export function planOn(walk: Walk, wanted: number, maxLimit: number): PagePlan {
  const { direction, extent } = walk;
  const start = startOf(walk, maxLimit);
  const boundary = boundaryOf(walk);
  const isAlone = walk.boundary === undefined && start.anchor?.limit !== undefined;
  const until = direction === 'forward' ? boundary + wanted : boundary - wanted + 1;
  return planFrom(start, isAlone ? start.next : until, { direction, maxLimit, extent });
}

/**
 * The items of the pages read, in the collection's order, that lie past the walk's start; undefined when the pages
 * tell that the collection has changed so that they do not begin early enough.
 */
export function itemsPast<T>(
  walk: Walk,
  fresh: readonly Placed<T>[],
  plan: PagePlan,
): readonly Placed<T>[] | undefined {
  const { anchor, direction, total } = walk;
  if (anchor === undefined) return fresh;
  const found = findAnchor(fresh, anchor, total ?? anchor.total, direction);
  if (found !== -1) return direction === 'forward' ? fresh.slice(found + 1) : fresh.slice(0, found);
  const edge = edgeOf(plan, direction);
  const start = startOf(walk, maxPageLimit);
  if (comesBefore(entryOf(start, plan.limit, direction), edge, direction)) {
    walk.rereads += 1;
    return undefined;
  }
  const isPastAnchor = start.anchor === undefined || comesBefore(start.anchor.far, edge, direction);
  return isPastAnchor ? fresh : pastVanished(fresh, anchor, direction);
}

/** Moves the walk behind pages that have been read and the items found there; never back. */
export function goBehind(walk: Walk, plan: PagePlan, items: readonly Placed<unknown>[]): void {
  const isForward = walk.direction === 'forward';
  const reached = isForward ? plan.last * plan.limit : (plan.first - 1) * plan.limit;
  const { boundary = reached } = walk;
  walk.boundary = isForward ? Math.max(boundary, reached) : Math.min(boundary, reached);
  walk.anchor = (isForward ? items.at(-1) : items[0])?.place ?? walk.anchor;
  walk.reckonedTotal = walk.total;
}

/** Where the walk goes on, as far as the pages read so far can tell; going backward never beyond the end. */
function startOf(walk: Walk, maxLimit: number): Start {
  const { direction, boundary, extent = Infinity } = walk;
  const looksBack = walk.anchor?.id != null && walk.rereads <= maxRereads;
  const drift = looksBack ? driftOf(walk.reckonedTotal, walk.total, direction) : 0;
  const anchor = walk.anchor && toStartAnchor(walk.anchor, drift, direction, maxLimit);
  if (direction === 'forward') {
    return {
      next: anchor && boundary === undefined ? anchor.near : Math.max(1, boundaryOf(walk) + 1 - drift),
      anchor,
    };
  }
  const next = anchor && boundary === undefined ? anchor.near : boundaryOf(walk) + drift;
  return {
    next: Math.min(next, extent),
    anchor: anchor && { ...anchor, near: Math.min(anchor.near, extent) },
  };
}

/** The boundary, or the one at the far end of where the anchor may stand. */
function boundaryOf({ direction, boundary, anchor, extent }: Walk): number {
  if (direction === 'forward') return boundary ?? (anchor ? spanOf(anchor).hi : 0);
  const end = boundary ?? (anchor ? spanOf(anchor).lo - 1 : extent);
  return Math.min(end ?? 0, extent ?? Infinity);
}
