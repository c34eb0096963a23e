/** The quota of one credential at the Partner API. */
export interface Quota {
  /** Admits a request, or refuses it. */
  spend(at: number): boolean;
  /** When it would admit a request next: `at`, or later. */
  opensAt(at: number): number;
}

export interface QuotaRule {
  /**
   * A window starts with the first request after the last one; a bucket fills evenly and holds one
   * window's requests.
   */
  readonly kind: 'window' | 'bucket';
  readonly requests: number;
  readonly seconds: number;
  /** Whether a 429 names the wait: whole seconds, rounded up, as `Retry-After` does. */
  readonly namesWait: boolean;
}

export const createQuota = (rule: QuotaRule): Quota =>
  rule.kind === 'window' ? createWindow(rule) : createBucket(rule);

/** Seconds of `Retry-After`, where the rule names it. */
export const retryAfterOf = (
  { namesWait }: QuotaRule,
  quota: Quota,
  at: number,
): number | undefined =>
  namesWait ? Math.max(1, Math.ceil((quota.opensAt(at) - at) / 1000)) : undefined;

function createWindow({ requests, seconds }: QuotaRule): Quota {
  let endsAt = -Infinity;
  let spent = 0;
  return {
    spend(at) {
      if (at >= endsAt) {
        endsAt = at + seconds * 1000;
        spent = 0;
      }
      if (spent >= requests) return false;
      spent += 1;
      return true;
    },
    opensAt: (at) => (spent >= requests ? Math.max(at, endsAt) : at),
  };
}

function createBucket({ requests, seconds }: QuotaRule): Quota {
  const perMs = requests / (seconds * 1000);
  let tokens = requests;
  let filledAt = 0;
  const fill = (at: number): void => {
    tokens = Math.min(requests, tokens + (at - filledAt) * perMs);
    filledAt = at;
  };
  return {
    spend(at) {
      fill(at);
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
    opensAt(at) {
      fill(at);
      return tokens >= 1 ? at : at + (1 - tokens) / perMs;
    },
  };
}
