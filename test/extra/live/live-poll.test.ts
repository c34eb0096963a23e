import { describe, expect, it, vi } from 'vitest';
import { LiveStream } from '../../../src/extra/live/live-stream.js';
import type { OperationResult } from '../../../src/operation/result.js';
import { settle } from './fake-time.js';
import { codesOf, failure, openHub, requestOf, resultOf, watch } from './watcher.js';

/** One poll whose runs return the results in turn, the last one again and again. */
function setUp(...results: OperationResult[]) {
  const { time, hub } = openHub();
  const last = results.at(-1) ?? resultOf({});
  const run = vi.fn(() => Promise.resolve(results.shift() ?? last));
  const open = () => watch(hub, requestOf('one', run));
  return { time, run, open };
}

const limited = (path: string, retryAfterSeconds?: number): OperationResult => ({
  data: { [path]: null },
  errors: [
    failure('RATE_LIMITED', retryAfterSeconds === undefined ? {} : { retryAfterSeconds }, [path]),
  ],
});

const outage = (code: string): OperationResult => ({
  data: { a: null },
  errors: [failure(code, {}, ['a'])],
});

describe('a poll', () => {
  it('delivers a result again only if it differs, and then whole', async () => {
    const { time, open } = setUp(resultOf({ n: 1 }), resultOf({ n: 1 }), resultOf({ n: 2, m: 1 }));
    const { events } = open();
    await time.advance(60_000);
    expect(events).toMatchObject([
      { data: { live: { n: 1 } } },
      { data: { live: { n: 2, m: 1 } } },
    ]);
    expect(events[1]?.extensions).toHaveProperty('upstream.requests', 1);
  });

  it('pauses until the time that a 429 names, with one event without data', async () => {
    const waiting = [limited('a', 35), limited('b', 1)];
    const { time, run, open } = setUp(resultOf({ n: 1 }), ...waiting, resultOf({ n: 1 }));
    const watcher = open();
    await time.advance(10_000);
    expect(run).toHaveBeenCalledTimes(2);
    expect(watcher.events.map(codesOf)).toEqual([[], ['RATE_LIMITED']]);
    expect(watcher.events[1]).toMatchObject({ data: null, errors: [{ path: ['live'] }] });
    const late = open();
    await time.advance(24_000);
    expect(late.events.map(codesOf)).toEqual([['RATE_LIMITED']]);
    expect(run).toHaveBeenCalledTimes(2);
    await time.advance(15_000);
    expect(watcher.events.map(codesOf)).toEqual([[], ['RATE_LIMITED'], []]);
    expect(watcher.events[2]).toMatchObject({ data: { live: { n: 1 } } });
  });

  it('pauses for five seconds or its interval where a 429 names no time', async () => {
    const { time, run, open } = setUp(limited('a'), resultOf({}));
    open();
    await settle();
    await time.advance(4999);
    expect(run).toHaveBeenCalledTimes(1);
    await time.advance(5001);
    expect(run.mock.calls.length).toBeGreaterThan(1);
  });

  it('delivers one event at the first failure of an outage, and one at recovery', async () => {
    const failures = ['UPSTREAM_UNAVAILABLE', 'UPSTREAM_TIMEOUT', 'UPSTREAM_UNAVAILABLE'].map(
      outage,
    );
    const { time, run, open } = setUp(resultOf({ a: 1 }), ...failures, resultOf({ a: 1 }));
    const { events } = open();
    await time.advance(60_000);
    expect(run.mock.calls.length).toBeGreaterThan(5);
    expect(events.map(codesOf)).toEqual([[], ['UPSTREAM_UNAVAILABLE'], []]);
  });

  it('goes on after a run that was not admitted', async () => {
    const busy = failure('OPERATION_LIMIT_EXCEEDED', { http: { status: 503 } });
    const { time, open } = setUp(resultOf({ a: 1 }), { errors: [busy] }, resultOf({ a: 2 }));
    const { events, hasCompleted } = open();
    await time.advance(60_000);
    expect(events.map(codesOf)).toEqual([[], ['OPERATION_LIMIT_EXCEEDED'], []]);
    expect(events[1]?.errors?.[0]?.extensions).not.toHaveProperty('http');
    expect(hasCompleted()).toBe(false);
  });

  it.each([
    [
      'a refused credential',
      { data: { a: null }, errors: [failure('UNAUTHENTICATED', {}, ['a'])] },
    ],
    ['a budget that cannot do', { errors: [failure('UPSTREAM_BUDGET_EXCEEDED')] }],
  ])('ends with %s: the error, then complete, for all', async (_what, result) => {
    const { time, run, open } = setUp(resultOf({ a: 1 }), result);
    const watchers = [open(), open()];
    await time.advance(60_000);
    expect(run).toHaveBeenCalledTimes(2);
    for (const { events, hasCompleted } of watchers) {
      expect(events.map(codesOf)).toEqual([[], [result.errors[0]?.extensions['code']]]);
      expect(hasCompleted()).toBe(true);
    }
    expect(time.pending()).toBe(0);
  });
});

describe('a stream', () => {
  const one = resultOf({ n: 1 });
  const two = resultOf({ n: 2 });

  it('ends after the event that is due', async () => {
    const onEnd = vi.fn();
    const stream = new LiveStream(onEnd);
    stream.push(one);
    stream.complete();
    stream.push(two);
    expect(await stream.next()).toEqual({ done: false, value: one });
    expect(await stream.next()).toEqual({ done: true, value: undefined });
    await stream.return();
    expect(onEnd).toHaveBeenCalledTimes(1);
  });

  it('ends all that wait when its reader leaves', async () => {
    const stream = new LiveStream(() => undefined);
    const waiting = [stream.next(), stream.next()];
    await stream.return();
    const end = { done: true, value: undefined };
    expect(await Promise.all(waiting)).toEqual([end, end]);
  });
});
