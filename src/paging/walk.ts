import {
  boundaryAt,
  type Direction,
  extentOf,
  isExplained,
  type Place,
  type Placed,
  type SourcePage,
  type Span,
  spanOf,
} from './place.js';
import {
  entryOf,
  maxPageLimit,
  type PagePlan,
  planFrom,
  type PlanOptions,
  type Start,
} from './plan.js';

/** Ends a walk even if the total changes with every response. */
const maxRereads = 3;

/**
 * Positions. An item is not searched farther from its old place: each search would cost more
 * requests.
 */
const maxShift = maxPageLimit;

/** How far a walk through a collection has come, and what it has learned from its pages. */
export class Walk {
  private reachedBoundary: number | undefined;
  private knownExtent: number | undefined;
  private knownTotal: number | undefined;
  private hasTotalChanged = false;
  /**
   * Whether a page of this walk has confirmed the extent. Older knowledge may be outdated: it
   * plans, but ends no walk.
   */
  private isExtentSeen = false;
  /** `pagination.total` when the walk reached its boundary. */
  private totalAtBoundary: number | undefined;
  /** How often pages began too late. */
  private rereads = 0;

  /**
   * @param anchor the outermost item that was read, at first the one that the walk begins at
   * @param known the pagination of the collection, as a page before this walk has shown it
   */
  constructor(
    readonly direction: Direction,
    private anchor: Place | undefined,
    known: SourcePage<unknown>['pagination'] | undefined,
  ) {
    // An empty collection does not count as known: no page would be read, and items may have been
    // added.
    if (known !== undefined && extentOf(known) > 0) {
      this.knownExtent = extentOf(known);
      this.knownTotal = known.total;
    }
    this.reachedBoundary = this.firstBoundary();
    this.totalAtBoundary = anchor?.total;
  }

  /** The exact boundary that the walk has reached; undefined while only the anchor is known. */
  get boundary(): number | undefined {
    return this.reachedBoundary;
  }

  /** Number of positions of the collection, if known. */
  get extent(): number | undefined {
    return this.knownExtent;
  }

  get total(): number | undefined {
    return this.knownTotal;
  }

  /** Whether pages had different totals. */
  get hasChanged(): boolean {
    return this.hasTotalChanged;
  }

  /** Learns the total and the extent from a page; returns the extent. */
  learn(pagination: SourcePage<unknown>['pagination']): number {
    const { total } = pagination;
    const extent = extentOf(pagination);
    if (this.knownTotal !== undefined && this.knownTotal !== total) this.hasTotalChanged = true;
    this.knownTotal = total;
    this.knownExtent = extent;
    // Backward from an end of an earlier reading, the first page shows whether the end is still
    // there.
    if (!this.isExtentSeen && this.anchor === undefined) this.reachedBoundary = this.bounds.near;
    this.isExtentSeen = true;
    return extent;
  }

  isAtEnd(): boolean {
    const isEndKnown = this.direction === 'backward' || this.isExtentSeen;
    return isEndKnown && this.start(maxPageLimit).next >= this.bounds.far;
  }

  /**
   * Plans the pages that continue the walk by `wanted` positions. If the total shows that items may
   * have moved back over the boundary, the pages begin that much earlier. An anchor that is found
   * only on its own grid is read alone first, because that grid may be narrow.
   */
  planNext(wanted: number, limits: Omit<PlanOptions, 'end'>): PagePlan {
    const start = this.start(limits.maxLimit);
    const isAlone = this.boundary === undefined && start.anchor?.limit !== undefined;
    const until = isAlone ? start.next + 1 : this.reached() + wanted;
    return planFrom(start, until, { end: this.bounds.far, ...limits });
  }

