import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { afterResolvers, BatchSchedule } from '../../src/loaders/batch-schedule.js';

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A read that the test ends. */
function openRead() {
  let end: () => void = () => undefined;
  const read = () => new Promise<void>((resolve) => (end = resolve));
  return { read, end: () => end() };
}

describe('schedule', () => {
  it('a batch of ids from arguments is dispatched immediately, even while reads are in flight', async () => {
    const schedule = new BatchSchedule();
    const slow = openRead();
    void schedule.during(slow.read());
    const gone: string[] = [];
    schedule.whenQuiet(() => gone.push('batch'));
    await settle();
    expect(gone).toEqual(['batch']);
    slow.end();
  });

  it('a batch of links waits for the last in-flight read', async () => {
    const schedule = new BatchSchedule();
    const reads = [openRead(), openRead(), openRead()];
    const all = reads.map(({ read }) => schedule.during(read()));
    reads[0]?.end();
    await all[0];
    const gone: string[] = [];
    schedule.whenQuiet(() => gone.push('batch'));
    reads[1]?.end();
    await settle();
    expect(gone).toEqual([]);
    reads[2]?.end();
    await settle();
    expect(gone).toEqual(['batch']);
  });

  it('a batch is dispatched although an earlier read fails', async () => {
    const schedule = new BatchSchedule();
    await schedule.during(Promise.reject(new Error('no'))).catch(() => undefined);
    const gone: string[] = [];
    schedule.whenQuiet(() => gone.push('batch'));
    await settle();
    expect(gone).toEqual(['batch']);
  });

  it('batches that wait for the same reads are dispatched together, after every resolver that the last response wakes', async () => {
    const schedule = new BatchSchedule();
    await schedule.during(Promise.resolve());
    const last = openRead();
    const woken = schedule.during(last.read()).then(async () => {
      for (let job = 0; job < 20; job += 1) await Promise.resolve();
      order.push('resolver');
      schedule.whenQuiet(() => order.push('screens'));
    });
    const order: string[] = [];
    schedule.whenQuiet(() => order.push('media'));
    last.end();
    await woken;
    await settle();
    expect(order).toEqual(['resolver', 'media', 'screens']);
  });

  it('a read that starts another read delays the batch', async () => {
    const schedule = new BatchSchedule();
    await schedule.during(Promise.resolve());
    const [first, second] = [openRead(), openRead()];
    const chain = schedule.during(first.read()).then(() => schedule.during(second.read()));
    const gone: string[] = [];
    schedule.whenQuiet(() => gone.push('batch'));
    first.end();
    await settle();
    expect(gone).toEqual([]);
    second.end();
    await chain;
    await settle();
    expect(gone).toEqual(['batch']);
  });

  it('afterResolvers comes after promise jobs of any depth', async () => {
    const order: string[] = [];
    afterResolvers(() => order.push('after'));
    await Promise.resolve().then(async () => {
      for (let job = 0; job < 50; job += 1) await Promise.resolve();
      order.push('job');
    });
    await settle();
    expect(order).toEqual(['job', 'after']);
  });
});

describe('patience with a slow response', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  async function withSlowRead() {
    const schedule = new BatchSchedule();
    await schedule.during(Promise.resolve());
    const slow = openRead();
    const reading = schedule.during(slow.read());
    const gone: string[] = [];
    return { schedule, slow, reading, gone };
  }

  it('ends after a second; what comes then goes in a batch of its own', async () => {
    const { schedule, slow, reading, gone } = await withSlowRead();
    schedule.whenQuiet(() => gone.push('first'));
    await vi.advanceTimersByTimeAsync(999);
    await settle();
    expect(gone).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(gone).toEqual(['first']);
    schedule.whenQuiet(() => gone.push('second'));
    slow.end();
    await reading;
    await settle();
    expect(gone).toEqual(['first', 'second']);
  });

  it('is one for all that wait, and begins anew for the next', async () => {
    const { schedule, gone } = await withSlowRead();
    schedule.whenQuiet(() => gone.push('first'));
    await vi.advanceTimersByTimeAsync(600);
    schedule.whenQuiet(() => gone.push('second'));
    await vi.advanceTimersByTimeAsync(400);
    expect(gone).toEqual(['first', 'second']);
    schedule.whenQuiet(() => gone.push('third'));
    await vi.advanceTimersByTimeAsync(999);
    expect(gone).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(gone).toHaveLength(3);
  });

  it('leaves no timer behind', async () => {
    const { schedule, slow, reading, gone } = await withSlowRead();
    schedule.whenQuiet(() => gone.push('batch'));
    slow.end();
    await reading;
    await settle();
    expect(gone).toEqual(['batch']);
    expect(vi.getTimerCount()).toBe(0);
  });
});
