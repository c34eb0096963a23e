import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PartnerError } from '../../src/partner/error.js';
import { TransportError } from '../../src/rest/transport/transport.js';
import { finish, openWire, outcomeOf, responseOf } from './wire.js';

const broken = new TransportError('broken', 'with something that is not HTTP');
const lost = new TransportError('connection', 'broke off');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('A12: a request has at most six headers, all our own; one holds the credential unchanged', async () => {
  const credential = "~!#$%&'*+-.^_`|=/AZaz09";
  const wire = openWire({ outcomes: [responseOf(200)], credential, headers: { traceparent: '00-1-2-01' } });
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
  expect(wire.reports.at(-1)).toMatchObject({ status: undefined, code, upstreamRequestId: undefined });
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
    const wire = openWire({ outcomes: [responseOf(503), 'silence'], timeoutMs: 700, random: () => 0 });
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
    ['the pause before a second attempt', [responseOf(503), responseOf(200)], 1, ['the client has left']],
    ['an in-flight second attempt', [responseOf(503), 'silence'], 0, [undefined, 'the client has left']],
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
