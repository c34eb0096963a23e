import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PartnerError } from '../../src/partner/error.js';
import { createRetryBudget, type RetryBudget } from '../../src/rest/client.js';
import { TransportError } from '../../src/rest/transport/transport.js';
import { finish, openWire, organization, outcomeOf, responseOf, type WireOptions } from './wire.js';

const broken = new TransportError('broken', 'with something that is not HTTP');
const lost = new TransportError('connection', 'broke off');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('A12: a request has at most six headers, all our own; one holds the credential unchanged', async () => {
  const credential = "~!#$%&'*+-.^_`|=/AZaz09";
  const wire = openWire({
    outcomes: [responseOf(200)],
    credential,
    headers: { traceparent: '00-1-2-01' },
  });
  await finish(wire.start().result);
  expect(wire.attempts[0]?.request.headers).toEqual({
    authorization: `Bearer ${credential}`,
    accept: 'application/json',
    'accept-encoding': 'gzip, br;q=0.5',
    'user-agent': 'partner-graphql',
    'x-request-id': 'request-1',
    traceparent: '00-1-2-01',
  });
});

it.each([
  [lost, 'UPSTREAM_UNAVAILABLE', 'partnerV1_organization failed: the Partner API broke off.'],
  [
    broken,
    'UPSTREAM_INVALID_RESPONSE',
    'partnerV1_organization was answered with something that is not HTTP.',
  ],
])('a transport error keeps its operation and its cause: %s', async (fault, code, message) => {
  const wire = openWire({ outcomes: [fault, fault] });
  const { result } = wire.start();
  await finish(result);
  await expect(result).rejects.toMatchObject({ code, message, cause: fault });
  await expect(result).rejects.toHaveProperty('facts', { operation: 'partnerV1_organization' });
  expect(wire.reports.at(-1)).toMatchObject({
    status: undefined,
    code,
    upstreamRequestId: undefined,
  });
});

describe('time (fault catalogue, C)', () => {
  it('C2: without a response within UPSTREAM_TIMEOUT_MS a read fails with UPSTREAM_TIMEOUT, is closed and not sent again', async () => {
    const wire = openWire({ outcomes: ['silence', responseOf(200)], timeoutMs: 700 });
    const { result } = wire.start();
    const outcome = outcomeOf(result);
    await vi.advanceTimersByTimeAsync(699);
    expect(wire.attempts[0]?.aborted).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toBe('UPSTREAM_TIMEOUT');
    expect(wire.attempts[0]?.aborted).toBeInstanceOf(PartnerError);
    expect(wire.attempts).toHaveLength(1);
    await expect(result).rejects.toMatchObject({
      message: 'partnerV1_organization was not answered whole within 700 ms (UPSTREAM_TIMEOUT_MS).',
      facts: { operation: 'partnerV1_organization' },
    });
  });

  it('the second attempt has the whole timeout again', async () => {
    const wire = openWire({
      outcomes: [responseOf(503), 'silence'],
      timeoutMs: 700,
      random: () => 0,
    });
    const outcome = outcomeOf(wire.start().result);
    await vi.advanceTimersByTimeAsync(20 + 699);
    expect(wire.attempts[1]?.aborted).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toBe('UPSTREAM_TIMEOUT');
  });

  it('leaves no timer behind, whatever the outcome', async () => {
    for (const outcome of [responseOf(200), responseOf(404), lost, broken]) {
      const wire = openWire({ outcomes: [outcome, responseOf(200)], random: () => 0 });
      const result = outcomeOf(wire.start().result);
      await vi.advanceTimersByTimeAsync(20);
      await result;
      expect(vi.getTimerCount()).toBe(0);
    }
  });
});

describe('an abort', () => {
  it('ends an in-flight request with its reason, and nothing is sent again', async () => {
    const wire = openWire({ outcomes: ['silence', responseOf(200)] });
    const read = wire.start();
    const reason = new Error('the client has left');
    read.abort(reason);
    expect(await finish(read.result)).toBe('the client has left');
    expect(wire.attempts.map(({ aborted }) => aborted)).toEqual([reason]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    [
      'the pause before a second attempt',
      [responseOf(503), responseOf(200)],
      1,
      ['the client has left'],
    ],
    [
      'an in-flight second attempt',
      [responseOf(503), 'silence'],
      0,
      [undefined, 'the client has left'],
    ],
  ] as const)(
    'ends %s, and keeps its first reason where it comes twice',
    async (_what, outcomes, random, aborted) => {
      const wire = openWire({ outcomes, random: () => random });
      const read = wire.start();
      const outcome = outcomeOf(read.result);
      await vi.advanceTimersByTimeAsync(25);
      read.abort(new Error('the client has left'));
      expect(wire.attempts.map((attempt) => attempt.aborted?.message)).toEqual(aborted);
      read.abort(new Error('out of time'));
      expect(await outcome).toBe('the client has left');
      expect(vi.getTimerCount()).toBe(0);
    },
  );
});

describe('the report of an attempt', () => {
  it('holds its start and its duration; the observer is also notified of each start', async () => {
    const wire = openWire({ outcomes: ['silence'], timeoutMs: 700 });
    const startedAt = performance.now();
    await finish(wire.start().result);
    expect(wire.reports).toMatchObject([{ startedAt, milliseconds: 700 }]);
    expect(wire.counts.started).toBe(1);
  });

  it('has no code where an error of our own code ended it', async () => {
    const wire = openWire({ outcomes: [new TypeError('our bug')] });
    await finish(wire.start().result);
    expect(wire.reports).toMatchObject([{ code: undefined, status: undefined }]);
  });
});

it.each([false, true])(
  'closing a client closes its transport, unless that cannot be closed: %s',
  async (cannotClose) => {
    const wire = openWire({ outcomes: [], cannotClose });
    await wire.close();
    expect(wire.counts.closed).toBe(cannotClose ? 0 : 1);
  },
);

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
    const wire = openWire({
      outcomes: [responseOf(503), responseOf(200)],
      maySendAgain: () => false,
    });
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
])('D5: the budget of second attempts %s', async (what, granted, options, expected) => {
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
