import { EventEmitter, once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Breaker } from '../../../src/extra/fleet/breaker.js';
import { StoreRefusal } from '../../../src/extra/fleet/store.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A breaker, what it has observed, and a ping that fails while `isAway`. */
function setUp() {
  const outcomes: string[] = [];
  const changes: boolean[] = [];
  const pings: number[] = [];
  const store = { isAway: false };
  const breaker = new Breaker(
    () => {
      pings.push(performance.now());
      return store.isAway ? never() : Promise.resolve();
    },
    {
      commanded: (_command, outcome) => void outcomes.push(outcome),
      messaged: () => undefined,
      changed: (isUp) => void changes.push(isUp),
    },
  );
  return { breaker, outcomes, changes, pings, store };
}

async function setUpClosed() {
  const parts = setUp();
  void parts.breaker.probe();
  await vi.advanceTimersByTimeAsync(0);
  expect(parts.changes.splice(0)).toEqual([true]);
  parts.pings.splice(0);
  return parts;
}

const never = (): Promise<never> => new Promise(() => undefined);
const value = (): Promise<string> => Promise.resolve('value');

async function wait(breaker: Breaker, run: () => Promise<unknown>): Promise<[unknown, number]> {
  const startedAt = performance.now();
  const result = breaker
    .ask('get', run)
    .then((found): [unknown, number] => [found, performance.now() - startedAt]);
  await vi.advanceTimersByTimeAsync(100);
  return result;
}

describe('a circuit breaker', () => {
  it('begins open: nobody waits for what nobody has reached', async () => {
    const { breaker, outcomes } = setUp();
    const run = vi.fn(value);
    expect(await wait(breaker, run)).toEqual([undefined, 0]);
    expect(run).not.toHaveBeenCalled();
    expect(outcomes).toEqual(['skipped']);
  });

  it('waits 45 ms once for a frozen store, however many ask, and then not at all', async () => {
    const { breaker, store, changes, outcomes } = await setUpClosed();
    store.isAway = true;
    const waits = await Promise.all(Array.from({ length: 20 }, () => wait(breaker, never)));
    // A turn of the event loop is left for a reply that has arrived.
    for (const [result, milliseconds] of waits) {
      expect(result).toBeUndefined();
      expect(milliseconds).toBeGreaterThanOrEqual(45);
      expect(milliseconds).toBeLessThanOrEqual(46);
    }
    expect(changes).toEqual([false]);
    for (let round = 0; round < 100; round += 1)
      expect(await wait(breaker, never)).toEqual([undefined, 0]);
    expect(outcomes.filter((outcome) => outcome === 'failed')).toHaveLength(20);
    expect(outcomes.filter((outcome) => outcome === 'skipped')).toHaveLength(100);
  });

  it('takes a reply that arrives while the process is busy for longer than the deadline', async () => {
    const { breaker } = await setUpClosed();
    const store = new EventEmitter();
    const result = breaker.ask('get', () => once(store, 'reply'));
    // The deadline has passed when the timers run; the reply is read after them, before what
    // `setImmediate` plans.
    vi.advanceTimersByTime(45);
    store.emit('reply', 'value');
    await vi.advanceTimersByTimeAsync(10);
    expect(await result).toEqual(['value']);
  });

  it('probes a store that is away at growing intervals of at most three seconds, with jitter', async () => {
    const { breaker, store, pings } = await setUpClosed();
    store.isAway = true;
    await wait(breaker, never);
    await vi.advanceTimersByTimeAsync(60_000);
    const gaps = pings.slice(1).map((at, index) => at - (pings[index] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(3000 + 46);
    expect(new Set(gaps.map(Math.round)).size, 'jitter').toBeGreaterThan(3);
    expect(pings.length).toBeGreaterThanOrEqual(20);
    expect(pings.length).toBeLessThanOrEqual(65);
  });

  it('is used again after the first probe that succeeds', async () => {
    const { breaker, store, changes } = await setUpClosed();
    store.isAway = true;
    await wait(breaker, never);
    store.isAway = false;
    await vi.advanceTimersByTimeAsync(3000);
    expect(changes).toEqual([false, true]);
    expect(await wait(breaker, value)).toEqual(['value', 0]);
  });

  it('probes ever more rarely where commands fail and probes do not, and anew after a steady time', async () => {
    const { breaker, changes, pings } = await setUpClosed();
    const fail = (): Promise<never> => Promise.reject(new Error('late'));
    for (let round = 0; round < 600; round += 1) await wait(breaker, fail);
    expect(pings.length, 'in a minute').toBeLessThanOrEqual(65);
    expect(changes.length).toBeLessThanOrEqual(131);
    await vi.advanceTimersByTimeAsync(10_000);
    pings.splice(0);
    await wait(breaker, fail);
    await vi.advanceTimersByTimeAsync(50);
    expect(pings).toHaveLength(1);
  });

  it('stays closed where the store refuses: it is there, and nobody waits', async () => {
    const { breaker, changes, outcomes } = await setUpClosed();
    const refuse = (): Promise<never> => Promise.reject(new StoreRefusal('OOM'));
    expect(await wait(breaker, refuse)).toEqual([undefined, 0]);
    expect(await wait(breaker, value)).toEqual(['value', 0]);
    expect(outcomes).toEqual(['failed', 'ok']);
    expect(changes).toEqual([]);
  });

  it('leaves no timer when it is closed, and probes no more', async () => {
    const { breaker, store, pings, changes } = await setUpClosed();
    store.isAway = true;
    await wait(breaker, never);
    breaker.end();
    await vi.advanceTimersByTimeAsync(100);
    expect(vi.getTimerCount()).toBe(0);
    const sent = pings.length;
    void breaker.probe();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(pings).toHaveLength(sent);
    expect(changes).toEqual([false]);
  });

  it('does not report a store as usable whose probe ends after the close', async () => {
    const { breaker, changes } = setUp();
    void breaker.probe();
    breaker.end();
    await vi.advanceTimersByTimeAsync(100);
    expect(changes).toEqual([]);
  });
});
