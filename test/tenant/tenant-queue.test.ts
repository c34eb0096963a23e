import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFair, Limiter } from '../../src/tenant/limiter.js';
import { TenantQueue } from '../../src/tenant/tenant-queue.js';
import { acquire, settle } from './slot.js';

const queue = fc.nat(5);
const kindOf = <K extends string>(...kinds: K[]) =>
  fc.record({ kind: fc.constantFrom(...kinds), queue });

/** Steps of up to six queues at one limiter. */
const steps = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: kindOf('acquire') },
    { weight: 3, arbitrary: kindOf('release') },
    { weight: 1, arbitrary: kindOf('accept', 'refuse') },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('cancel' as const), queue: fc.nat(200) }),
    },
  ),
  { maxLength: 200 },
);

describe('a limiter that queues share', () => {
  it.each([
    [1, 1],
    [2, 2],
    [4, 4],
    [5, 4],
    [10, 8],
    [16, 12],
    [128, 96],
  ])('of %d slots, a lone queue uses %d', (max, places) => {
    const limiter = new Limiter(max);
    const queue = new TenantQueue();
    while (limiter.acquire(queue) === undefined);
    expect(limiter.size()).toEqual({ inside: places, waiting: 1 });
  });

  it('two queues that stay busy come to hold the same number of slots, and some slots stay free', () => {
    const limiter = new Limiter(128);
    const queues = [new TenantQueue(), new TenantQueue()];
    for (const queue of queues) for (let each = 0; each < 500; each += 1) limiter.acquire(queue);
    const [first, second] = queues;
    expect([first?.inside, second?.inside]).toEqual([96, 20]);
    for (let each = 0; each < 400; each += 1)
      for (const queue of queues.toSorted((a, b) => b.inside - a.inside).slice(0, 1))
        limiter.release(queue);
    expect([first?.inside, second?.inside]).toEqual([54, 53]);
  });

  it('in any order of steps: neither the slots nor a part of them are exceeded, no eligible queue waits, and no request is lost', async () => {
    const property = fc.asyncProperty(
      fc.integer({ min: 1, max: 48 }),
      fc.boolean(),
      steps,
      async (max, isAccepted, each) => {
        const limiter = new Limiter(max);
        const queues = Array.from({ length: 6 }, () => new TenantQueue(isAccepted));
        const order: string[] = [];
        const waiting: ReturnType<Limiter['acquire']>[] = [];
        const quarter = Math.max(1, Math.floor(max / 4));
        const held = (among: boolean): number =>
          queues.reduce((sum, one) => sum + (one.isAccepted === among ? one.inside : 0), 0);
        let count = 0;
        let wasRefused = false;
        for (const { kind, queue: at } of each) {
          const queue = queues[at % queues.length] ?? new TenantQueue();
          if (kind === 'acquire')
            waiting.push(acquire(limiter, queue, String((count += 1)), order));
          else if (kind === 'cancel')
            waiting[at % Math.max(1, waiting.length)]?.cancel(new Error('left'));
          else if (kind === 'accept') limiter.accept(queue);
          else if (kind === 'refuse') limiter.refuse(queue, new Error('refused'));
          else if (queue.inside > 0) limiter.release(queue);
          wasRefused ||= kind === 'refuse';
          const { inside, waiting: queued } = limiter.size();
          expect(inside).toBe(held(true) + held(false));
          expect(inside).toBeLessThanOrEqual(max);
          if (!wasRefused) expect(held(false)).toBeLessThanOrEqual(quarter);
          const stuck = queues.filter(
            (one) =>
              one.position.list !== undefined &&
              isFair(max, one.inside, max - inside) &&
              (one.isAccepted || (one.inside < 4 && held(false) < quarter)),
          );
          expect(stuck).toEqual([]);
          expect(queues.some(({ position }) => position.list !== undefined)).toBe(queued > 0);
        }
        for (let round = 0; round < count; round += 1)
          for (const queue of queues) if (queue.inside > 0) limiter.release(queue);
        await settle();
        expect(limiter.size()).toEqual({ inside: 0, waiting: 0 });
        expect(order.map((name) => name.replace(' left', '')).toSorted()).toEqual(
          Array.from({ length: count }, (_, index) => String(index + 1)).toSorted(),
        );
      },
    );
    await fc.assert(property, { seed: 20_261_120, numRuns: 500 });
  });

  it('a newcomer never waits while no more queues are busy than the limiter has reserved slots', () => {
    const property = fc.property(fc.integer({ min: 1, max: 8 }), steps, (reserved, each) => {
      const limiter = new Limiter(16 * reserved);
      const hogs = Array.from({ length: reserved }, () => new TenantQueue());
      for (const { kind, queue: at } of each) {
        const queue = hogs[at % hogs.length] ?? new TenantQueue();
        if (kind === 'release' && queue.inside > 0) limiter.release(queue);
        // A hog takes all that it may, and always has another request.
        else while (limiter.acquire(queue) === undefined);
        const newcomer = new TenantQueue();
        expect(limiter.acquire(newcomer)).toBeUndefined();
        limiter.release(newcomer);
      }
    });
    fc.assert(property, { seed: 20_261_120, numRuns: 300 });
  });

  it('no queue waits for ever: while newcomers keep coming, each gets a slot within a round', async () => {
    const max = 16;
    const limiter = new Limiter(max);
    const inside: TenantQueue[] = [];
    const request = (queue: TenantQueue): TenantQueue => {
      const waiting = limiter.acquire(queue);
      if (waiting === undefined) inside.push(queue);
      else void waiting.ready.then(() => inside.push(queue));
      return queue;
    };
    const hog = new TenantQueue();
    for (let each = 0; each < 100; each += 1) request(hog);
    const queues = [hog, ...Array.from({ length: 40 }, () => request(new TenantQueue()))];
    const roundsWithout = new Map<TenantQueue, number>();
    for (let round = 0; round < 500; round += 1) {
      const queue = inside.shift();
      if (queue !== undefined) limiter.release(queue);
      queues.push(request(new TenantQueue()));
      await settle();
      for (const each of queues)
        roundsWithout.set(
          each,
          each.position.list !== undefined && each.inside === 0
            ? (roundsWithout.get(each) ?? 0) + 1
            : 0,
        );
      // A queue waits behind those that came first, and behind one for each slot that the hog has
      // released.
      expect(Math.max(...roundsWithout.values())).toBeLessThanOrEqual(40 + max);
    }
    // Its first dozen, and one in each round after that.
    expect(100 - hog.waiters.length).toBeGreaterThan(12 + 5);
  });
});

describe('unproven queues', () => {
  const unproven = () => new TenantQueue(false);

  it('hold four slots each, and a quarter of all slots together', () => {
    const limiter = new Limiter(128);
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
    const limiter = new Limiter(16);
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
    const limiter = new Limiter(8);
    const order: string[] = [];
    const queue = new TenantQueue();
    for (let each = 1; each <= 10; each += 1) acquire(limiter, queue, String(each), order);
    limiter.refuse(queue, new Error('refused'));
    await settle();
    expect(order.slice(7)).toEqual(['8 left', '9 left', '10 left']);
    for (let each = 1; each <= 4; each += 1) limiter.release(queue);
    // Three hold a slot, and a quarter of eight is two.
    expect(limiter.acquire(queue)).toBeDefined();
    limiter.release(queue);
    limiter.release(queue);
    expect([queue.inside, limiter.size()]).toEqual([2, { inside: 2, waiting: 0 }]);
  });

  it('report how long the next of them has waited for its first slot', () => {
    let now = 0;
    const limiter = new Limiter(4, () => now);
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
});
