import type { KeptResponse } from '../tenant/kept-response.js';
import type { RequestQueue } from './request-queue.js';

/** Takes the kept response of a path where it is young enough for the operation, and counts it. */
export function takeKept(
  queue: RequestQueue,
  keptAt: Map<string, number>,
  path: string,
): KeptResponse | undefined {
  const { tenant, maxAgeSeconds = 0 } = queue.options;
  const kept = tenant.kept?.find(path, 1000 * maxAgeSeconds);
  if (kept === undefined) return undefined;
  keptAt.set(path, kept.sentAt);
  queue.budget.cost.cached += 1;
  // A client that joined the operation now could get a response that is older than it accepts.
  queue.hasResponses = true;
  return kept;
}

/** Whole seconds that have passed since the request of the oldest kept response that the operation was served. */
export function ageOf({ keptAt, options }: RequestQueue): number | undefined {
  if (keptAt === undefined || keptAt.size === 0) return undefined;
  let oldest = Infinity;
  for (const sentAt of keptAt.values()) oldest = Math.min(oldest, sentAt);
  return Math.floor((options.tenant.now() - oldest) / 1000);
}
