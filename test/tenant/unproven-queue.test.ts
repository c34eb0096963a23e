import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fairShare, Limiter } from '../../src/tenant/limiter.js';
import { TenantQueue } from '../../src/tenant/tenant-queue.js';
import { acquire, allSlots, settle } from './slot.js';

describe('unproven queues', () => {
  const unproven = () => new TenantQueue(false);

  it('hold four slots each, and a quarter of all slots together', () => {
    const limiter = new Limiter(128, fairShare(128));
    const queues = Array.from({ length: 20 }, unproven);
    for (const queue of queues) for (let each = 0; each < 10; each += 1) limiter.acquire(queue);
    expect(queues.map(({ inside }) => inside)).toEqual([
      ...Array.from({ length: 8 }, () => 4),
      ...Array.from({ length: 12 }, () => 0),
    ]);
    const proven = new TenantQueue();
    for (let each = 0; each < 60; each += 1) expect(limiter.acquire(proven)).toBeUndefined();
  });

  it('send all that waits as soon as they are accepted, and leave their part to others', async () => {
    const limiter = new Limiter(16, allSlots);
    const order: string[] = [];
    const [first, second] = [unproven(), unproven()];
    for (let each = 1; each <= 6; each += 1) acquire(limiter, first, `first ${each}`, order);
    acquire(limiter, second, 'second', order);
    expect([first.inside, second.inside]).toEqual([4, 0]);
    limiter.accept(first);
    await settle();
    expect(order.slice(4).toSorted()).toEqual(['first 5', 'first 6', 'second']);
    limiter.accept(first);
    expect(limiter.size()).toEqual({ inside: 7, waiting: 0 });
  });

  it('reject all that waits when they are refused; a proven queue becomes unproven with all that it holds', async () => {
    const limiter = new Limiter(8, allSlots);
    const order: string[] = [];
    const queue = new TenantQueue();
    for (let each = 1; each <= 10; each += 1) acquire(limiter, queue, String(each), order);
    limiter.refuse(queue, new Error('refused'));
    await settle();
    expect(order.slice(8)).toEqual(['9 left', '10 left']);
    for (let each = 1; each <= 5; each += 1) limiter.release(queue);
    // Three hold a slot, and a quarter of eight is two.
    expect(limiter.acquire(queue)).toBeDefined();
    limiter.release(queue);
    limiter.release(queue);
    expect([queue.inside, limiter.size()]).toEqual([2, { inside: 2, waiting: 0 }]);
  });

  it('report how long the next of them has waited for its first slot', () => {
    let now = 0;
    const limiter = new Limiter(4, fairShare(4), () => now);
    const [first, second, third] = [unproven(), unproven(), unproven()];
    limiter.acquire(first);
    expect(limiter.unacceptedWaitMs()).toBe(0);
    limiter.acquire(first);
    now = 100;
    expect(limiter.unacceptedWaitMs()).toBe(0);
    limiter.acquire(second);
    now = 300;
    limiter.acquire(third);
    expect(limiter.unacceptedWaitMs()).toBe(200);
    limiter.release(first);
    expect([second.inside, limiter.unacceptedWaitMs()]).toEqual([1, 0]);
  });

  it('in any order of steps: neither part is exceeded, no eligible queue waits, and no request is lost', async () => {
    const verdict = fc.constantFrom('accept' as const, 'refuse' as const);
    const step = fc.record({
      kind: fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom('acquire' as const, 'release' as const) },
        verdict,
      ),
      queue: fc.nat(5),
    });
    const property = fc.asyncProperty(
      fc.integer({ min: 1, max: 40 }),
      fc.array(step, { maxLength: 200 }),
      async (max, each) => {
        const share = fairShare(max);
        const limiter = new Limiter(max, share);
        const queues = Array.from({ length: 6 }, unproven);
        const order: string[] = [];
        let count = 0;
        let wasRefused = false;
        const held = (isProven: boolean): number =>
          queues.reduce((sum, queue) => sum + (queue.isAccepted === isProven ? queue.inside : 0), 0);
        for (const { kind, queue: at } of each) {
          const queue = queues[at] ?? unproven();
          if (kind === 'acquire') acquire(limiter, queue, String((count += 1)), order);
          else if (kind === 'release' && queue.inside > 0) limiter.release(queue);
          else if (kind === 'accept') limiter.accept(queue);
          else if (kind === 'refuse') {
            wasRefused = true;
            limiter.refuse(queue, new Error('refused'));
          }
          const quarter = Math.max(1, Math.floor(max / 4));
          expect(limiter.size().inside).toBe(held(true) + held(false));
          expect(limiter.size().inside).toBeLessThanOrEqual(max);
          if (!wasRefused) expect(held(false)).toBeLessThanOrEqual(quarter);
          const stuck = queues.filter(
            (one) =>
              one.position !== undefined &&
              share(one.inside, max - limiter.size().inside) &&
              (one.isAccepted || (one.inside < 4 && held(false) < quarter)),
          );
          expect(stuck).toEqual([]);
        }
        for (let round = 0; round < count; round += 1)
          for (const queue of queues) if (queue.inside > 0) limiter.release(queue);
        await settle();
        expect(limiter.size()).toEqual({ inside: 0, waiting: 0 });
        expect(order.map((name) => Number(name.replace(' left', ''))).toSorted((a, b) => a - b)).toEqual(
          Array.from({ length: count }, (_, index) => index + 1),
        );
      },
    );
    await fc.assert(property, { seed: 20_261_120, numRuns: 300 });
  });
});
