import { comesBefore, type Direction, type Span } from './place.js';

/** The largest `limit` of the contract ("Limits"). */
export const maxPageLimit = 100;

/** REST pages `first` to `last`, both included and from 1, of one grid. */
export interface PagePlan {
  readonly limit: number;
  readonly first: number;
  readonly last: number;
}

export interface PlanOptions {
  readonly direction: Direction;
  /** The widest page to ask for, 1..100. */
  readonly maxLimit: number;
  /** Number of positions of the collection, where it is known; none is asked for beyond it. */
  readonly extent?: number | undefined;
}

/** Where a walk goes on: the next position to read, and where the item may stand that was delivered last. */
export interface Start {
  readonly next: number;
  readonly anchor?: StartAnchor | undefined;
}

/** The two ends of where an item may stand, as the walk comes to them. */
export interface StartAnchor {
  readonly near: number;
  readonly far: number;
  /** The only grid on which the item can be found again; undefined when every grid will do. */
  readonly limit: number | undefined;
}

/**
 * The pages that show `wanted` positions on one side of an exact boundary with the fewest REST requests.
 * Among equals a grid with a line at the boundary comes first, as nothing is read again there and nothing must be
 * found again; then the one that reads the fewest items. Where the end is unknown and one page will not do, the
 * widest goes before the fewest items: a small collection ends with the first page.
 *
 * @param boundary number of positions before the boundary, 0 or more
 * @param wanted positions, 1 or more
 */
export function planFromBoundary(boundary: number, wanted: number, options: PlanOptions): PagePlan {
  return options.direction === 'forward'
    ? planFrom({ next: boundary + 1 }, boundary + wanted, options)
    : planFrom({ next: boundary }, boundary - wanted + 1, options);
}

/**
 * The pages from where a walk goes on up to the position `until`, chosen as in `planFromBoundary`.
 *
 * @throws RangeError when no grid is left: `anchor.limit` is wider than `maxLimit`
 */
export function planFrom(start: Start, until: number, options: PlanOptions): PagePlan {
  // From the very start nothing beats one page that is just as long as needed.
  const whole = Math.max(1, Math.min(until, options.extent ?? until));
  const isWholeStart = options.direction === 'forward' && start.next === 1 && start.anchor === undefined;
  if (isWholeStart && whole <= options.maxLimit) return { limit: whole, first: 1, last: 1 };
  let best: Candidate | undefined;
  for (let limit = 1; limit <= options.maxLimit; limit += 1) {
    if (!canStart(start, limit, options.direction)) continue;
    const candidate = weigh(start, until, limit, options);
    if (best === undefined || isCheaper(candidate, best)) best = candidate;
  }
  if (best === undefined) throw new RangeError(`No grid up to ${options.maxLimit} shows the item again.`);
  return best.plan;
}

/**
 * The first position that pages of this limit must show. A page that begins between the two ends of where the anchor
 * may stand would leave open whether the anchor is gone or lies before the page, so it must begin at `near`.
 */
export function entryOf({ next, anchor }: Start, limit: number, direction: Direction): number {
  const edge = nearEdge(next, limit, direction);
  if (anchor === undefined || comesBefore(anchor.far, edge, direction)) return next;
  return comesBefore(anchor.near, edge, direction) ? anchor.near : next;
}

/** The outermost position of a plan on the side where the walk comes from. */
export const edgeOf = ({ limit, first, last }: PagePlan, direction: Direction): number =>
  direction === 'forward' ? (first - 1) * limit + 1 : last * limit;

/** The pages of one grid that cover the positions of `span`. */
export const pagesOver = ({ lo, hi }: Span, limit: number): PagePlan => ({
  limit,
  first: Math.ceil(lo / limit),
  last: Math.ceil(hi / limit),
});

interface Candidate {
  readonly plan: PagePlan;
  readonly requests: number;
  readonly rereads: 0 | 1;
  readonly items: number;
}

function weigh(start: Start, until: number, limit: number, { direction, extent }: PlanOptions): Candidate {
  const entry = entryOf(start, limit, direction);
  const span =
    direction === 'forward'
      ? { lo: entry, hi: Math.max(entry, Math.min(until, extent ?? until)) }
      : { lo: Math.max(1, until), hi: entry };
  const plan = pagesOver(span, limit);
  const requests = plan.last - plan.first + 1;
  const mayEndEarly = direction === 'forward' && extent === undefined && requests > 1;
  const rereads = edgeOf(plan, direction) === start.next ? 0 : 1;
  return { plan, requests, rereads, items: mayEndEarly ? -limit : requests * limit };
}

const isCheaper = (a: Candidate, b: Candidate): boolean =>
  (a.requests - b.requests || a.rereads - b.rereads || a.items - b.items) < 0;

function canStart({ next, anchor }: Start, limit: number, direction: Direction): boolean {
  if (anchor?.limit === undefined || anchor.limit === limit) return true;
  return comesBefore(anchor.far, nearEdge(next, limit, direction), direction);
}

const nearEdge = (position: number, limit: number, direction: Direction): number =>
  edgeOf(pagesOver({ lo: position, hi: position }, limit), direction);
