import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLimiter, type Limiter } from '../../src/tenant/limiter.js';
import { createTenantQueue, type TenantQueue } from '../../src/tenant/tenant-queue.js';
import { type FairShare, fairShare } from '../../src/tenant/fair-share.js';

/** Keeps no slot for other queues. */
const allSlots: FairShare = (_own, free) => free > 0;

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Enters, and notes a name when the place is there. */
function enter(limiter: Limiter, queue: TenantQueue, name: string, order: string[]) {
  const waiting = limiter.acquire(queue);
  if (waiting === undefined) order.push(name);
  else
    waiting.ready.then(
      () => order.push(name),
      () => order.push(`${name} left`),
    );
  return waiting;
}

describe('a limiter', () => {
  it('lets so many through at once, and the others in their order', async () => {
    const limiter = createLimiter(2, allSlots);
    const queue = createTenantQueue();
    const order: string[] = [];
    for (const name of ['a', 'b', 'c', 'd']) enter(limiter, queue, name, order);
    expect(order).toEqual(['a', 'b']);
    expect(limiter.size()).toEqual({ inside: 2, waiting: 2 });
    limiter.release(queue);
    await settle();
    expect(order).toEqual(['a', 'b', 'c']);
    limiter.release(queue);
    limiter.release(queue);
    limiter.release(queue);
    await settle();
    expect(order).toEqual(['a', 'b', 'c', 'd']);
    expect(limiter.size()).toEqual({ inside: 0, waiting: 0 });
  });

  it('D19: queues take turns: a thousand of one queue hold up another queue by one place', async () => {
    const limiter = createLimiter(1, allSlots);
    const [flood, quiet] = [createTenantQueue(), createTenantQueue()];
    const order: string[] = [];
    for (let index = 0; index < 1000; index += 1) enter(limiter, flood, `flood ${index}`, order);
    enter(limiter, quiet, 'quiet 1', order);
    enter(limiter, quiet, 'quiet 2', order);
    for (let turn = 0; turn < 5; turn += 1) {
      limiter.release(flood.inside > 0 ? flood : quiet);
      await settle();
    }
    // Who has had a place goes behind who has had none.
    expect(order).toEqual(['flood 0', 'quiet 1', 'flood 1', 'quiet 2', 'flood 2', 'flood 3']);
  });

  it('a request that leaves the queue rejects with the reason, and delays no other', async () => {
    const limiter = createLimiter(1, allSlots);
    const queue = createTenantQueue();
    const order: string[] = [];
    enter(limiter, queue, 'a', order);
    const second = limiter.acquire(queue);
    enter(limiter, queue, 'c', order);
    const refused = expect(second?.ready).rejects.toThrow('the client has left');
    second?.cancel(new Error('the client has left'));
    await refused;
    expect(limiter.size()).toEqual({ inside: 1, waiting: 1 });
    limiter.release(queue);
    await settle();
    expect(order).toEqual(['a', 'c']);
  });

  it('leaving the queue is without effect once the place is there', async () => {
    const limiter = createLimiter(1, allSlots);
    const queue = createTenantQueue();
    limiter.acquire(queue);
    const second = limiter.acquire(queue);
    limiter.release(queue);
    second?.cancel(new Error('too late'));
    await expect(second?.ready).resolves.toBeUndefined();
    expect(limiter.size()).toEqual({ inside: 1, waiting: 0 });
  });

  it('who leaves the queue loses the turn of no other request of the queue', async () => {
    const limiter = createLimiter(1, allSlots);
    const [held, first, second] = [createTenantQueue(), createTenantQueue(), createTenantQueue()];
    const order: string[] = [];
    enter(limiter, held, 'held', order);
    const gone = limiter.acquire(first);
    enter(limiter, first, 'first', order);
    enter(limiter, second, 'second', order);
    gone?.ready.catch(() => undefined);
    gone?.cancel(new Error('left'));
    limiter.release(held);
    limiter.release(first);
    await settle();
    expect(order).toEqual(['held', 'first', 'second']);
  });
});

