import type { Agenda } from './agenda.js';
import type { Counts } from './count.js';
import { createQuota, type QuotaRule, retryAfterOf } from './quota.js';

/** A response of the Partner API. */
export interface UpstreamResponse {
  readonly isAccepted: boolean;
  readonly retryAfterSeconds: number | undefined;
}

/** The Partner API: it decides half-way through the time of a request. */
export interface Upstream {
  send(credential: number, latencyMs: number, respond: (response: UpstreamResponse) => void): void;
}

export function createUpstream(
  agenda: Agenda,
  rule: QuotaRule,
  credentials: number,
  counts: Counts,
): Upstream {
  const quotas = Array.from({ length: credentials }, () => createWatched(rule, counts));
  const quotaOf = (credential: number): Watched => {
    const quota = quotas[credential];
    if (quota === undefined) throw new RangeError(`There is no credential ${credential}.`);
    return quota;
  };
  return {
    send(credential, latencyMs, respond) {
      counts.sent += 1;
      const decide = (): void => {
        const response = quotaOf(credential).spend(agenda.now());
        agenda.plan(agenda.now() + latencyMs / 2, () => respond(response));
      };
      agenda.plan(agenda.now() + latencyMs / 2, decide);
    },
  };
}

interface Watched {
  spend(at: number): UpstreamResponse;
}

/** A quota that counts its verdicts, and how long it stays unused after an exhaustion. */
function createWatched(rule: QuotaRule, counts: Counts): Watched {
  const quota = createQuota(rule);
  let reopensAt: number | undefined;
  return {
    spend(at) {
      const isAccepted = quota.spend(at);
      counts[isAccepted ? 'accepted' : 'refused'] += 1;
      if (!isAccepted) {
        reopensAt = quota.opensAt(at);
        return { isAccepted, retryAfterSeconds: retryAfterOf(rule, quota, at) };
      }
      if (reopensAt !== undefined) counts.resumedAfterMs.push(at - reopensAt);
      reopensAt = undefined;
      return { isAccepted, retryAfterSeconds: undefined };
    },
  };
}
