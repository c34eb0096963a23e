import { Refusal } from './envelope.js';
import type { SimulatorQuota } from './options.js';

/** Counts the requests of each credential. */
export interface Quota {
  /** @throws Refusal 429 when the credential has spent its window */
  spend(credential: string): void;
}

interface Window {
  readonly endsAt: number;
  spent: number;
}

/**
 * A quota with fixed windows, each starting with the first request after the last one ended.
 * The contract names a quota, but neither its size nor its timing (part "Limits"); both are the caller's.
 */
export function createQuota(limit: SimulatorQuota | undefined, now: () => Date): Quota {
  if (!limit) return { spend: () => undefined };
  const windows = new Map<string, Window>();
  return {
    spend(credential) {
      const time = now().getTime();
      let window = windows.get(credential);
      if (!window || window.endsAt <= time) {
        window = { endsAt: time + limit.windowSeconds * 1000, spent: 0 };
        windows.set(credential, window);
      }
      if (window.spent >= limit.requests) throw exceeded(limit, window.endsAt - time);
      window.spent += 1;
    },
  };
}

function exceeded(limit: SimulatorQuota, waitMs: number): Refusal {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new Refusal(
    429,
    `The quota of ${limit.requests} requests in ${limit.windowSeconds} seconds is exceeded.`,
    limit.retryAfter ? { headers: { 'retry-after': String(seconds) } } : {},
  );
}
