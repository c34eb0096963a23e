import { comesBefore, type Direction, type Span } from './place.js';

/** The maximum `limit` of the contract ("Limits"). */
export const maxPageLimit = 100;

/** REST pages `first` to `last` of one grid, both included and counted from 1. */
export interface PagePlan {
  readonly limit: number;
  readonly first: number;
  readonly last: number;
}

export interface PlanOptions {
  readonly direction: Direction;
  /** The widest page to request, 1..100. */
  readonly maxLimit: number;
  /** The narrowest, 1..`maxLimit`: 1 where nothing is given. */
  readonly minLimit?: number | undefined;
  /** Number of positions of the collection if it is known; none beyond it is requested. */
  readonly extent?: number | undefined;
}

/** Where a walk continues: the next position to read, and where the last delivered item may be. */
export interface Start {
  readonly next: number;
  readonly anchor?: StartAnchor | undefined;
}

/** The two ends of where an item may be, in the order in which the walk reaches them. */
export interface StartAnchor {
  readonly near: number;
  readonly far: number;
  /** The only grid on which the item can be found again; undefined if any grid works. */
  readonly limit: number | undefined;
}

/**
 * Plans the pages from the start of a walk up to the position `until` with the fewest REST requests.
 *
 * Among equals, a grid with a line at the start wins, because nothing is read again and no item must be found again;
 * then the grid that reads the fewest items. If the end is unknown and one page is not enough, the widest pages win: a
 * small collection ends with the first page.
 *
 * @throws RangeError if no grid is left: `anchor.limit` is wider than `maxLimit`
 */
export function planFrom(start: Start, until: number, options: PlanOptions): PagePlan {
  const { minLimit = 1 } = options;
  // From the very start, one page of exactly the needed length is best.
  const whole = Math.max(1, Math.min(until, options.extent ?? until));
  const isWholeStart = options.direction === 'forward' && start.next === 1 && start.anchor === undefined;
  if (isWholeStart && whole <= options.maxLimit)
    return { limit: Math.max(whole, minLimit), first: 1, last: 1 };
  let best: Candidate | undefined;
  // The item may be found again on a narrow grid alone.
  const narrowest = start.anchor?.limit === undefined ? minLimit : 1;
  for (let limit = narrowest; limit <= options.maxLimit; limit += 1) {
    if (!canStart(start, limit, options.direction)) continue;
    const candidate = toCandidate(start, until, limit, options);
    if (best === undefined || isCheaper(candidate, best)) best = candidate;
  }
  if (best === undefined) throw new RangeError(`No grid up to ${options.maxLimit} shows the item again.`);
  return best.plan;
}

/**
 * The first position that pages of this limit must cover. A page that begins between the two ends of where the anchor
 * may be leaves open whether the anchor is gone or lies before the page, so it must begin at `near`.
 */
export function entryOf({ next, anchor }: Start, limit: number, direction: Direction): number {
  const edge = nearEdge(next, limit, direction);
  if (anchor === undefined || comesBefore(anchor.far, edge, direction)) return next;
  return comesBefore(anchor.near, edge, direction) ? anchor.near : next;
}

/** The outermost position of a plan on the side from which the walk comes. */
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

function toCandidate(
  start: Start,
  until: number,
  limit: number,
  { direction, extent }: PlanOptions,
): Candidate {
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
