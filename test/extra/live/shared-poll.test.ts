import { describe, expect, it, vi } from 'vitest';
import { LiveHub } from '../../../src/extra/live/live-hub.js';
import type { OperationResult } from '../../../src/operation/result.js';
import { Alone } from '../../../src/shared/alone.js';
import { createFakeTime, settle } from './fake-time.js';
import { ModelFleet, ModelMember } from './model-fleet.js';
import { codesOf, failure, requestOf, resultOf, settings, unobserved, watch } from './watcher.js';

/** Two processes of a fleet with one poll, whose runs return what the test sets. */
function setUp(given: Partial<typeof settings> = {}) {
  const time = createFakeTime();
  const fleet = new ModelFleet(time, 1);
  const [one, two] = [0, 1].map(
    () => new LiveHub({ ...settings, ...given }, unobserved, new ModelMember(fleet), time),
  );
  if (one === undefined || two === undefined) throw new Error('There are two.');
  const current: { result: OperationResult } = { result: resultOf({ n: 1 }) };
  const run = vi.fn(() => Promise.resolve(current.result));
  return { time, fleet, one, two, run, current };
}

it('a process that is alone runs a poll at once, and gives its results to nobody', async () => {
  const time = createFakeTime();
  const alone = new Alone();
  const commands = (['readAll', 'write', 'announce', 'lease'] as const).map((command) =>
    vi.spyOn(alone, command),
  );
  const run = vi.fn(() => Promise.resolve(resultOf({ n: 1 })));
  const { events } = watch(new LiveHub(settings, unobserved, alone, time), requestOf('one', run));
  expect(run).toHaveBeenCalledTimes(1);
  await time.advance(20_000);
  expect(run).toHaveBeenCalledTimes(3);
  expect(events).toHaveLength(1);
  expect(commands.flatMap((command) => command.mock.calls)).toEqual([]);
});

describe('what one process finds for the others', () => {
  it('a new subscriber elsewhere gets the last result, or causes one run where it is too old', async () => {
    const { time, one, two, run } = setUp();
    watch(one, requestOf('one', run, { everySeconds: 60 }));
    await time.advance(500);
    const early = watch(two, requestOf('one', run, { everySeconds: 60 }));
    await time.advance(100);
    expect(early.events).toHaveLength(1);
    expect(run).toHaveBeenCalledTimes(1);
    early.leave();
    await time.advance(3000);
    const runs = run.mock.calls.length;
    const late = watch(two, requestOf('one', run, { everySeconds: 60 }));
    const accepting = watch(two, requestOf('one', run, { everySeconds: 60, maxAgeSeconds: 5 }));
    await time.advance(100);
    for (const { events } of [late, accepting]) expect(events).toHaveLength(1);
    expect(run).toHaveBeenCalledTimes(runs + 1);
  });

  it('no new subscriber elsewhere gets what was read before the credential was refused', async () => {
    const { time, one, two, run, current } = setUp();
    watch(one, requestOf('one', run, { everySeconds: 60 }));
    await time.advance(500);
    for (const hub of [one, two]) hub.refused('one');
    current.result = resultOf({ n: 2 });
    const { events } = watch(two, requestOf('one', run, { everySeconds: 60 }));
    await time.advance(100);
    expect(events).toMatchObject([{ data: { live: { n: 2 } } }]);
  });

  it('an event is written when it is new, and again before it expires', async () => {
    const { time, fleet, one, run, current } = setUp();
    const expiry = () =>
      [...fleet.values].find(([name]) => name.endsWith(' event'))?.[1].until ?? NaN;
    watch(one, requestOf('one', run, { everySeconds: 10 }));
    await time.advance(100);
    const first = expiry();
    await time.advance(20_000);
    expect(run.mock.calls.length).toBeGreaterThan(2);
    expect(expiry()).toBe(first);
    current.result = resultOf({ n: 2 });
    await time.advance(10_000);
    const changed = expiry();
    expect(changed).toBeGreaterThan(first);
    await time.advance(40_000);
    expect(expiry()).toBeGreaterThan(changed);
  });

  it('a credential that one process has seen accepted keeps its streams at all', async () => {
    const { time, one, two, run } = setUp({ LIVE_MAX_STREAMS: 1 });
    const other = () =>
      requestOf('invented', () => new Promise(() => undefined), { isAccepted: () => false });
    watch(one, requestOf('one', run, { everySeconds: 60 }));
    await time.advance(100);
    const kept = watch(two, requestOf('one', run, { everySeconds: 60, isAccepted: () => false }));
    await time.advance(100);
    expect(run).toHaveBeenCalledTimes(1);
    expect(() => watch(two, other())).toThrow('LIVE_MAX_STREAMS');
    expect(kept.hasCompleted()).toBe(false);
  });

  it('counts runs of the others for LIVE_REQUESTS_PER_MINUTE, and ends what does not fit for all', async () => {
    const { time, one, two, current } = setUp({ LIVE_REQUESTS_PER_MINUTE: 10 });
    const run = () => Promise.resolve(current.result);
    current.result = resultOf({ n: 1 }, 6);
    const first = [one, two].map((hub) => watch(hub, requestOf('one', run, { everySeconds: 60 })));
    await time.advance(100);
    const expensive = requestOf('one', run, { everySeconds: 60, variables: '{"id":1}' });
    const second = [two, one].map((hub) => watch(hub, expensive));
    await time.advance(500);
    for (const { events, hasCompleted } of second) {
      expect(events.map(codesOf)).toEqual([['UPSTREAM_BUDGET_EXCEEDED']]);
      expect(hasCompleted()).toBe(true);
    }
    expect(first.some(({ hasCompleted }) => hasCompleted())).toBe(false);
  });

  it('a bug at one process ends its own streams alone, and the others run it themselves', async () => {
    const { time, one, two, run } = setUp();
    const watchers = [watch(one, requestOf('one', run)), watch(two, requestOf('one', run))];
    await time.advance(100);
    run.mockImplementationOnce(() => Promise.reject(new Error('A bug.')));
    await time.advance(25_000);
    expect(watchers.map(({ hasCompleted }) => hasCompleted())).toEqual([true, false]);
    expect(watchers[1]?.events.map(codesOf)).toEqual([[]]);
    expect(run.mock.calls.length).toBeGreaterThan(2);
  });

  it('a wait is the same for all, and one of them resumes', async () => {
    const { time, one, two, run, current } = setUp();
    const watchers = [one, two].map((hub) => watch(hub, requestOf('one', run)));
    await time.advance(100);
    const errors = [failure('RATE_LIMITED', { retryAfterSeconds: 35 }, ['a'])];
    current.result = { data: { a: null }, errors };
    await time.advance(10_000);
    const runs = run.mock.calls.length;
    current.result = resultOf({ n: 2 });
    const late = watch(two, requestOf('one', run));
    await time.advance(24_000);
    expect(run).toHaveBeenCalledTimes(runs);
    expect(late.events.map(codesOf)).toEqual([['RATE_LIMITED']]);
    await time.advance(6000);
    expect(run).toHaveBeenCalledTimes(runs + 1);
    for (const { events } of watchers)
      expect(events.map(codesOf)).toEqual([[], ['RATE_LIMITED'], []]);
    for (const { leave } of [...watchers, late]) leave();
    await settle();
  });
});