  /**
   * The items of the pages, in reading order, that are past the start of the walk. Undefined if the
   * collection has changed so much that the pages begin too late.
   */
  itemsPast<T>(
    fresh: readonly Placed<T>[],
    { limit, near }: PagePlan,
  ): readonly Placed<T>[] | undefined {
    const { anchor, total, direction } = this;
    if (anchor === undefined) return fresh;
    const found = findAnchor(fresh, anchor, total ?? anchor.total);
    if (found !== -1) return fresh.slice(found + 1);
    const start = this.start(maxPageLimit);
    if (entryOf(start, limit) < near) {
      this.rereads += 1;
      return undefined;
    }
    const isPastAnchor = start.anchor === undefined || start.anchor.far <= near;
    return isPastAnchor ? fresh : itemsPastGone(fresh, anchor, direction);
  }

  /** Moves the walk past pages and their items, in reading order; never back. */
  advance({ far }: PagePlan, items: readonly Placed<unknown>[]): void {
    this.reachedBoundary = Math.max(this.reachedBoundary ?? far, far);
    this.anchor = items.at(-1)?.place ?? this.anchor;
    this.totalAtBoundary = this.total;
  }

  /** The first and the last boundary of the collection, as far as they are known. */
  get bounds(): Span {
    const { direction, extent = Infinity } = this;
    return direction === 'forward' ? { near: 0, far: extent } : { near: -extent, far: 0 };
  }

  private firstBoundary(): number | undefined {
    const { anchor, direction, extent, bounds } = this;
    if (anchor !== undefined) return boundaryAt(anchor, direction);
    const isKnown = direction === 'forward' || extent !== undefined;
    return isKnown ? bounds.near : undefined;
  }

  /**
   * Where the walk continues, as far as its pages show; never before the first boundary. An anchor
   * without an id is found only on its own grid; if that grid is wider than the upstream still
   * serves, it counts as gone.
   */
  private start(maxLimit: number): Start {
    const { anchor, bounds } = this;
    const shift = this.shift();
    const next = Math.max(this.reached() - shift, bounds.near);
    if (anchor === undefined) return { next };
    const { near: nearest, far } = spanOf(anchor, this.direction);
    const near = Math.max(nearest - shift, bounds.near);
    const limit = anchor.id === null && anchor.limit <= maxLimit ? anchor.limit : undefined;
    return { next: this.boundary === undefined ? near : next, anchor: { near, far, limit } };
  }

  /**
   * How many positions the items beyond the anchor may have moved back over it, towards the start
   * of the walk: forward by the removal of items, backward by additions.
   */
  private shift(): number {
    const { anchor, rereads, totalAtBoundary, total, direction } = this;
    if (anchor?.id == null || rereads > maxRereads) return 0;
    if (totalAtBoundary === undefined || total === undefined) return 0;
    const shift = direction === 'forward' ? totalAtBoundary - total : total - totalAtBoundary;
    return Math.max(0, Math.min(shift, maxShift));
  }

  /** The boundary, or the one at the far end of where the anchor may be. */
  private reached(): number {
    const { boundary, anchor, direction, bounds } = this;
    const anchorEnd = anchor === undefined ? 0 : spanOf(anchor, direction).far;
    return Math.max(boundary ?? anchorEnd, bounds.near);
  }
}

/**
 * The anchor's index, or -1. An item with the anchor's id that is farther away than additions or
 * removals explain was itself moved, and items beyond it may not be delivered yet. Of several
 * matches the farthest counts, so that a walk over repeated ids ends.
 */
const findAnchor = <T>(fresh: readonly Placed<T>[], anchor: Place, total: number): number =>
  fresh.findLastIndex(({ place }) => {
    if (anchor.id === null) return isSamePlace(place, anchor);
    return place.id === anchor.id && isExplained(anchor, place, total - anchor.total);
  });

/**
 * The items that are certainly past an anchor that is gone. Another item has its position now,
 * unless the anchor is known only as unreadable: then it may still be there.
 */
function itemsPastGone<T>(
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
  a.id === b.id &&
  a.limit === b.limit &&
  a.page === b.page &&
  a.index === b.index &&
  a.count === b.count;
