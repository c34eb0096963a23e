import type { Span } from './place.js';

/** The maximum `limit` of the contract ("Limits"). */
export const maxPageLimit = 100;

/** REST pages of one grid, one after the other. */
export interface PagePlan extends Span {
  readonly limit: number;
}

export interface PlanOptions {
  /** The widest page to request, 1..100. */
  readonly maxLimit: number;
  /** The narrowest, 1..`maxLimit`. */
  readonly minLimit: number;
  /** The boundary beyond which nothing is requested; Infinity while it is unknown. */
  readonly end: number;
}

/** Where a walk continues: the boundary to read from, and where the last delivered item may be. */
export interface Start {
  readonly next: number;
  /**
   * Its limit is that of the only grid on which the item can be found again; undefined if any grid
   * works.
   */
  readonly anchor?: (Span & { readonly limit: number | undefined }) | undefined;
}

/**
 * Plans the pages from the start of a walk up to the boundary `until` with the fewest REST
 * requests.
 *
 * Among equals, a grid with a line at the start wins, because nothing is read again and no item
 * must be found again; then the grid that reads the fewest items. If the end is unknown and one
 * page is not enough, the widest pages win: a small collection ends with the first page.
 *
 * @throws RangeError if no grid is left: `anchor.limit` is wider than `maxLimit`
 */
export function planFrom(
  start: Start,
  until: number,
  { maxLimit, minLimit, end }: PlanOptions,
): PagePlan {
  const last = Math.min(until, end);
  // From the very start, one page of exactly the needed length is best.
  const whole = Math.max(1, minLimit, last);
  if (start.next === 0 && start.anchor === undefined && whole <= maxLimit) {
    return { limit: whole, near: 0, far: whole };
  }
  let best: Candidate | undefined;
  // The item may be found again on a narrow grid alone.
  const narrowest = start.anchor?.limit === undefined ? minLimit : 1;
  for (let limit = narrowest; limit <= maxLimit; limit += 1) {
    if (!canStart(start, limit)) continue;
    const candidate = toCandidate(start, last, limit, end);
    if (best === undefined || isCheaper(candidate, best)) best = candidate;
  }
  if (best === undefined) throw new RangeError(`No grid up to ${maxLimit} shows the item again.`);
  return best.plan;
}

/**
 * The boundary from which pages of this limit must cover. A page that begins between the two ends
 * of where the anchor may be leaves open whether the anchor is gone or lies before the page, so it
 * must begin at `near`.
 */
export function entryOf({ next, anchor }: Start, limit: number): number {
  if (anchor === undefined) return next;
  const edge = pageEdge(next, limit);
  const isInAnchor = anchor.near < edge && edge < anchor.far;
  return isInAnchor ? anchor.near : next;
}

const pageEdge = (boundary: number, limit: number): number => Math.floor(boundary / limit) * limit;

type Candidate = ReturnType<typeof toCandidate>;

function toCandidate(start: Start, last: number, limit: number, end: number) {
  const entry = entryOf(start, limit);
  const near = pageEdge(entry, limit);
  const far = Math.ceil(Math.max(entry + 1, last) / limit) * limit;
  const requests = (far - near) / limit;
  const mayEndEarly = end === Infinity && requests > 1;
  const rereads = near === start.next ? 0 : 1;
  return {
    plan: { limit, near, far },
    requests,
    rereads,
    items: mayEndEarly ? -limit : requests * limit,
  };
}

function isCheaper(a: Candidate, b: Candidate): boolean {
  if (a.requests !== b.requests) return a.requests < b.requests;
  if (a.rereads !== b.rereads) return a.rereads < b.rereads;
  return a.items < b.items;
}

const canStart = ({ next, anchor }: Start, limit: number): boolean =>
  anchor?.limit === undefined || anchor.limit === limit || anchor.far <= pageEdge(next, limit);
