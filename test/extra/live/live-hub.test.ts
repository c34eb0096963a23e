import { AsyncLocalStorage } from 'node:async_hooks';
import { hash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { Settings } from '../../../src/config.js';
import type { LiveRequest } from '../../../src/extra/live/live-request.js';
import { thrownBy } from '../../examples/thrown.js';
import { settle } from './fake-time.js';
import { codesOf, failure, openHub, requestOf, resultOf, watch } from './watcher.js';

/** A hub with a run that returns what the test sets. */
function setUp(given: Partial<Settings> = {}) {
  const run = vi.fn(() => Promise.resolve(resultOf({ n: 1 })));
  const request = (other: Partial<LiveRequest> = {}) => requestOf('one', run, other);
  return { ...openHub(given), run, request };
}

describe('a hub of subscriptions', () => {
  it('runs one poll for all who watch the same, and gives a late one the newest event at once', async () => {
    const { time, hub, run, request } = setUp();
    const watchers = Array.from({ length: 50 }, () => watch(hub, request()));
    await time.advance(100);
    const late = watch(hub, request());
    await settle();
    expect(run).toHaveBeenCalledTimes(1);
    for (const { events } of [...watchers, late])
      expect(events).toMatchObject([{ data: { live: { n: 1 } } }]);
    await time.advance(30_000);
    expect(run).toHaveBeenCalledTimes(4);
    expect(late.events).toHaveLength(1);
  });

  it('lets the first run use responses as old as the subscriber accepts, and no later one', async () => {
    const { time, hub, request } = setUp();
    const ages: number[] = [];
    const run = (sentSince: number) => {
      ages.push(time.now() - sentSince);
      return Promise.resolve(resultOf({ n: 1 }));
    };
    watch(hub, request({ run, maxAgeSeconds: 60 }));
    await time.advance(10_000);
    watch(hub, request({ run, maxAgeSeconds: 0, everySeconds: 20 }));
    expect(ages).toEqual([60_000, 100, 1000]);
  });

  it('runs no poll for a subscriber who accepts the newest event as it is', async () => {
    const { time, hub, run, request } = setUp();
    watch(hub, request());
    await time.advance(9_000);
    const runs = run.mock.calls.length;
    const accepting = watch(hub, request({ maxAgeSeconds: 10 }));
    await settle();
    expect(accepting.events).toHaveLength(1);
    expect(run).toHaveBeenCalledTimes(runs);
    watch(hub, request());
    expect(run).toHaveBeenCalledTimes(runs + 1);
  });

  it('lets all polls of a credential be due at multiples of their interval', async () => {
    const { time, hub, request } = setUp();
    const times: number[] = [];
    const run = () => {
      times.push(time.now());
      return Promise.resolve(resultOf({}));
    };
    watch(hub, request({ run }));
    await time.advance(3500);
    watch(hub, request({ run, variables: '{"id":1}' }));
    times.splice(0);
    await time.advance(20_000);
    expect(times).toHaveLength(4);
    expect(times[0]).toBe(times[1]);
    expect(times[2]).toBe(times[3]);
  });

  it.each([
    ['at their interval', resultOf({})],
    ['after an outage', { data: null, errors: [failure('UPSTREAM_UNAVAILABLE')] }],
    ['after a 429', { data: null, errors: [failure('RATE_LIMITED', { retryAfterSeconds: 30 })] }],
  ])('spreads the polls of many credentials over a second or more, %s', async (_when, result) => {
    const { time, hub } = setUp();
    const starts: number[] = [];
    const run = () => {
      starts.push(time.now());
      return Promise.resolve(result);
    };
    const credentials = Array.from(
      { length: 50 },
      (_, nth) => `credential ${hash('md5', String(nth))}`,
    );
    for (const credential of credentials) watch(hub, requestOf(credential, run));
    expect(new Set(starts).size).toBe(1);
    starts.splice(0);
    await time.advance(40_000);
    const tenths = starts.slice(0, 50).map((start) => Math.floor(start / 100));
    expect(tenths).toHaveLength(50);
    for (const tenth of tenths)
      expect(tenths.filter((each) => each === tenth).length).toBeLessThan(15);
  });

  it('completes a stream after LIVE_MAX_MINUTES', async () => {
    const { time, hub, request } = setUp({ LIVE_MAX_MINUTES: 1 });
    const watcher = watch(hub, request());
    await time.advance(59_999);
    expect(watcher.hasCompleted()).toBe(false);
    await time.advance(1);
    expect(watcher.hasCompleted()).toBe(true);
    expect(time.pending()).toBe(0);
  });

  it('refuses the stream beyond a limit with 503 and Retry-After, until one has left', () => {
    const busy = {
      code: 'OPERATION_LIMIT_EXCEEDED',
      http: { status: 503, headers: { 'Retry-After': '5' } },
    };
    for (const limit of ['LIVE_MAX_STREAMS', 'LIVE_MAX_STREAMS_PER_CREDENTIAL'] as const) {
      const { hub, request } = setUp({ [limit]: 2 });
      const watchers = [watch(hub, request()), watch(hub, request())];
      expect(thrownBy(() => watch(hub, request()))).toMatchObject({ extensions: busy });
      watchers[0]?.leave();
      watch(hub, request());
      expect(thrownBy(() => watch(hub, request()))).toMatchObject({ extensions: busy });
    }
  });
});

describe('LIVE_REQUESTS_PER_MINUTE', () => {
  it('ends a subscription after the first poll that costs too much, and names the shortest interval', async () => {
    const { time, hub, request } = setUp({ LIVE_REQUESTS_PER_MINUTE: 60 });
    const cheap = watch(hub, request({ run: () => Promise.resolve(resultOf({}, 5)) }));
    await settle();
    const expensive = { variables: '2', run: () => Promise.resolve(resultOf({}, 10)) };
    const dear = watch(hub, request(expensive));
    await settle();
    expect(dear.events.map(codesOf)).toEqual([['UPSTREAM_BUDGET_EXCEEDED']]);
    expect(dear.events[0]?.errors?.[0]?.message).toContain('everySeconds: 20 or more');
    expect(dear.hasCompleted()).toBe(true);
    const accepted = watch(hub, request({ ...expensive, everySeconds: 20 }));
    await time.advance(60_000);
    expect([cheap, accepted].map(({ hasCompleted }) => hasCompleted())).toEqual([false, false]);
  });

  it('counts what polls share once, whichever of them sends it', async () => {
    const { time, hub, request } = setUp({ LIVE_REQUESTS_PER_MINUTE: 66 });
    let runs = 0;
    // Ten requests for both, now by the one, now by the other.
    const run = () => Promise.resolve(resultOf({}, [10, 0, 0, 10][(runs += 1) % 4]));
    const watchers = ['1', '2'].map((variables) => watch(hub, request({ variables, run })));
    await time.advance(600_000);
    expect(watchers.map(({ hasCompleted }) => hasCompleted())).toEqual([false, false]);
  });

  it('frees what a poll took when its last subscriber leaves', async () => {
    const { hub, request } = setUp({ LIVE_REQUESTS_PER_MINUTE: 60 });
    const run = () => Promise.resolve(resultOf({}, 10));
    const first = watch(hub, request({ run }));
    await settle();
    first.leave();
    const second = watch(hub, request({ run, variables: '2' }));
    await settle();
    expect(second.events.map(codesOf)).toEqual([[]]);
  });
});

it('reports a run that throws, and ends its streams with an error', async () => {
  const { time, hub, request } = setUp();
  const report = vi.fn(() => failure('INTERNAL_SERVER_ERROR'));
  const watcher = watch(hub, request({ report, run: () => Promise.reject(new Error('A bug')) }));
  await settle();
  expect(report).toHaveBeenCalledWith(new Error('A bug'));
  expect(watcher.events.map(codesOf)).toEqual([['INTERNAL_SERVER_ERROR']]);
  expect(watcher.hasCompleted()).toBe(true);
  expect(time.pending()).toBe(0);
});

it('runs polls outside of the request that opened them', async () => {
  const { time, hub, request } = setUp();
  const storage = new AsyncLocalStorage<string>();
  const stores: unknown[] = [];
  const run = () => {
    stores.push(storage.getStore());
    return Promise.resolve(resultOf({}));
  };
  storage.run('the first request', () => watch(hub, request({ run })));
  await time.advance(10_000);
  expect(stores).toEqual([undefined, undefined]);
});
