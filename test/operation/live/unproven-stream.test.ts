import { GraphQLError } from 'graphql';
import { describe, expect, it, vi } from 'vitest';
import { createLiveHub } from '../../../src/operation/live/live-hub.js';
import { createFakeTime, settle } from './fake-time.js';
import { requestOf, resultOf, settings, unobserved, watch, type Watcher } from './watcher.js';

/** A hub with few places; credentials are proven as the test says. */
function setUp(places: number) {
  const time = createFakeTime();
  const given = { ...settings, LIVE_MAX_STREAMS: places, LIVE_MAX_STREAMS_PER_CREDENTIAL: 2 };
  const hub = createLiveHub(given, unobserved, time);
  const proven = new Set<string>();
  const run = vi.fn(() => Promise.resolve(resultOf({})));
  const join = (credential: string): Watcher =>
    watch(hub, requestOf(credential, run, { isProven: () => proven.has(credential) }));
  return { time, run, proven, join };
}

const ended = (watchers: readonly Watcher[]): Promise<boolean[]> =>
  settle().then(() => watchers.map(({ hasCompleted }) => hasCompleted()));

describe('streams of credentials that the Partner API has not accepted', () => {
  it('give way to a new stream where all places are taken, the oldest first', async () => {
    const { proven, join } = setUp(3);
    proven.add('known');
    const watchers = ['one', 'two', 'three', 'known', 'four'].map(join);
    expect(await ended(watchers)).toEqual([true, true, false, false, false]);
  });

  it('stay while a place is free', async () => {
    const { join } = setUp(3);
    expect(await ended(['one', 'two', 'three'].map(join))).toEqual([false, false, false]);
  });

  it('stay for good once their credential is accepted', async () => {
    const { proven, join } = setUp(3);
    const watchers = ['one', 'two', 'three'].map(join);
    proven.add('one').add('three');
    watchers.push(join('four'));
    expect(await ended(watchers)).toEqual([false, true, false, false]);
    proven.add('four');
    expect(() => join('five')).toThrow(GraphQLError);
    expect(await ended(watchers)).toEqual([false, true, false, false]);
  });

  it('end nothing for a stream that its own credential may not have', async () => {
    const { join } = setUp(3);
    const watchers = ['one', 'two', 'two'].map(join);
    expect(() => join('two')).toThrow(/LIVE_MAX_STREAMS_PER_CREDENTIAL/);
    expect(await ended(watchers)).toEqual([false, false, false]);
  });

  it('free their place when they leave, and end no other', async () => {
    const { time, join } = setUp(2);
    const watchers = ['one', 'two'].map(join);
    watchers[0]?.leave();
    watchers.push(join('three'));
    expect(await ended(watchers)).toEqual([true, false, false]);
    for (const { leave } of watchers) leave();
    await settle();
    expect(time.pending()).toBe(0);
  });

  it('may make room for one of their own credential', async () => {
    const { time, run, join } = setUp(1);
    const watchers = ['one', 'one'].map(join);
    expect(await ended(watchers)).toEqual([true, false]);
    await time.advance(20_000);
    expect(run.mock.calls.length).toBeGreaterThan(2);
    watchers[1]?.leave();
    await settle();
    expect(time.pending()).toBe(0);
  });
});

it('a credential whose tenant was forgotten and made anew has one poll and one count of streams', () => {
  const { run, join } = setUp(9);
  // Each request has a tenant object of its own.
  join('one');
  join('one');
  expect(run).toHaveBeenCalledTimes(1);
  expect(() => join('one')).toThrow(/LIVE_MAX_STREAMS_PER_CREDENTIAL/);
});
