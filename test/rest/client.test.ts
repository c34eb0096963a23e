import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PartnerError } from '../../src/partner/error.js';
import { TransportError } from '../../src/rest/transport/transport.js';
import { finish, openWire, organization, outcomeOf, responseOf } from './wire.js';

const broken = new TransportError('broken', 'with something that is not HTTP');
const lost = new TransportError('connection', 'broke off');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a request', () => {
  it('A12: has at most six headers, all our own; one holds the credential unchanged', async () => {
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
});

describe('an outcome', () => {
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

  it('B30: an echoed credential reaches neither message nor record', async () => {
    const echo = 'Bearer a-secret-credential is unknown';
    const refused = responseOf(401, {
      body: JSON.stringify({ error: { code: 'c', message: echo, requestId: echo } }),
    });
    const wire = openWire({ outcomes: [refused] });
    const { result } = wire.start();
    await finish(result);
    await expect(result).rejects.toThrow('Bearer [credential] is unknown');
    await expect(result).rejects.toMatchObject({ facts: { requestId: 'Bearer [credential] is unknown' } });
    const named = responseOf(200, { body: JSON.stringify({ data: { ...organization, name: echo } }) });
    expect(await finish(openWire({ outcomes: [named] }).start().result)).toMatchObject({
      name: 'Bearer [credential] is unknown',
    });
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
    await expect(result).rejects.toThrow('700 ms (UPSTREAM_TIMEOUT_MS)');
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

  it('C15: after the response it has no effect', async () => {
    const wire = openWire({ outcomes: [responseOf(200)] });
    const read = wire.start();
    expect(await finish(read.result)).toEqual(organization);
    read.abort(new Error('too late'));
    expect(await read.result).toEqual(organization);
  });
});

describe('the report of an attempt', () => {
  it('holds its start and its duration; the observer is also notified of each start', async () => {
    const wire = openWire({ outcomes: ['silence'], timeoutMs: 700 });
    const startedAt = performance.now();
    await finish(wire.start().result);
    expect(wire.reports).toMatchObject([{ startedAt, milliseconds: 700 }]);
    expect(wire.counts.started).toBe(1);
  });

  it('hides the credential in a path, in case a client wrote it into an id', async () => {
    const wire = openWire({ outcomes: [responseOf(200)] });
    await finish(wire.start(undefined, '/api/partner/v1/screens/a-secret-credential').result);
    expect(wire.reports).toMatchObject([{ path: '/api/partner/v1/screens/[credential]' }]);
  });

  it('has no code where an error of our own code ended it', async () => {
    const wire = openWire({ outcomes: [new TypeError('our bug')] });
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
    const wire = openWire({ outcomes: [], cannotClose: true });
    await expect(wire.close()).resolves.toBeUndefined();
    expect(wire.counts.closed).toBe(0);
  });
});
