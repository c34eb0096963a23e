import { findAnchor, itemsPastGone, shiftOf, toStartAnchor } from './anchor.js';
import { comesBefore, type Direction, type Place, type Placed, spanOf } from './place.js';
import {
  edgeOf,
  entryOf,
  maxPageLimit,
  type PagePlan,
  planFrom,
  type PlanOptions,
  type Start,
} from './plan.js';
import { extentOf, type SourcePage } from './source.js';

/** How far a walk through a collection has come, and what it has learned from its pages. */
export interface Walk {
  readonly direction: Direction;
  /** Positions before the exact boundary that the walk has reached; undefined while only the anchor is known. */
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
  const { next } = startOf(walk, maxPageLimit);
  if (walk.direction === 'backward') return next < 1;
  return walk.isExtentSeen && walk.extent !== undefined && next > walk.extent;
}

/**
 * Plans the pages that continue a walk by `wanted` positions. If the total shows that items may have moved back over
 * the boundary, the pages begin that much earlier. An anchor that is found only on its own grid is read alone first,
 * because that grid may be narrow.
 */
export function planNext(
  walk: Walk,
  wanted: number,
  limits: Pick<PlanOptions, 'maxLimit' | 'minLimit'>,
): PagePlan {
  const { direction, extent } = walk;
  const start = startOf(walk, limits.maxLimit);
  const boundary = boundaryOf(walk);
  const isAlone = walk.boundary === undefined && start.anchor?.limit !== undefined;
  const until = direction === 'forward' ? boundary + wanted : boundary - wanted + 1;
  return planFrom(start, isAlone ? start.next : until, { direction, extent, ...limits });
}

/**
 * The items of the pages that are past the start of the walk, in the collection's order. Undefined if the collection
 * has changed so much that the pages begin too late.
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
  return isPastAnchor ? fresh : itemsPastGone(fresh, anchor, direction);
}

/** Moves the walk past pages and their items; never back. */
export function advance(walk: Walk, plan: PagePlan, items: readonly Placed<unknown>[]): void {
  const isForward = walk.direction === 'forward';
  const reached = isForward ? plan.last * plan.limit : (plan.first - 1) * plan.limit;
  const { boundary = reached } = walk;
  walk.boundary = isForward ? Math.max(boundary, reached) : Math.min(boundary, reached);
  walk.anchor = (isForward ? items.at(-1) : items[0])?.place ?? walk.anchor;
  walk.totalAtBoundary = walk.total;
}

/** Where the walk continues, as far as its pages show; backward never beyond the end. */
function startOf(walk: Walk, maxLimit: number): Start {
  const { direction, boundary, extent = Infinity } = walk;
  const looksBack = walk.anchor?.id != null && walk.rereads <= maxRereads;
  const shift = looksBack ? shiftOf(walk.totalAtBoundary, walk.total, direction) : 0;
  const anchor = walk.anchor && toStartAnchor(walk.anchor, shift, direction, maxLimit);
  if (direction === 'forward') {
    return {
      next: anchor && boundary === undefined ? anchor.near : Math.max(1, boundaryOf(walk) + 1 - shift),
      anchor,
    };
  }
  const next = anchor && boundary === undefined ? anchor.near : boundaryOf(walk) + shift;
  return {
    next: Math.min(next, extent),
    anchor: anchor && { ...anchor, near: Math.min(anchor.near, extent) },
  };
}

/** The boundary, or the one at the far end of where the anchor may be. */
function boundaryOf({ direction, boundary, anchor, extent }: Walk): number {
  if (direction === 'forward') return boundary ?? (anchor ? spanOf(anchor).hi : 0);
  const end = boundary ?? (anchor ? spanOf(anchor).lo - 1 : extent);
  return Math.min(end ?? 0, extent ?? Infinity);
}
