import { PartnerError } from '../partner/error.js';
import type { Endpoint } from '../partner/endpoint.js';

/** Seconds without a `Retry-After`; the contract does not name the timing of the quota. */
const firstWait = 1;
const maxWait = 30;

/**
 * The wait after one credential's 429: until the time that the upstream named, nothing is sent for it. Where the
 * upstream names none, the wait is one second, doubling to thirty while refusals continue (architecture, 5). No wait
 * exceeds MAX_COOL_DOWN_SECONDS: a mistaken header must not lock a credential out.
 */
export interface CoolDown {
  /** @throws PartnerError RATE_LIMITED while nothing may be sent */
  check(endpoint: Endpoint): void;
  /** Takes note of a 429; returns it with the wait that applies, where the upstream named one. */
  refused(error: PartnerError): PartnerError;
  /** Takes note of a response that is not a 429. */
  noteResponse(): void;
}

/** @param now milliseconds of a clock that never goes back; `maxSeconds` is MAX_COOL_DOWN_SECONDS */
export function createCoolDown(now: () => number, maxSeconds: number): CoolDown {
  let until = -Infinity;
  let isNamed = false;
  let doublings = 0;
  let last: PartnerError | undefined;

  return {
    check(endpoint) {
      if (last === undefined || now() >= until) return;
      const left = isNamed ? (until - now()) / 1000 : undefined;
      throw repeat(last, endpoint, left);
    },
    refused(error) {
      const at = now();
      // Responses to requests that were in flight together are one refusal, not many.
      const isAfterWait = at >= until;
      const named = error.facts.retryAfterSeconds;
      const guess = Math.min(maxWait, firstWait * 2 ** doublings);
      const seconds = Math.min(maxSeconds, named ?? guess);
      if (named === undefined && isAfterWait) doublings += 1;
      if (isAfterWait || (named !== undefined && at + seconds * 1000 > until)) {
        until = at + seconds * 1000;
        isNamed = named !== undefined;
        last = isNamed ? withWait(error, seconds) : error;
        return last;
      }
      return named === undefined ? error : withWait(error, (until - at) / 1000);
    },
    noteResponse() {
      if (now() >= until) doublings = 0;
    },
  };
}

function withWait(error: PartnerError, retryAfterSeconds: number): PartnerError {
  if (error.facts.retryAfterSeconds === retryAfterSeconds) return error;
  return new PartnerError(error.code, error.message, { ...error.facts, retryAfterSeconds }, error.cause);
}

/** The remembered refusal as the error of another endpoint: the same response, so the same request id. */
export function repeat(error: PartnerError, endpoint: Endpoint, retryAfterSeconds?: number): PartnerError {
  const message = error.message.replace(/^partnerV1_\w+/, endpoint.id);
  return new PartnerError(error.code, message, {
    ...error.facts,
    operation: endpoint.id,
    requiredScope: error.code === 'FORBIDDEN' ? endpoint.scope : undefined,
    retryAfterSeconds: retryAfterSeconds ?? error.facts.retryAfterSeconds,
  });
}
