import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRetryBudget, type RetryBudget } from '../../src/rest/retry-budget.js';
import { TransportError } from '../../src/rest/transport/transport.js';
import { finish, openWire, organization, outcomeOf, responseOf, type WireOptions } from './wire.js';

const lost = new TransportError('connection', 'broke off');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('D8: a request is sent again', () => {
  it('after a lost connection, once and whole: the same path and headers', async () => {
    const wire = openWire({ outcomes: [lost, responseOf(200)] });
    expect(await finish(wire.start().result)).toEqual(organization);
    expect(wire.attempts[1]?.request).toEqual(wire.attempts[0]?.request);
  });

  it('the response to the second attempt counts, even an error', async () => {
    const wire = openWire({ outcomes: [responseOf(503), responseOf(404)] });
    expect(await finish(wire.start().result)).toBe('NOT_FOUND');
  });

  it('not after an error of our own code', async () => {
    const wire = openWire({ outcomes: [new TypeError('our bug'), responseOf(200)] });
    expect(await finish(wire.start().result)).toBe('our bug');
    expect([wire.attempts.length, wire.counts.permissions]).toEqual([1, 0]);
  });

  it('not where the operation refuses: the error of the first attempt counts', async () => {
    const wire = openWire({ outcomes: [responseOf(503), responseOf(200)], maySendAgain: () => false });
    expect(await finish(wire.start().result)).toBe('UPSTREAM_UNAVAILABLE');
    expect([wire.attempts.length, wire.counts.permissions]).toEqual([1, 1]);
  });

  it('only if the operation still permits it after the pause', async () => {
    let mayBeSent = true;
    const wire = openWire({
      outcomes: [responseOf(503), responseOf(200)],
      random: () => 1,
      maySendAgain: () => mayBeSent,
    });
    const outcome = outcomeOf(wire.start().result);
    await vi.advanceTimersByTimeAsync(50);
    mayBeSent = false;
    await vi.runAllTimersAsync();
    expect(await outcome).toBe('UPSTREAM_UNAVAILABLE');
    expect(wire.attempts).toHaveLength(1);
  });

  it('and each attempt is reported with its number, status and code, without the credential', async () => {
    const wire = openWire({ outcomes: [responseOf(503), responseOf(200)] });
    await finish(wire.start().result);
    expect(
      wire.reports.map(({ attempt, status, code, requestId, upstreamRequestId }) => [
        attempt,
        status,
        code,
        requestId,
        upstreamRequestId,
      ]),
    ).toEqual([
      [1, 503, 'UPSTREAM_UNAVAILABLE', 'request-1', 'r'],
      [2, 200, undefined, 'request-1', undefined],
    ]);
    expect(JSON.stringify(wire.reports)).not.toContain('a-secret-credential');
  });
});

describe('D5: the budget of second attempts', () => {
  const retried = 'started ended take started ended refund';
  const [unavailable, good] = [responseOf(503), responseOf(200)];

  it.each<[string, number, Partial<WireOptions>, string]>([
    ['is not used by a final response', 1, { outcomes: [responseOf(404)] }, 'started ended'],
    [
      'once spent, permits no attempt, and the operation is not consulted',
      0,
      { maySendAgain: () => expect.fail() },
      'started ended take',
    ],
    ['gets its refund after a good second response', 1, {}, retried],
    ['gets its refund after a bad one', 1, { outcomes: [unavailable, unavailable] }, retried],
    ['gets its refund after a lost connection', 1, { outcomes: [unavailable, lost] }, retried],
    [
      'gets its refund where the operation may not send again',
      1,
      { maySendAgain: () => false },
      'started ended take refund',
    ],
    ['gets its refund where the client leaves', 1, {}, 'started ended take refund'],
  ])('%s', async (what, granted, options, expected) => {
    const calls: string[] = [];
    const retries: RetryBudget = {
      started: () => void calls.push('started'),
      ended: () => void calls.push('ended'),
      take: () => calls.push('take') > 0 && granted > 0,
      refund: () => void calls.push('refund'),
    };
    const read = openWire({ outcomes: [unavailable, good], retries, ...options }).start();
    const outcome = outcomeOf(read.result);
    await vi.advanceTimersByTimeAsync(10);
    if (what.endsWith('leaves')) read.abort(new Error('left'));
    await vi.runAllTimersAsync();
    await outcome;
    expect(calls.join(' ')).toBe(expected);
  });
});

describe('the jitter of a second attempt', () => {
  it.each([
    [0, 20],
    [0.5, 60],
    [1, 100],
  ])('%f of the range waits %i ms', async (random, milliseconds) => {
    const wire = openWire({ outcomes: [responseOf(503), responseOf(200)], random: () => random });
    const outcome = outcomeOf(wire.start().result);
    await vi.advanceTimersByTimeAsync(milliseconds - 1);
    expect(wire.attempts).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(wire.attempts).toHaveLength(2);
    expect(await outcome).toEqual(organization);
  });

  it('is drawn anew for each request, so that many do not return together', async () => {
    const waits = new Set<number>();
    for (let index = 0; index < 20; index += 1) {
      const wire = openWire({ outcomes: [responseOf(503), responseOf(200)] });
      await finish(wire.start().result);
      const [first, second] = wire.attempts;
      const wait = (second?.at ?? 0) - (first?.at ?? 0);
      expect(wait).toBeGreaterThanOrEqual(20);
      expect(wait).toBeLessThanOrEqual(101);
      waits.add(wait);
    }
    expect(waits.size).toBeGreaterThan(5);
  });
});

/** Second attempts that a budget grants in a row. */
function granted(budget: ReturnType<typeof createRetryBudget>): number {
  let taken = 0;
  while (taken < 1000 && budget.take()) taken += 1;
  return taken;
}

describe('D5: second attempts of the whole process', () => {
  it.each([
    ['ten where little is under way', 1, 0, 10],
    ['a tenth of what is under way where that is more', 400, 0, 40],
    ['fewer again when requests have ended', 400, 200, 20],
  ])('are %s', (_rule, started, ended, most) => {
    const budget = createRetryBudget();
    for (let request = 0; request < started; request += 1) budget.started();
    for (let request = 0; request < ended; request += 1) budget.ended();
    expect(granted(budget)).toBe(most);
  });

  it('one that is over makes room for another', () => {
    const budget = createRetryBudget();
    expect(granted(budget)).toBe(10);
    budget.refund();
    expect(granted(budget)).toBe(1);
  });
});
