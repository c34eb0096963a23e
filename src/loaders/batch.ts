import { largestLimit } from '../paging/plan.js';

/**
 * How to read a batch of records by id, where there is no batch endpoint: one by one, or by reading the whole list
 * (architecture, 2). Counts are REST requests.
 */
export type BatchPlan =
  /** Every id by itself. */
  | 'singles'
  /** The list's first page, which tells how long the list is; then plan again. */
  | 'probe'
  /** One id by itself, which tells whether the ids are there at all. */
  | 'sample'
  /** Every page of the list that is not read yet, together. */
  | 'sweep';

export interface BatchState {
  /** Ids still to be found, 1 or more. */
  readonly missing: number;
  /** Pages of 100 that the list has and this operation has not read; undefined where its length is unknown. */
  readonly pagesLeft: number | undefined;
  /** Pages read for this batch, and ids they have shown. */
  readonly pagesRead: number;
  readonly found: number;
  /** Whether the sample was found; undefined when none was taken. */
  readonly sample: boolean | undefined;
  /** The share of ids that the credential's last sweep did not show, 0..1; undefined when there was none. */
  readonly unlistedShare: number | undefined;
}

/** With fewer ids a probe can cost more than it spares. */
const fewestToProbe = 3;

/**
 * The cheaper way on. Ids that no page shows (hidden, or gone) must be asked for singly after the sweep, so a sweep
 * costs its pages and those; how many there are is not known before. So it needs a voucher that the ids are there:
 * the credential's last sweep, an id that the first page has shown, or a sample. That keeps a batch of k ids within
 * k + 1 requests when none of them is listed, and within the pages + 1 when all of them are.
 */
export function planBatch(state: BatchState): BatchPlan {
  const { missing, pagesLeft, pagesRead, found, sample, unlistedShare } = state;
  if (pagesLeft === undefined) return missing >= fewestToProbe ? 'probe' : 'singles';
  if (pagesLeft === 0) return 'singles';
  if (pagesLeft + (unlistedShare ?? 0) * missing >= missing) return 'singles';
  if (unlistedShare !== undefined || found > 0 || pagesLeft === 1) return 'sweep';
  if (pagesRead === 0) return 'probe';
  if (sample === undefined) return 'sample';
  return sample ? 'sweep' : 'singles';
}

/** Pages of 100 over a collection of `extent` positions. */
export const sweepPages = (extent: number): number => Math.ceil(extent / largestLimit);
