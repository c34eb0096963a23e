import { PartnerError } from '../partner/error.js';

/** Share of the requests in flight that may be second attempts. */
const share = 0.1;

/** Second attempts that are always allowed: a lone failure is retried even when little else is in flight. */
const minRetries = 10;

export type RetryBudget = ReturnType<typeof createRetryBudget>;

/**
 * Second attempts of the whole process: many failures must not double the load on a failing upstream. It follows the load,
 * without a clock. First attempts are never held back: the first good response ends an outage.
 */
export function createRetryBudget() {
  let inFlight = 0;
  let taken = 0;
  return {
    /** Called around each request, as is `ended`. */
    started: () => void (inFlight += 1),
    ended: () => void (inFlight -= 1),
    /** Takes a slot for a second attempt; false where none is left. */
    take() {
      if (taken >= Math.max(minRetries, share * inFlight)) return false;
      taken += 1;
      return true;
    },
    refund: () => void (taken -= 1),
  };
}

/** No response, or the status of a gateway that may find its server again; every other status is final. */
const passingStatuses: ReadonlySet<number | undefined> = new Set([undefined, 502, 503, 504]);

export const isPassing = (error: unknown): boolean =>
  error instanceof PartnerError &&
  error.code === 'UPSTREAM_UNAVAILABLE' &&
  passingStatuses.has(error.facts.status);
