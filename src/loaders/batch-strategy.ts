/** How to read a batch of ids without a batch endpoint (architecture, 2). Counts are REST requests. */
export type BatchStrategy =
  /** A request for each id. */
  | 'singles'
  /** The list's first page, which shows how long the list is; then choose again. */
  | 'probe'
  /** One id by itself, which shows whether the ids exist at all. */
  | 'sample'
  /** Every unread page of the list, together. */
  | 'sweep';

export interface BatchState {
  /** Ids without a record yet, 1 or more. */
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

/** With fewer ids a probe can cost more than it saves. */
const minMissingToProbe = 3;

/**
 * The cheapest next step. Ids that no page shows (hidden, or gone) must be read singly after the sweep, so a sweep costs
 * its pages and those; how many there are is unknown beforehand. So it needs evidence that the ids exist: the
 * credential's last sweep, an id that a page has shown, or a sample. The last sweep only replaces other evidence: if it
 * forbade sweeps, one batch of ids that are gone would end them for good.
 *
 * A batch of k ids over P pages, u of the ids on no page, then costs at most max(k, P + u) + 1: at most min(k, P) + 1
 * where every id is listed, and k + 1 where none is, unless the last sweep misled. Only reading all pages would
 * tell beforehand how many ids of a mixture are listed.
 */
export function chooseBatchStrategy(state: BatchState): BatchStrategy {
  const { missing, pagesLeft, pagesRead, found, sample, unlistedShare } = state;
  if (pagesLeft === undefined) return missing >= minMissingToProbe ? 'probe' : 'singles';
  if (pagesLeft === 0 || pagesLeft >= missing) return 'singles';
  if (found > 0 || sample === true) return 'sweep';
  if (pagesRead === 0) {
    const isLikely = unlistedShare !== undefined && pagesLeft + unlistedShare * missing < missing;
    return isLikely ? 'sweep' : 'probe';
  }
  return sample === undefined ? 'sample' : 'singles';
}
