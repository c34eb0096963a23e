/** With fewer ids a probe can cost more than it saves. */
export const minMissingToProbe = 3;

/** What one sample, an id that was read by itself, has shown of the ids of its batch. */
export type Sample = 'untaken' | 'exists' | 'failed';

/** What a batch of ids knows before its next step. */
export interface BatchState {
  /** Ids that are neither read nor known to be gone. */
  readonly missing: number;
  /**
   * Pages of the list that the operation has not read; undefined while its length is unknown, 0
   * where the list cannot be read.
   */
  readonly unreadPages: number | undefined;
  /** Whether pages were read for this batch, or ahead for it. */
  readonly hasReadPages: boolean;
  /** Whether they have shown an id of the batch. */
  readonly hasFoundIds: boolean;
  readonly sample: Sample;
  /** The share of ids that the credential's last sweep has not shown, 0..1; 1 where none is known. */
  readonly unlistedShare: number;
}

/**
 * The next step of a batch: `singles` reads each id by itself; `probe` the list's first unread
 * page, which shows how long the list is; `sample` one id by itself, which shows whether the ids
 * exist at all; and `sweep` every unread page, together.
 */
export type BatchStrategy = 'singles' | 'probe' | 'sample' | 'sweep';

/**
 * The cheapest next step without a batch endpoint (contract, "Endpoints").
 *
 * Ids that no page shows (hidden, or gone) must be read singly after the sweep, so a sweep costs
 * its pages and those; how many there are is unknown beforehand. So it needs evidence that the ids
 * exist: the credential's last sweep, an id that a page has shown, or a sample. The last sweep only
 * replaces other evidence: if it forbade sweeps, one batch of ids that are gone would end them for
 * good.
 *
 * A batch of k ids over P pages, u of the ids on no page, then costs at most max(k, P + u) + 1: at
 * most min(k, P) + 1 where every id is listed, and k + 1 where none is, unless the last sweep
 * misled. Only reading all pages would tell beforehand how many ids of a mixture are listed.
 */
export function chooseBatchStrategy(state: BatchState): BatchStrategy {
  const { missing, unreadPages, hasReadPages, hasFoundIds, sample, unlistedShare } = state;
  if (unreadPages === undefined) return missing >= minMissingToProbe ? 'probe' : 'singles';
  if (unreadPages === 0 || unreadPages >= missing) return 'singles';
  if (hasFoundIds || sample === 'exists') return 'sweep';
  if (hasReadPages) return sample === 'untaken' ? 'sample' : 'singles';
  const isSweepCheaper = unreadPages + unlistedShare * missing < missing;
  return isSweepCheaper ? 'sweep' : 'probe';
}
