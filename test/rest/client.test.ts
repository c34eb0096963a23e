import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PartnerError } from '../../src/partner/error.js';
import { WireFault } from '../../src/rest/transport.js';
import { answerOf, openWire, organization, outcomeOf } from './wire.js';

const broken = new WireFault('broken', 'with something that is not HTTP');
const lost = new WireFault('connection', 'broke off');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Runs all timers until the reading is over. */
async function finish(result: Promise<unknown>): Promise<unknown> {
  const outcome = outcomeOf(result);
  await vi.runAllTimersAsync();
  return outcome;
}

describe('D8: what is sent again', () => {
  it.each([502, 503, 504])('%i is, once; a good second answer is the answer', async (status) => {
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

  it('the second attempt’s own answer counts, whatever it is', async () => {
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

  it('nothing is, where the operation may not: the first attempt’s error stands', async () => {
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
  it('C2: without an answer in UPSTREAM_TIMEOUT_MS it is UPSTREAM_TIMEOUT, closed, and tried once', async () => {
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

  it('C15: after the answer it is without effect', async () => {
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
