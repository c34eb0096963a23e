/** Second attempts of the whole process: a storm of failures must not double the load on a failing upstream. */
export interface RetryBudget {
  /** Brackets a request, so that the budget knows how many are under way. */
  readonly started: () => void;
  readonly ended: () => void;
  /** Takes a place for a second attempt; false where there is none left. */
  readonly take: () => boolean;
  readonly refund: () => void;
}

/** Share of the requests under way that may be second attempts. */
const share = 0.1;

/** Second attempts that are always allowed: a lone accident is to be mended even when little else is under way. */
const minRetries = 10;

/**
 * A budget that follows the load: no clock, and nothing to recover from. The first good answer serves again at once,
 * as first attempts are never held back.
 */
export function createRetryBudget(): RetryBudget {
  let underWay = 0;
  let taken = 0;
  return {
    started: () => void (underWay += 1),
    ended: () => void (underWay -= 1),
    take() {
      if (taken >= Math.max(minRetries, share * underWay)) return false;
      taken += 1;
      return true;
    },
    refund: () => void (taken -= 1),
  };
}
