import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PartnerError } from '../../src/partner/error.js';
import type { RetryBudget } from '../../src/rest/retry-budget.js';
import { TransportError } from '../../src/rest/transport/transport.js';
import { answerOf, openWire, organization, outcomeOf } from './wire.js';

const broken = new TransportError('broken', 'with something that is not HTTP');
const lost = new TransportError('connection', 'broke off');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Runs all timers until the reading is over. */
async function finish(result: Promise<unknown>): Promise<unknown> {
  const outcome = outcomeOf(result);
  await vi.runAllTimersAsync();
  return outcome;
}

describe('D8: what is sent again', () => {
  it.each([502, 503, 504])('%i is, once; a good second response counts', async (status) => {
    const wire = openWire({ outcomes: [answerOf(status), answerOf(200)] });
    expect(await finish(wire.start().result)).toEqual(organization);
    expect(wire.attempts).toHaveLength(2);
  });

  it('a lost connection is, once, and the whole request from zero: the same path and headers', async () => {
    const wire = openWire({ outcomes: [lost, answerOf(200)] });
    expect(await finish(wire.start().result)).toEqual(organization);
    expect(wire.attempts[1]?.request).toEqual(wire.attempts[0]?.request);
  });

  it.each([
    ['503 twice', answerOf(503), answerOf(503)],
    ['a lost connection twice', lost, lost],
    ['a lost connection, then 503', lost, answerOf(503)],
  ])('%s is UPSTREAM_UNAVAILABLE after two attempts', async (_what, first, second) => {
    const wire = openWire({ outcomes: [first, second, answerOf(200)] });
    expect(await finish(wire.start().result)).toBe('UPSTREAM_UNAVAILABLE');
    expect(wire.attempts).toHaveLength(2);
  });

  it('the second attempt’s own response counts, whatever it is', async () => {
    const wire = openWire({ outcomes: [answerOf(503), answerOf(404)] });
    expect(await finish(wire.start().result)).toBe('NOT_FOUND');
  });

  const final = [
    201, 202, 204, 206, 301, 302, 304, 400, 401, 403, 404, 408, 409, 421, 425, 426, 429, 500, 501, 505, 507,
    599,
  ];
  it.each(final)('%i is not', async (status) => {
    const wire = openWire({ outcomes: [answerOf(status), answerOf(200)] });
    expect(await finish(wire.start().result)).not.toEqual(organization);
    expect([wire.attempts.length, wire.timesAsked()]).toEqual([1, 0]);
  });

  it.each([
    ['an answer that is no HTTP', broken, 'UPSTREAM_INVALID_RESPONSE'],
    ['a body that is no JSON', answerOf(200, { body: '<html>' }), 'UPSTREAM_INVALID_RESPONSE'],
    ['another content type', answerOf(200, { contentType: 'text/html' }), 'UPSTREAM_INVALID_RESPONSE'],
    [
      'a record that breaks the contract',
      answerOf(200, { body: '{"data":{}}' }),
      'UPSTREAM_INVALID_RESPONSE',
    ],
    ['a fault of ours', new TypeError('ours'), 'ours'],
  ])('%s is not', async (_what, outcome, expected) => {
    const wire = openWire({ outcomes: [outcome, answerOf(200)] });
    expect(await finish(wire.start().result)).toBe(expected);
    expect(wire.attempts).toHaveLength(1);
  });

  it('nothing is, where the operation may not: the first attempt’s error counts', async () => {
    const wire = openWire({ outcomes: [answerOf(503), answerOf(200)], maySendAgain: () => false });
    expect(await finish(wire.start().result)).toBe('UPSTREAM_UNAVAILABLE');
    expect([wire.attempts.length, wire.timesAsked()]).toEqual([1, 1]);
  });

  it('the operation is asked when the second attempt is due, not before the pause: a refusal may come in between', async () => {
    let mayBeSent = true;
    const wire = openWire({
      outcomes: [answerOf(503), answerOf(200)],
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

  it('each attempt is reported with its number, status and code, and without the credential', async () => {
    const wire = openWire({ outcomes: [answerOf(503), answerOf(200)] });
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
  /** Notes what it is told; gives `left` places. */
  function createLedger(left: number) {
    const told: string[] = [];
    const retries: RetryBudget = {
      started: () => void told.push('began'),
      ended: () => void told.push('ended'),
      take() {
        told.push('take');
        return left-- > 0;
      },
      refund: () => void told.push('giveBack'),
    };
    return { retries, told };
  }

  it('where it is spent, nothing is sent again, and the operation is not consulted', async () => {
    const { retries, told } = createLedger(0);
    const wire = openWire({ outcomes: [answerOf(503), answerOf(200)], retries });
    expect(await finish(wire.start().result)).toBe('UPSTREAM_UNAVAILABLE');
    expect([wire.attempts.length, wire.timesAsked()]).toEqual([1, 0]);
    expect(told).toEqual(['began', 'ended', 'take']);
  });

  it.each([
    ['a good second answer', answerOf(200)],
    ['a bad one', answerOf(503)],
    ['a lost connection', lost],
  ])('knows of each attempt, and has its place back after %s', async (_what, second) => {
    const { retries, told } = createLedger(1);
    const wire = openWire({ outcomes: [answerOf(503), second], retries });
    await finish(wire.start().result);
    expect(told).toEqual(['began', 'ended', 'take', 'began', 'ended', 'giveBack']);
  });

  it.each([
    ['the operation may not send again', { maySendAgain: () => false }, false],
    ['the client leaves', {}, true],
  ])('has its place back where %s', async (_what, options, leaves) => {
    const { retries, told } = createLedger(1);
    const wire = openWire({ outcomes: [answerOf(503)], retries, ...options });
    const reading = wire.start();
    const outcome = outcomeOf(reading.result);
    await vi.advanceTimersByTimeAsync(10);
    if (leaves) reading.abort(new Error('left'));
    await vi.runAllTimersAsync();
    await outcome;
    expect(told).toEqual(['began', 'ended', 'take', 'giveBack']);
  });

  it('is not used by a final response', async () => {
    const { retries, told } = createLedger(1);
    await finish(openWire({ outcomes: [answerOf(404)], retries }).start().result);
    expect(told).toEqual(['began', 'ended']);
  });
});

describe('the report of an attempt', () => {
  it('holds when it began and how long it took; the observer also hears of each start', async () => {
    const wire = openWire({ outcomes: ['silence'], timeoutMs: 700 });
    const begun = performance.now();
    await finish(wire.start().result);
    expect(wire.reports).toMatchObject([{ startedAt: begun, milliseconds: 700, wasSent: true }]);
    expect(wire.counts.started).toBe(1);
  });

  it('has its path without the credential, should a client have written it into an id', async () => {
    const wire = openWire({ outcomes: [answerOf(200)] });
    await finish(wire.start(undefined, '/api/partner/v1/screens/a-secret-credential').result);
    expect(wire.reports).toMatchObject([{ path: '/api/partner/v1/screens/[credential]' }]);
  });

  it('has no code where a fault of ours ended it', async () => {
    const wire = openWire({ outcomes: [new TypeError('ours')] });
    await finish(wire.start().result);
    expect(wire.reports).toMatchObject([{ code: undefined, status: undefined }]);
  });
});

describe('closing a client', () => {
  it('closes its transport', async () => {
    const wire = openWire({ outcomes: [] });
    await wire.close();
    expect(wire.counts.closed).toBe(1);
  });

  it('does nothing for a transport that has nothing to close', async () => {
    const wire = openWire({ outcomes: [], isOpenForever: true });
    await expect(wire.close()).resolves.toBeUndefined();
    expect(wire.counts.closed).toBe(0);
  });
});

describe('the jitter of a second attempt', () => {
  it.each([
    [0, 20],
    [0.5, 60],
    [1, 100],
  ])('%f of the range waits %i ms', async (random, milliseconds) => {
    const wire = openWire({ outcomes: [answerOf(503), answerOf(200)], random: () => random });
    const outcome = outcomeOf(wire.start().result);
    await vi.advanceTimersByTimeAsync(milliseconds - 1);
    expect(wire.attempts).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(wire.attempts).toHaveLength(2);
    expect(await outcome).toEqual(organization);
  });

  it('is drawn anew, so that many do not come back together', async () => {
    const waits = new Set<number>();
    for (let time = 0; time < 20; time += 1) {
      const wire = openWire({ outcomes: [answerOf(503), answerOf(200)] });
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

describe('time (fault catalogue, C)', () => {
  it('C2: without a response in UPSTREAM_TIMEOUT_MS it is UPSTREAM_TIMEOUT, closed, and tried once', async () => {
    const wire = openWire({ outcomes: ['silence', answerOf(200)], timeoutMs: 700 });
    const { result } = wire.start();
    const outcome = outcomeOf(result);
    await vi.advanceTimersByTimeAsync(699);
    expect(wire.attempts[0]?.aborted).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toBe('UPSTREAM_TIMEOUT');
    expect(wire.attempts[0]?.aborted).toBeInstanceOf(PartnerError);
    expect(wire.attempts).toHaveLength(1);
    await expect(result).rejects.toThrow('700 ms (UPSTREAM_TIMEOUT_MS)');
  });

  it('the second attempt has the whole time again', async () => {
    const wire = openWire({ outcomes: [answerOf(503), 'silence'], timeoutMs: 700, random: () => 0 });
    const outcome = outcomeOf(wire.start().result);
    await vi.advanceTimersByTimeAsync(20 + 699);
    expect(wire.attempts[1]?.aborted).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toBe('UPSTREAM_TIMEOUT');
  });

  it('leaves no timer behind, whatever the outcome', async () => {
    for (const outcome of [answerOf(200), answerOf(404), lost, broken]) {
      const wire = openWire({ outcomes: [outcome, answerOf(200)], random: () => 0 });
      const result = outcomeOf(wire.start().result);
      await vi.advanceTimersByTimeAsync(20);
      await result;
      expect(vi.getTimerCount()).toBe(0);
    }
  });
});

describe('an abort', () => {
  it('ends a request under way with its reason, and nothing is sent again', async () => {
    const wire = openWire({ outcomes: ['silence', answerOf(200)] });
    const reading = wire.start();
    const reason = new Error('the client has left');
    reading.abort(reason);
    expect(await finish(reading.result)).toBe('the client has left');
    expect(wire.attempts.map(({ aborted }) => aborted)).toEqual([reason]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends the pause before a second attempt at once', async () => {
    const wire = openWire({ outcomes: [answerOf(503), answerOf(200)], random: () => 1 });
    const reading = wire.start();
    const outcome = outcomeOf(reading.result);
    await vi.advanceTimersByTimeAsync(10);
    reading.abort(new Error('the client has left'));
    expect(await outcome).toBe('the client has left');
    expect(wire.attempts).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends a second attempt under way', async () => {
    const wire = openWire({ outcomes: [answerOf(503), 'silence'], random: () => 0 });
    const reading = wire.start();
    const outcome = outcomeOf(reading.result);
    await vi.advanceTimersByTimeAsync(25);
    reading.abort(new Error('the client has left'));
    expect(await outcome).toBe('the client has left');
    expect(wire.attempts[1]?.aborted?.message).toBe('the client has left');
  });

  it('keeps its first reason where it comes twice', async () => {
    const wire = openWire({ outcomes: [answerOf(503), answerOf(200)], random: () => 1 });
    const reading = wire.start();
    const outcome = outcomeOf(reading.result);
    await vi.advanceTimersByTimeAsync(10);
    reading.abort(new Error('the client has left'));
    reading.abort(new Error('out of time'));
    expect(await outcome).toBe('the client has left');
  });

  it('C15: after the response it has no effect', async () => {
    const wire = openWire({ outcomes: [answerOf(200)] });
    const reading = wire.start();
    expect(await finish(reading.result)).toEqual(organization);
    reading.abort(new Error('too late'));
    expect(await reading.result).toEqual(organization);
  });
});

describe('what goes up', () => {
  it('A12: six headers of ours at most; the credential in one of them, untouched', async () => {
    const credential = "~!#$%&'*+-.^_`|=/AZaz09";
    const wire = openWire({ outcomes: [answerOf(200)], credential, headers: { traceparent: '00-1-2-01' } });
    await finish(wire.start().result);
    expect(wire.attempts[0]?.request.headers).toEqual({
      authorization: `Bearer ${credential}`,
      accept: 'application/json',
      'accept-encoding': 'gzip, br',
      'user-agent': 'partner-graphql',
      'x-request-id': 'request-1',
      traceparent: '00-1-2-01',
    });
  });
});

describe('what comes back', () => {
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
    expect(wire.reports.at(-1)).toMatchObject({ status: undefined, code, upstreamRequestId: undefined });
  });

  it('a timeout names its operation', async () => {
    const { result } = openWire({ outcomes: ['silence'] }).start();
    await finish(result);
    await expect(result).rejects.toMatchObject({ facts: { operation: 'partnerV1_organization' } });
    await expect(result).rejects.toThrow(
      'partnerV1_organization was not answered whole within 10000 ms (UPSTREAM_TIMEOUT_MS).',
    );
  });

  it('a response from a cache is reported to the operation, one that was sent is not', async () => {
    for (const wasSent of [true, false]) {
      const wire = openWire({ outcomes: [answerOf(200, { wasSent })] });
      await finish(wire.start().result);
      expect(wire.counts.spared).toBe(wasSent ? 0 : 1);
      expect(wire.reports).toMatchObject([{ wasSent }]);
    }
  });

  it('B30: an echoed credential reaches neither message nor record', async () => {
    const echo = 'Bearer a-secret-credential is unknown';
    const refused = answerOf(401, {
      body: JSON.stringify({ error: { code: 'c', message: echo, requestId: echo } }),
    });
    const wire = openWire({ outcomes: [refused] });
    const { result } = wire.start();
    await finish(result);
    await expect(result).rejects.toThrow('Bearer [credential] is unknown');
    await expect(result).rejects.toMatchObject({ facts: { requestId: 'Bearer [credential] is unknown' } });
    const named = answerOf(200, { body: JSON.stringify({ data: { ...organization, name: echo } }) });
    expect(await finish(openWire({ outcomes: [named] }).start().result)).toMatchObject({
      name: 'Bearer [credential] is unknown',
    });
  });
});
