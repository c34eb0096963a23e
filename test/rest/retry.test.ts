import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RetryBudget } from '../../src/rest/retry-budget.js';
import { TransportError } from '../../src/rest/transport/transport.js';
import { finish, openWire, organization, outcomeOf, responseOf } from './wire.js';

const broken = new TransportError('broken', 'with something that is not HTTP');
const lost = new TransportError('connection', 'broke off');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('D8: a request is sent again', () => {
  it.each([502, 503, 504])('after %i, once; a good second response counts', async (status) => {
    const wire = openWire({ outcomes: [responseOf(status), responseOf(200)] });
    expect(await finish(wire.start().result)).toEqual(organization);
    expect(wire.attempts).toHaveLength(2);
  });

  it('after a lost connection, once and whole: the same path and headers', async () => {
    const wire = openWire({ outcomes: [lost, responseOf(200)] });
    expect(await finish(wire.start().result)).toEqual(organization);
    expect(wire.attempts[1]?.request).toEqual(wire.attempts[0]?.request);
  });

  it.each([
    ['503 twice', responseOf(503), responseOf(503)],
    ['a lost connection twice', lost, lost],
    ['a lost connection, then 503', lost, responseOf(503)],
  ])('%s is UPSTREAM_UNAVAILABLE after two attempts', async (_what, first, second) => {
    const wire = openWire({ outcomes: [first, second, responseOf(200)] });
    expect(await finish(wire.start().result)).toBe('UPSTREAM_UNAVAILABLE');
    expect(wire.attempts).toHaveLength(2);
  });

  it('the response to the second attempt counts, even an error', async () => {
    const wire = openWire({ outcomes: [responseOf(503), responseOf(404)] });
    expect(await finish(wire.start().result)).toBe('NOT_FOUND');
  });

  const final = [
    201, 202, 204, 206, 301, 302, 304, 400, 401, 403, 404, 408, 409, 421, 425, 426, 429, 500, 501, 505, 507,
    599,
  ];
  it.each(final)('not after %i', async (status) => {
    const wire = openWire({ outcomes: [responseOf(status), responseOf(200)] });
    expect(await finish(wire.start().result)).not.toEqual(organization);
    expect([wire.attempts.length, wire.counts.permissions]).toEqual([1, 0]);
  });

  it.each([
    ['a response that is not HTTP', broken, 'UPSTREAM_INVALID_RESPONSE'],
    ['a body that is not JSON', responseOf(200, { body: '<html>' }), 'UPSTREAM_INVALID_RESPONSE'],
    ['another content type', responseOf(200, { contentType: 'text/html' }), 'UPSTREAM_INVALID_RESPONSE'],
    [
      'a record that breaks the contract',
      responseOf(200, { body: '{"data":{}}' }),
      'UPSTREAM_INVALID_RESPONSE',
    ],
    ['an error of our own code', new TypeError('our bug'), 'our bug'],
  ])('not after %s', async (_what, outcome, expected) => {
    const wire = openWire({ outcomes: [outcome, responseOf(200)] });
    expect(await finish(wire.start().result)).toBe(expected);
    expect(wire.attempts).toHaveLength(1);
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
  /** Notes each call, and grants `left` attempts. */
  function createRetryLedger(left: number) {
    const calls: string[] = [];
    const retries: RetryBudget = {
      started: () => void calls.push('started'),
      ended: () => void calls.push('ended'),
      take() {
        calls.push('take');
        return left-- > 0;
      },
      refund: () => void calls.push('refund'),
    };
    return { retries, calls };
  }

  it('once spent, permits no attempt, and the operation is not consulted', async () => {
    const { retries, calls } = createRetryLedger(0);
    const wire = openWire({ outcomes: [responseOf(503), responseOf(200)], retries });
    expect(await finish(wire.start().result)).toBe('UPSTREAM_UNAVAILABLE');
    expect([wire.attempts.length, wire.counts.permissions]).toEqual([1, 0]);
    expect(calls).toEqual(['started', 'ended', 'take']);
  });

  it.each([
    ['a good second response', responseOf(200)],
    ['a bad one', responseOf(503)],
    ['a lost connection', lost],
  ])('counts each attempt, and gets its refund after %s', async (_what, second) => {
    const { retries, calls } = createRetryLedger(1);
    const wire = openWire({ outcomes: [responseOf(503), second], retries });
    await finish(wire.start().result);
    expect(calls).toEqual(['started', 'ended', 'take', 'started', 'ended', 'refund']);
  });

  it.each([
    ['the operation may not send again', { maySendAgain: () => false }, false],
    ['the client leaves', {}, true],
  ])('gets its refund where %s', async (_what, options, leaves) => {
    const { retries, calls } = createRetryLedger(1);
    const wire = openWire({ outcomes: [responseOf(503)], retries, ...options });
    const read = wire.start();
    const outcome = outcomeOf(read.result);
    await vi.advanceTimersByTimeAsync(10);
    if (leaves) read.abort(new Error('left'));
    await vi.runAllTimersAsync();
    await outcome;
    expect(calls).toEqual(['started', 'ended', 'take', 'refund']);
  });

  it('is not used by a final response', async () => {
    const { retries, calls } = createRetryLedger(1);
    await finish(openWire({ outcomes: [responseOf(404)], retries }).start().result);
    expect(calls).toEqual(['started', 'ended']);
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
