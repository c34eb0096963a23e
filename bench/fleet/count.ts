/** What one run has counted. */
export interface Counts {
  /** Operations that arrived; those of clients that came again are operations of their own. */
  operations: number;
  /** Served whole. */
  served: number;
  /** Refused at once, by the wait of the replica: they cost no request. */
  refusedAtOnce: number;
  /** Refused after at least one request. */
  refusedLater: number;
  /** REST requests. */
  sent: number;
  accepted: number;
  /** 429s. */
  refused: number;
  /** Milliseconds between the end of each exhaustion and the next request that the quota admits. */
  readonly resumedAfterMs: number[];
}

export const createCounts = (): Counts => ({
  operations: 0,
  served: 0,
  refusedAtOnce: 0,
  refusedLater: 0,
  sent: 0,
  accepted: 0,
  refused: 0,
  resumedAfterMs: [],
});
