import { Refusal } from './envelope.js';
import type { SimulatorQuota } from './options.js';

/** Counts the requests of each credential. */
export interface Quota {
  /** @throws Refusal 429 where the credential has used up its window */
  spend(credential: string): void;
}

interface Window {
  readonly endsAt: number;
  spent: number;
}

/**
 * A quota with fixed windows: each starts with the first request after the end of the previous one.
 * The contract mentions a quota without its size or timing (part "Limits"); both are options.
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
