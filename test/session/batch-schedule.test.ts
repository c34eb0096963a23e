import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BatchSchedule } from '../../src/session/batch-schedule.js';
import { settle } from './operation.js';

/** A read that the test ends. */
function openRead() {
  let end: () => void = () => undefined;
  const read = () => new Promise<void>((resolve) => (end = resolve));
  return { read, end: () => end() };
}

/** A schedule, and the batches that it has dispatched. */
function openSchedule() {
  const schedule = new BatchSchedule();
  const gone: string[] = [];
  return { schedule, gone, add: (batch: string) => schedule.whenQuiet(() => gone.push(batch)) };
}

describe('schedule', () => {
  it('a batch of ids from arguments is dispatched immediately, even while reads are in flight', async () => {
    const { schedule, gone, add } = openSchedule();
    const slow = openRead();
    void schedule.during(slow.read());
    add('batch');
    await settle();
    expect(gone).toEqual(['batch']);
    slow.end();
  });

  it('a batch of links waits for the last in-flight read', async () => {
    const { schedule, gone, add } = openSchedule();
    const reads = [openRead(), openRead(), openRead()];
    const all = reads.map(({ read }) => schedule.during(read()));
    reads[0]?.end();
    await all[0];
    add('batch');
    reads[1]?.end();
    await settle();
    expect(gone).toEqual([]);
    reads[2]?.end();
    await settle();
    expect(gone).toEqual(['batch']);
  });

  it('a batch is dispatched although an earlier read fails', async () => {
    const { schedule, gone, add } = openSchedule();
    await schedule.during(Promise.reject(new Error('no'))).catch(() => undefined);
    add('batch');
    await settle();
    expect(gone).toEqual(['batch']);
  });

  it('batches that wait for the same reads are dispatched together, after every resolver that the last response wakes', async () => {
    const { schedule, gone, add } = openSchedule();
    await schedule.during(Promise.resolve());
    const last = openRead();
    const woken = schedule.during(last.read()).then(async () => {
      for (let job = 0; job < 20; job += 1) await Promise.resolve();
      gone.push('resolver');
      add('screens');
    });
    add('media');
    last.end();
    await woken;
    await settle();
    expect(gone).toEqual(['resolver', 'media', 'screens']);
  });

  it('a read that starts another read delays the batch', async () => {
    const { schedule, gone, add } = openSchedule();
    await schedule.during(Promise.resolve());
    const [first, second] = [openRead(), openRead()];
    const chain = schedule.during(first.read()).then(() => schedule.during(second.read()));
    add('batch');
    first.end();
    await settle();
    expect(gone).toEqual([]);
    second.end();
    await chain;
    await settle();
    expect(gone).toEqual(['batch']);
  });
});

describe('patience with a slow response', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  async function withSlowRead() {
    const open = openSchedule();
    await open.schedule.during(Promise.resolve());
    const slow = openRead();
    return { ...open, slow, reading: open.schedule.during(slow.read()) };
  }

  it('ends after a second; what comes then goes in a batch of its own', async () => {
    const { add, slow, reading, gone } = await withSlowRead();
    add('first');
    await vi.advanceTimersByTimeAsync(999);
    await settle();
    expect(gone).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(gone).toEqual(['first']);
    add('second');
    slow.end();
    await reading;
    await settle();
    expect(gone).toEqual(['first', 'second']);
  });

  it('is one for all that wait, and begins anew for the next', async () => {
    const { add, gone } = await withSlowRead();
    add('first');
    await vi.advanceTimersByTimeAsync(600);
    add('second');
    await vi.advanceTimersByTimeAsync(400);
    expect(gone).toEqual(['first', 'second']);
    add('third');
    await vi.advanceTimersByTimeAsync(999);
    expect(gone).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(gone).toHaveLength(3);
  });

  it('leaves no timer behind', async () => {
    const { add, slow, reading, gone } = await withSlowRead();
    add('batch');
    slow.end();
    await reading;
    await settle();
    expect(gone).toEqual(['batch']);
    expect(vi.getTimerCount()).toBe(0);
  });
});
