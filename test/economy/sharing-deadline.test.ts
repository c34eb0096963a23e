import { describe, expect, it } from 'vitest';
import { createCoalescing } from '../../src/operation/coalescing.js';
import type { CheckedOperation } from '../../src/operation/documents/checked-operation.js';
import { held, type Responder } from '../rig/response.js';
import { errorsOf, startRig } from '../rig/rig.js';
import { until } from '../rig/wait.js';
import { expectIntact } from '../fault/outcome.js';

const query = '{ organization { name } }';

/** Holds each response until it is released, in the order of the requests. */
function holdEach() {
  const holds: ReturnType<typeof held>[] = [];
  const respond: Responder = (exchange) => {
    const hold = held();
    holds.push(hold);
    return hold.respond(exchange);
  };
  return { holds, respond };
}

/** Waits until more than half of the time has passed. */
async function pastHalf(timeoutMs: number): Promise<void> {
  const start = performance.now();
  await until('half of the time', () => performance.now() - start > 0.52 * timeoutMs);
}

describe('an operation that starts after half of the time does not inherit the deadline', () => {
  it.each([
    ['a run', query, query],
    ['a request in flight', query, '{ organization { name createdAt } }'],
  ])('of %s, and outlives the earlier operation', async (_what, early, late) => {
    const timeoutMs = 2000;
    const { ask, upstream } = await startRig({ settings: { UPSTREAM_TIMEOUT_MS: String(timeoutMs) } });
    const { holds, respond } = holdEach();
    upstream.on({}, respond);
    const first = ask(early);
    await until('the request', () => upstream.count() === 1);
    await pastHalf(timeoutMs);
    const second = ask(late);
    await until('a request of its own', () => upstream.count() === 2);
    expect(errorsOf(await first)).toMatchObject([{ code: 'UPSTREAM_TIMEOUT' }]);
    holds[1]?.release();
    expectIntact(await second);
    expect(upstream.count()).toBe(2);
  });

  it('of a run whose operation times out before its requests', async () => {
    const timeoutMs = 2000;
    const { ask, upstream } = await startRig({ settings: { OPERATION_TIMEOUT_MS: String(timeoutMs) } });
    const { holds, respond } = holdEach();
    upstream.on({}, respond);
    const first = ask(query);
    await until('the request', () => upstream.count() === 1);
    await pastHalf(timeoutMs);
    // Its request joins the one in flight, which has time left even after the first operation leaves it.
    const second = ask(query);
    expect(errorsOf(await first)).toMatchObject([{ code: 'UPSTREAM_TIMEOUT' }]);
    holds[0]?.release();
    expectIntact(await second);
    expect(upstream.count()).toBe(1);
  });

  it('except before half of the time, when it shares the run and the request', async () => {
    const { ask, upstream } = await startRig();
    const { holds, respond } = holdEach();
    upstream.on({}, respond);
    const results = [query, query, '{ organization { name createdAt } }'].map((each) => ask(each));
    await until('the request', () => upstream.count() === 1);
    holds[0]?.release();
    for (const each of await Promise.all(results)) expectIntact(each);
    expect(upstream.count()).toBe(1);
  });
});

describe('coalescing of equal operations', () => {
  const operation = {} as CheckedOperation; // A key, whose members are never read.
  const alike = { tenant: {}, operation, variables: '{}' };
  const operationAt = (startedAt: number) => ({ isFresh: () => true, startedAt, clients: 1 });

  it('joins a run in the first half of its time, and then the newer one', () => {
    let now = 5000;
    const coalescing = createCoalescing(30_000, () => now);
    const [older, newer] = [operationAt(5000), operationAt(20_001)];
    const closeOlder = coalescing.open(alike, older);
    now = 20_000;
    expect(coalescing.find(alike)).toBe(older);
    now = 20_001;
    expect(coalescing.find(alike)).toBeUndefined();
    const closeNewer = coalescing.open(alike, newer);
    expect(coalescing.find(alike)).toBe(newer);
    closeOlder();
    expect(coalescing.find(alike)).toBe(newer);
    closeNewer();
    expect(coalescing.find(alike)).toBeUndefined();
  });
});
