import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ask, proofIsImpossible, startProof } from './proof.js';
import { startRedis } from './redis.js';

/** `npm run prove:fleet` measures the quota of the requirement, 60 a minute, over some windows, and without Redis too. */
const isFull = process.env['FLEET_PROOF'] === 'full';
const windowSeconds = 60;
const windows = 4;
const quota = { requests: 60, windowSeconds, retryAfter: true };

/**
 * Milliseconds of a REST request: those in flight when the quota ends are refused, at one replica too. The shorter, the more
 * it matters that each replica would be refused once by itself; but then a window has one refusal or two, a count too small to compare.
 */
const latencyMs = 200;
const shortLatencyMs = 20;
const requestsPerSecond = 40;

/** REST requests that were refused with 429, while the windows of the quota were used up. */
async function countRefused(replicas: number, isShared: boolean, latency = latencyMs): Promise<number> {
  const redis = isShared ? await startRedis() : undefined;
  const proof = await startProof({
    replicas,
    ...(redis && { redis }),
    simulator: { quota, latencyMs: latency },
  });
  const statuses = new Map<number, number>();
  const record = (): void => {
    for (const { status } of proof.simulator.requests) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    proof.simulator.clearRequests();
  };
  const pending: Promise<unknown>[] = [];
  // Each operation sends one REST request of its own; none is saved by another in flight.
  for (let index = 0; (statuses.get(404) ?? 0) < windows * quota.requests; index += 1) {
    pending.push(ask(proof.url, `{ screen(id: "none-${index}") { name } }`));
    await delay(1000 / requestsPerSecond);
    record();
  }
  // The last window ends with refusals too.
  for (let index = 0; index < requestsPerSecond; index += 1) {
    pending.push(ask(proof.url, `{ screen(id: "last-${index}") { name } }`));
    await delay(1000 / requestsPerSecond);
  }
  await Promise.all(pending);
  record();
  return statuses.get(429) ?? 0;
}

describe.skipIf(proofIsImpossible)(`a quota${proofIsImpossible ? `: ${proofIsImpossible}` : ''}`, () => {
  it.runIf(isFull)(
    'three replicas are refused at most 1.2 times as often as one: takes minutes, so npm run prove:fleet runs it',
    async () => {
      const one = await countRefused(1, false);
      const three = await countRefused(3, true);
      expect(one).toBeGreaterThan(0);
      expect(three / one).toBeLessThanOrEqual(1.2);
    },
    1_200_000,
  );

  it.runIf(isFull).each([latencyMs, shortLatencyMs])(
    'numbers at a latency of %i ms: takes minutes, so npm run prove:fleet runs it',
    async (latency) => {
      const one = await countRefused(1, false, latency);
      const three = await countRefused(3, true, latency);
      const threeWithoutRedis = await countRefused(3, false, latency);
      console.info({ windowSeconds, windows, latency, one, three, threeWithoutRedis });
      expect(three).toBeLessThanOrEqual(threeWithoutRedis);
    },
    1_800_000,
  );
});
