import { describe, expect, it } from 'vitest';
import { createCoalescing } from '../../src/operation/coalescing.js';
import type { CheckedOperation } from '../../src/operation/documents/checked-operation.js';
import { held, type Responder } from '../rig/response.js';
import { errorsOf, startRig } from '../rig/rig.js';
import { until } from '../rig/wait.js';
import { expectIntact } from '../fault/outcome.js';

const query = '{ organization { name } }';

/** An upstream whose requests are held one by one, in the order of their arrival. */
function holdEach() {
  const holds: ReturnType<typeof held>[] = [];
  const answer: Responder = (exchange) => {
    const one = held();
    holds.push(one);
    return one.respond(exchange);
  };
  return { holds, answer };
}

/** Waits until what has begun before has used more than half of its time. */
async function pastHalf(timeoutMs: number): Promise<void> {
  const start = performance.now();
  await until('half of the time', () => performance.now() - start > 0.52 * timeoutMs);
}

describe('who comes when half of the time is over does not inherit the deadline', () => {
  it.each([
    ['a run', query, query],
    ['a request on its way', query, '{ organization { name createdAt } }'],
  ])('of %s: it outlives the one that came before', async (_what, early, late) => {
    const timeoutMs = 2000;
    const { ask, upstream } = await startRig({ settings: { UPSTREAM_TIMEOUT_MS: String(timeoutMs) } });
    const { holds, answer } = holdEach();
    upstream.on({}, answer);
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

  it('of a run whose operation is out of time before its requests are', async () => {
    const timeoutMs = 2000;
    const { ask, upstream } = await startRig({ settings: { OPERATION_TIMEOUT_MS: String(timeoutMs) } });
    const { holds, answer } = holdEach();
    upstream.on({}, answer);
    const first = ask(query);
    await until('the request', () => upstream.count() === 1);
    await pastHalf(timeoutMs);
    // Its request joins the one on its way, which has time left; the first operation may leave it.
    const second = ask(query);
    expect(errorsOf(await first)).toMatchObject([{ code: 'UPSTREAM_TIMEOUT' }]);
    holds[0]?.release();
    expectIntact(await second);
    expect(upstream.count()).toBe(1);
  });

  it('who comes before shares as ever', async () => {
    const { ask, upstream } = await startRig();
    const { holds, answer } = holdEach();
    upstream.on({}, answer);
    const asked = [query, query, '{ organization { name createdAt } }'].map((each) => ask(each));
    await until('the request', () => upstream.count() === 1);
    holds[0]?.release();
    for (const each of await Promise.all(asked)) expectIntact(each);
    expect(upstream.count()).toBe(1);
  });
});

describe('coalescing of equal operations', () => {
  const operation = {} as CheckedOperation; // It is a key here, and nothing of it is read.
  const alike = { tenant: {}, operation, variables: '{}' };
  const operationAt = (startedAt: number) => ({ isFresh: () => true, startedAt, clients: 1 });

  it('are joined up to half of their time; then the newer one is', () => {
    let now = 5000;
    const coalescing = createCoalescing(30_000, () => now);
    const [old, young] = [operationAt(5000), operationAt(20_001)];
    const closeOld = coalescing.open(alike, old);
    now = 20_000;
    expect(coalescing.find(alike)).toBe(old);
    now = 20_001;
    expect(coalescing.find(alike)).toBeUndefined();
    const closeYoung = coalescing.open(alike, young);
    expect(coalescing.find(alike)).toBe(young);
    closeOld();
    expect(coalescing.find(alike)).toBe(young);
    closeYoung();
    expect(coalescing.find(alike)).toBeUndefined();
  });
});
