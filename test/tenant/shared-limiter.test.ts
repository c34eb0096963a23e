import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fairShare, Limiter } from '../../src/tenant/limiter.js';
import { TenantQueue } from '../../src/tenant/tenant-queue.js';
import { acquire, settle } from './slot.js';

/** Steps of up to six queues at one limiter. */
const steps = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('acquire' as const), queue: fc.nat(5) }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('release' as const), queue: fc.nat(5) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), queue: fc.nat(200) }) },
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
    const limiter = new Limiter(max, fairShare(max));
    const queue = new TenantQueue();
    while (limiter.acquire(queue) === undefined);
    expect(limiter.size()).toEqual({ inside: places, waiting: 1 });
  });

  it.each([
    [1, 8],
    [2, 8],
    [4, 8],
    [8, 8],
  ])(
    'of 128 slots, %d queues that took all they could leave enough for %d newcomers at once',
    (hogs, newcomers) => {
      const limiter = new Limiter(128, fairShare(128));
      for (let each = 0; each < hogs; each += 1) {
        const queue = new TenantQueue();
        while (limiter.acquire(queue) === undefined);
      }
      const free = 128 - limiter.size().inside;
      expect(free).toBeGreaterThanOrEqual(newcomers - Math.max(0, hogs - 3));
      for (let each = 0; each < free; each += 1) expect(limiter.acquire(new TenantQueue())).toBeUndefined();
      expect(limiter.acquire(new TenantQueue())).toBeDefined();
    },
  );

  it('two queues that stay busy come to hold the same number of slots, and some slots stay free', () => {
    const limiter = new Limiter(128, fairShare(128));
    const queues = [new TenantQueue(), new TenantQueue()];
    for (const queue of queues) for (let each = 0; each < 500; each += 1) limiter.acquire(queue);
    const [first, second] = queues;
    expect([first?.inside, second?.inside]).toEqual([96, 20]);
    for (let each = 0; each < 400; each += 1)
      for (const queue of queues.toSorted((a, b) => b.inside - a.inside).slice(0, 1)) limiter.release(queue);
    expect([first?.inside, second?.inside]).toEqual([54, 53]);
  });

  it('in any order of steps: never more slots taken than there are, no eligible queue waits, and no request is lost', async () => {
    const property = fc.asyncProperty(
      fc.integer({ min: 1, max: 48 }),
      fc.boolean(),
      steps,
      async (max, isShared, each) => {
        const share = isShared ? fairShare(max) : (_own: number, free: number) => free > 0;
        const limiter = new Limiter(max, share);
        const queues = Array.from({ length: 6 }, () => new TenantQueue());
        const order: string[] = [];
        const waiting: ReturnType<Limiter['acquire']>[] = [];
        let count = 0;
        for (const { kind, queue: at } of each) {
          const queue = queues[at % queues.length] ?? new TenantQueue();
          if (kind === 'acquire') waiting.push(acquire(limiter, queue, String((count += 1)), order));
          else if (kind === 'cancel') waiting[at % Math.max(1, waiting.length)]?.cancel(new Error('left'));
          else if (queue.inside > 0) limiter.release(queue);
          const { inside, waiting: queued } = limiter.size();
          expect(inside).toBe(queues.reduce((sum, one) => sum + one.inside, 0));
          expect(inside).toBeLessThanOrEqual(max);
          const stuck = queues.filter((one) => one.position !== undefined && share(one.inside, max - inside));
          expect(stuck).toEqual([]);
          expect(queues.some(({ position }) => position !== undefined)).toBe(queued > 0);
        }
        for (let queue = queues[0]; queue !== undefined; queue = queues.find((one) => one.inside > 0))
          if (queue.inside > 0) limiter.release(queue);
          else queues.shift();
        await settle();
        expect(limiter.size()).toEqual({ inside: 0, waiting: 0 });
        expect(order.map((name) => name.replace(' left', '')).toSorted()).toEqual(
          Array.from({ length: count }, (_, index) => String(index + 1)).toSorted(),
        );
      },
    );
    await fc.assert(property, { seed: 20_261_120, numRuns: 300 });
  });

  it('a newcomer never waits while no more queues are busy than the limiter has reserved slots', () => {
    const property = fc.property(fc.integer({ min: 1, max: 8 }), steps, (reserved, each) => {
      const limiter = new Limiter(16 * reserved, fairShare(16 * reserved));
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
    const limiter = new Limiter(max, fairShare(max));
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
          each.position !== undefined && each.inside === 0 ? (roundsWithout.get(each) ?? 0) + 1 : 0,
        );
      // A queue waits behind those that came first, and behind one for each slot that the hog has released.
      expect(Math.max(...roundsWithout.values())).toBeLessThanOrEqual(40 + max);
    }
    // Its first dozen, and one in each round after that.
    expect(100 - countOf(hog)).toBeGreaterThan(12 + 5);
  });
});

/** Requests that wait in a queue. */
function countOf({ tickets }: TenantQueue): number {
  let count = 0;
  for (let item = tickets.first; item !== undefined; item = item.next) count += 1;
  return count;
}
