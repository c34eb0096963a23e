import { GraphQLError } from 'graphql';
import { describe, expect, it, vi } from 'vitest';
import { settle } from './fake-time.js';
import { openHub, requestOf, resultOf, watch, type Watcher } from './watcher.js';

/** A hub with few places; credentials are proven as the test says. */
function setUp(places: number) {
  const { hub } = openHub({ LIVE_MAX_STREAMS: places, LIVE_MAX_STREAMS_PER_CREDENTIAL: 2 });
  const proven = new Set<string>();
  const run = vi.fn(() => Promise.resolve(resultOf({})));
  const join = (credential: string): Watcher =>
    watch(hub, requestOf(credential, run, { isAccepted: () => proven.has(credential) }));
  return { run, proven, join };
}

const ended = (watchers: readonly Watcher[]): Promise<boolean[]> =>
  settle().then(() => watchers.map(({ hasCompleted }) => hasCompleted()));

describe('streams of credentials that the Partner API has not accepted', () => {
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
});

it('a credential whose tenant was forgotten and made anew has one poll and one count of streams', () => {
  const { run, join } = setUp(9);
  // Each request has a tenant object of its own.
  join('one');
  join('one');
  expect(run).toHaveBeenCalledTimes(1);
  expect(() => join('one')).toThrow(/LIVE_MAX_STREAMS_PER_CREDENTIAL/);
});