/** What comes and goes at a limiter of some queues. */
const steps = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('enter' as const), queue: fc.nat(5) }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('leave' as const), queue: fc.nat(5) }) },
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
  ])('of %d places, a lone queue uses %d', (max, places) => {
    const limiter = createLimiter(max, fairShare(max));
    const queue = createTenantQueue();
    while (limiter.acquire(queue) === undefined);
    expect(limiter.size()).toEqual({ inside: places, waiting: 1 });
  });

  it.each([
    [1, 8],
    [2, 8],
    [4, 8],
    [8, 8],
  ])('of 128 places, %d queues that took all they could let %d newcomers in at once', (hogs, newcomers) => {
    const limiter = createLimiter(128, fairShare(128));
    for (let each = 0; each < hogs; each += 1) {
      const queue = createTenantQueue();
      while (limiter.acquire(queue) === undefined);
    }
    const free = 128 - limiter.size().inside;
    expect(free).toBeGreaterThanOrEqual(newcomers - Math.max(0, hogs - 3));
    for (let each = 0; each < free; each += 1) expect(limiter.acquire(createTenantQueue())).toBeUndefined();
    expect(limiter.acquire(createTenantQueue())).toBeDefined();
  });

  it('of two queues that stay busy, each comes to hold as much as the other, and some places stay free', () => {
    const limiter = createLimiter(128, fairShare(128));
    const queues = [createTenantQueue(), createTenantQueue()];
    for (const queue of queues) for (let each = 0; each < 500; each += 1) limiter.acquire(queue);
    const [first, second] = queues;
    expect([first?.inside, second?.inside]).toEqual([96, 20]);
    for (let each = 0; each < 400; each += 1)
      for (const queue of queues.toSorted((a, b) => b.inside - a.inside).slice(0, 1)) limiter.release(queue);
    expect([first?.inside, second?.inside]).toEqual([54, 53]);
  });

  it('whatever comes and goes: never more inside than may be; who may go has gone; nobody is lost', async () => {
    const property = fc.asyncProperty(
      fc.integer({ min: 1, max: 48 }),
      fc.boolean(),
      steps,
      async (max, isShared, each) => {
        const share = isShared ? fairShare(max) : allSlots;
        const limiter = createLimiter(max, share);
        const queues = Array.from({ length: 6 }, createTenantQueue);
        const order: string[] = [];
        const waiting: ReturnType<Limiter['acquire']>[] = [];
        let entered = 0;
        for (const { kind, queue: at } of each) {
          const queue = queues[at % queues.length] ?? createTenantQueue();
          if (kind === 'enter') waiting.push(enter(limiter, queue, String((entered += 1)), order));
          else if (kind === 'cancel') waiting[at % Math.max(1, waiting.length)]?.cancel(new Error('left'));
          else if (queue.inside > 0) limiter.release(queue);
          const { inside, waiting: queued } = limiter.size();
          expect(inside).toBe(queues.reduce((sum, one) => sum + one.inside, 0));
          expect(inside).toBeLessThanOrEqual(max);
          const stuck = queues.filter((one) => one.position !== undefined && share(one.inside, max - inside));
          expect(stuck).toEqual([]);
          expect(queues.some(({ position: turn }) => turn !== undefined)).toBe(queued > 0);
        }
        for (let queue = queues[0]; queue !== undefined; queue = queues.find((one) => one.inside > 0))
          if (queue.inside > 0) limiter.release(queue);
          else queues.shift();
        await settle();
        expect(limiter.size()).toEqual({ inside: 0, waiting: 0 });
        expect(order.map((name) => name.replace(' left', '')).toSorted()).toEqual(
          Array.from({ length: entered }, (_, index) => String(index + 1)).toSorted(),
        );
      },
    );
    await fc.assert(property, { seed: 20_261_120, numRuns: 300 });
  });

  it('a newcomer never waits while no more queues are busy than the limiter keeps places back', () => {
    const property = fc.property(fc.integer({ min: 1, max: 8 }), steps, (keptBack, each) => {
      const limiter = createLimiter(16 * keptBack, fairShare(16 * keptBack));
      const hogs = Array.from({ length: keptBack }, createTenantQueue);
      for (const { kind, queue: at } of each) {
        const queue = hogs[at % hogs.length] ?? createTenantQueue();
        if (kind === 'leave' && queue.inside > 0) limiter.release(queue);
        // A hog takes all that it may, and has more to ask.
        else while (limiter.acquire(queue) === undefined);
        const newcomer = createTenantQueue();
        expect(limiter.acquire(newcomer)).toBeUndefined();
        limiter.release(newcomer);
      }
    });
    fc.assert(property, { seed: 20_261_120, numRuns: 300 });
  });

  it('no queue waits for ever: while newcomers keep coming, each gets a place within a round', async () => {
    const max = 16;
    const limiter = createLimiter(max, fairShare(max));
    const inside: TenantQueue[] = [];
    const come = (queue: TenantQueue): TenantQueue => {
      const waiting = limiter.acquire(queue);
      if (waiting === undefined) inside.push(queue);
      else void waiting.ready.then(() => inside.push(queue));
      return queue;
    };
    const hog = createTenantQueue();
    for (let each = 0; each < 100; each += 1) come(hog);
    const queues = [hog, ...Array.from({ length: 40 }, () => come(createTenantQueue()))];
    const roundsWithout = new Map<TenantQueue, number>();
    for (let round = 0; round < 500; round += 1) {
      const queue = inside.shift();
      if (queue !== undefined) limiter.release(queue);
      queues.push(come(createTenantQueue()));
      await settle();
      for (const each of queues)
        roundsWithout.set(
          each,
          each.position !== undefined && each.inside === 0 ? (roundsWithout.get(each) ?? 0) + 1 : 0,
        );
      // No more queues wait at once than those that came first and one for each place that the hog has given back.
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

describe('queues that are not proven', () => {
  const unproven = () => createTenantQueue(false);

  it('have four requests inside each, and a quarter of all places together', () => {
    const limiter = createLimiter(128, fairShare(128));
    const queues = Array.from({ length: 20 }, unproven);
    for (const queue of queues) for (let each = 0; each < 10; each += 1) limiter.acquire(queue);
    expect(queues.map(({ inside }) => inside)).toEqual([
      ...Array.from({ length: 8 }, () => 4),
      ...Array.from({ length: 12 }, () => 0),
    ]);
    const proven = createTenantQueue();
    for (let each = 0; each < 60; each += 1) expect(limiter.acquire(proven)).toBeUndefined();
  });

  it('let all that waits go as soon as they are accepted, and others into their part', async () => {
    const limiter = createLimiter(16, allSlots);
    const order: string[] = [];
    const [first, second] = [unproven(), unproven()];
    for (let each = 1; each <= 6; each += 1) enter(limiter, first, `first ${each}`, order);
    enter(limiter, second, 'second', order);
    expect([first.inside, second.inside]).toEqual([4, 0]);
    limiter.accept(first);
    await settle();
    expect(order.slice(4).toSorted()).toEqual(['first 5', 'first 6', 'second']);
    limiter.accept(first);
    expect(limiter.size()).toEqual({ inside: 7, waiting: 0 });
  });

  it('reject all that waits when they are refused; a proven queue is so no more, with all that it holds', async () => {
    const limiter = createLimiter(8, allSlots);
    const order: string[] = [];
    const queue = createTenantQueue();
    for (let each = 1; each <= 10; each += 1) enter(limiter, queue, String(each), order);
    limiter.refuse(queue, new Error('refused'));
    await settle();
    expect(order.slice(8)).toEqual(['9 left', '10 left']);
    for (let each = 1; each <= 5; each += 1) limiter.release(queue);
    // Three are inside, and a quarter of eight is two.
    expect(limiter.acquire(queue)).toBeDefined();
    limiter.release(queue);
    limiter.release(queue);
    expect([queue.inside, limiter.size()]).toEqual([2, { inside: 2, waiting: 0 }]);
  });

  it('tell how long the next of them has waited for its first place', () => {
    let now = 0;
    const limiter = createLimiter(4, fairShare(4), () => now);
    const [first, second, third] = [unproven(), unproven(), unproven()];
    limiter.acquire(first);
    expect(limiter.unprovenWaitMs()).toBe(0);
    limiter.acquire(first);
    now = 100;
    expect(limiter.unprovenWaitMs()).toBe(0);
    limiter.acquire(second);
    now = 300;
    limiter.acquire(third);
    expect(limiter.unprovenWaitMs()).toBe(200);
    limiter.release(first);
    expect([second.inside, limiter.unprovenWaitMs()]).toEqual([1, 0]);
  });

  it('whatever comes and goes: neither part is exceeded, who may go has gone, and nobody is lost', async () => {
    const verdict = fc.constantFrom('accept' as const, 'refuse' as const);
    const step = fc.record({
      kind: fc.oneof({ weight: 8, arbitrary: fc.constantFrom('enter' as const, 'leave' as const) }, verdict),
      queue: fc.nat(5),
    });
    const property = fc.asyncProperty(
      fc.integer({ min: 1, max: 40 }),
      fc.array(step, { maxLength: 200 }),
      async (max, each) => {
        const share = fairShare(max);
        const limiter = createLimiter(max, share);
        const queues = Array.from({ length: 6 }, unproven);
        const order: string[] = [];
        let entered = 0;
        let wasRefused = false;
        const held = (isProven: boolean): number =>
          queues.reduce((sum, queue) => sum + (queue.isProven === isProven ? queue.inside : 0), 0);
        for (const { kind, queue: at } of each) {
          const queue = queues[at] ?? unproven();
          if (kind === 'enter') enter(limiter, queue, String((entered += 1)), order);
          else if (kind === 'leave' && queue.inside > 0) limiter.release(queue);
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
              (one.isProven || (one.inside < 4 && held(false) < quarter)),
          );
          expect(stuck).toEqual([]);
        }
        for (let round = 0; round < entered; round += 1)
          for (const queue of queues) if (queue.inside > 0) limiter.release(queue);
        await settle();
        expect(limiter.size()).toEqual({ inside: 0, waiting: 0 });
        expect(order.map((name) => Number(name.replace(' left', ''))).toSorted((a, b) => a - b)).toEqual(
          Array.from({ length: entered }, (_, index) => index + 1),
        );
      },
    );
    await fc.assert(property, { seed: 20_261_120, numRuns: 300 });
  });
});

describe('the share of a queue', () => {
  const every = fc.record({ max: fc.integer({ min: 1, max: 500 }), own: fc.nat(500), free: fc.nat(500) });

  it('is zero where nothing is free, and a first slot wherever one is', () => {
    fc.assert(
      fc.property(every, ({ max, own, free }) => {
        const share = fairShare(max);
        expect(share(own, 0)).toBe(false);
        expect(share(0, free)).toBe(free > 0);
      }),
      { seed: 20_261_120, numRuns: 1000 },
    );
  });

  it('is no smaller for who holds less, nor where more is free', () => {
    fc.assert(
      fc.property(every, ({ max, own, free }) => {
        const share = fairShare(max);
        if (!share(own, free)) return;
        expect(share(own, free + 1)).toBe(true);
        if (own > 0) expect(share(own - 1, free)).toBe(true);
      }),
      { seed: 20_261_120, numRuns: 1000 },
    );
  });

  it('to find who is next costs the same among ten thousand queues', () => {
    const limiter = createLimiter(128, fairShare(128));
    const hog = createTenantQueue();
    for (let each = 0; each < 20_000; each += 1) limiter.acquire(hog);
    const queues = Array.from({ length: 10_000 }, createTenantQueue);
    for (const queue of queues) limiter.acquire(queue);
    const busy: TenantQueue[] = [
      ...queues.slice(0, 128 - hog.inside),
      ...Array.from({ length: hog.inside }, () => hog),
    ];
    const start = performance.now();
    for (let next = busy.length; busy.length > 0 && next < 9000; next += 1) {
      const queue = busy.pop();
      if (queue === undefined) break;
      limiter.release(queue);
      busy.unshift(...queues.slice(next - hog.inside, next - hog.inside + 1));
    }
    // A scan of all queues for each of some nine thousand places takes seconds; a shared machine may be slow, but not so.
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
