import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFair, Limiter } from '../../src/tenant/limiter.js';
import { TenantQueue } from '../../src/tenant/tenant-queue.js';
import { acquire, settle } from './slot.js';

describe('a limiter', () => {
  it('D19: queues alternate: a thousand requests of one queue delay another queue by one slot', async () => {
    const limiter = new Limiter(1);
    const [flood, quiet] = [new TenantQueue(), new TenantQueue()];
    const order: string[] = [];
    for (let index = 0; index < 1000; index += 1) acquire(limiter, flood, `flood ${index}`, order);
    acquire(limiter, quiet, 'quiet 1', order);
    acquire(limiter, quiet, 'quiet 2', order);
    for (let round = 0; round < 5; round += 1) {
      limiter.release(flood.inside > 0 ? flood : quiet);
      await settle();
    }
    // A queue that has had a slot goes behind those that have had none.
    expect(order).toEqual(['flood 0', 'quiet 1', 'flood 1', 'quiet 2', 'flood 2', 'flood 3']);
  });

  it('a request that leaves its queue rejects with the reason, and delays no other', async () => {
    const limiter = new Limiter(1);
    const queue = new TenantQueue();
    const order: string[] = [];
    acquire(limiter, queue, 'a', order);
    const second = limiter.acquire(queue);
    acquire(limiter, queue, 'c', order);
    const refused = expect(second?.ready).rejects.toThrow('the client has left');
    second?.cancel(new Error('the client has left'));
    await refused;
    expect(limiter.size()).toEqual({ inside: 1, waiting: 1 });
    limiter.release(queue);
    await settle();
    expect(order).toEqual(['a', 'c']);
  });

  it('a request that leaves the queue does not cost its queue its position', async () => {
    const limiter = new Limiter(1);
    const [held, first, second] = [new TenantQueue(), new TenantQueue(), new TenantQueue()];
    const order: string[] = [];
    acquire(limiter, held, 'held', order);
    const gone = limiter.acquire(first);
    acquire(limiter, first, 'first', order);
    acquire(limiter, second, 'second', order);
    gone?.ready.catch(() => undefined);
    gone?.cancel(new Error('left'));
    limiter.release(held);
    limiter.release(first);
    await settle();
    expect(order).toEqual(['held', 'first', 'second']);
  });

  it('finds the next queue as fast among ten thousand queues', () => {
    const limiter = new Limiter(128);
    const hog = new TenantQueue();
    for (let each = 0; each < 20_000; each += 1) limiter.acquire(hog);
    const queues = Array.from({ length: 10_000 }, () => new TenantQueue());
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
    // A scan of all queues for each of some nine thousand slots takes seconds, even on a fast
    // machine.
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

it('the share of a queue is zero where no slot is free, a first slot wherever one is, and no smaller for less held or more free', () => {
  const every = fc.record({
    max: fc.integer({ min: 1, max: 500 }),
    own: fc.nat(500),
    free: fc.nat(500),
  });
  fc.assert(
    fc.property(every, ({ max, own, free }) => {
      expect(isFair(max, own, 0)).toBe(false);
      expect(isFair(max, 0, free)).toBe(free > 0);
      if (!isFair(max, own, free)) return;
      expect(isFair(max, own, free + 1)).toBe(true);
      if (own > 0) expect(isFair(max, own - 1, free)).toBe(true);
    }),
    { seed: 20_261_120, numRuns: 1000 },
  );
});
