import type { RequestQueue } from './request-queue.js';

/** Kept responses that one turn of the event loop hands out: an operation on hundreds of pages must not block it. */
const maxPerTurn = 32;

/** Takes the kept response of a path, and counts it; undefined where none is young enough for the operation. */
export function takeKept(queue: RequestQueue, path: string): Promise<unknown> | undefined {
  const { keptAt, options } = queue;
  if (keptAt === undefined || queue.ended !== undefined) return undefined;
  const kept = options.tenant.kept?.find(path, acceptedAgeMs(queue));
  if (kept === undefined) return undefined;
  keptAt.set(path, kept.sentAt);
  queue.budget.cost.cached += 1;
  // A client that joined the operation now could get a response that is older than it accepts.
  queue.hasResponses = true;
  if (keptAt.size % maxPerTurn === 0) queue.keptTurn = after(queue.keptTurn);
  if (queue.keptTurn === undefined) return Promise.resolve(kept.value);
  return queue.keptTurn.then(() => {
    if (queue.ended !== undefined) throw queue.ended;
    return kept.value;
  });
}

/** Milliseconds that a kept response may be old. */
export function acceptedAgeMs({ options }: RequestQueue): number {
  const { maxAgeSeconds = 0, sentSince = Infinity, tenant } = options;
  return Math.max(1000 * maxAgeSeconds, tenant.now() - sentSince);
}

/** The turn of the event loop that follows another one. */
async function after(turn: Promise<void> | undefined): Promise<void> {
  await turn;
  await new Promise((resolve) => setImmediate(resolve));
}

/** Whole seconds that have passed since the request of the oldest kept response that the operation was served. */
export function ageOf({ keptAt, options }: RequestQueue): number | undefined {
  if (keptAt === undefined || keptAt.size === 0) return undefined;
  let oldest = Infinity;
  for (const sentAt of keptAt.values()) oldest = Math.min(oldest, sentAt);
  return Math.floor((options.tenant.now() - oldest) / 1000);
}
