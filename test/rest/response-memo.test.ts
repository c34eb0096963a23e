import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RestResponse } from '../../src/rest/transport/transport.js';
import { createResponseMemo, type ResponseMemo } from '../../src/rest/response-memo.js';
import { responseOf } from './wire.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const minute = 60_000;

interface Where extends Partial<RestResponse> {
  readonly tenantKey?: string;
  readonly path?: string;
}

/** Reads a text, and returns whether it was parsed anew. */
function meet(memo: ResponseMemo, body: string, where: Where = {}): boolean {
  const { tenantKey = 'mine', path = '/a', ...more } = where;
  const response = responseOf(200, { ...more, body });
  const parsed = { record: { tenantKey, path, body }, isExact: true };
  const known = memo.find(tenantKey, path, response);
  if (known === undefined) memo.keep(tenantKey, path, response, parsed);
  else expect(known).toEqual(parsed);
  return known === undefined;
}

/** For each text in order, whether it was parsed anew. */
const meetAll = (memo: ResponseMemo, bodies: string) => [...bodies].map((body) => meet(memo, body));

describe('a response that has not changed', () => {
  it('is read once', () => {
    expect(meetAll(createResponseMemo(10_000), 'aaaa')).toEqual([true, false, false, false]);
  });

  it('is known by its bytes, if the transport has them: no text is made of them', () => {
    const memo = createResponseMemo(10_000);
    const inBytes = (text: string): RestResponse => ({
      ...responseOf(200),
      bytes: Buffer.from(`${' '.repeat(1000)}${text}`).subarray(1000),
      get body(): string {
        throw new Error('The text is not needed.');
      },
    });
    const parsed = { record: {}, isExact: true };
    memo.keep('mine', '/a', inBytes('a text'), parsed);
    expect(memo.find('mine', '/a', inBytes('a text'))).toBe(parsed);
    expect(memo.find('mine', '/a', inBytes('a test'))).toBeUndefined();
  });

  it('is the same value, not an equal one', () => {
    const memo = createResponseMemo(10_000);
    const parsed = { record: {}, isExact: true };
    memo.keep('mine', '/a', responseOf(200), parsed);
    expect(memo.find('mine', '/a', responseOf(200))).toBe(parsed);
  });

  it.each([
    ['credential', { tenantKey: 'other' }],
    ['path', { path: '/b' }],
    ['content type', { contentType: 'application/problem+json' }],
    ['status', { status: 203 }],
  ])('is another one under another %s', (_what, other) => {
    const memo = createResponseMemo(10_000);
    expect([meet(memo, 'a'), meet(memo, 'a', other)]).toEqual([true, true]);
  });

  it('is parsed each time where it deviates from the contract', () => {
    const memo = createResponseMemo(10_000);
    memo.keep('mine', '/a', responseOf(200), { record: {}, isExact: false });
    expect(memo.find('mine', '/a', responseOf(200))).toBeUndefined();
  });

  it('is parsed again once an item of its page turns out to deviate', () => {
    const memo = createResponseMemo(10_000);
    const parsed = { record: {}, isExact: true };
    memo.keep('mine', '/a', responseOf(200), parsed);
    expect(memo.find('mine', '/a', responseOf(200))).toBe(parsed);
    parsed.isExact = false;
    expect(memo.find('mine', '/a', responseOf(200))).toBeUndefined();
  });
});

describe('a response that changes', () => {
  it('each time is not kept', () => {
    // Not even `d`, when it comes again: what came before it had changed each time.
    expect(meetAll(createResponseMemo(10_000), 'abcdd')).toEqual([true, true, true, true, true]);
  });

  it('now and then is kept again', () => {
    expect(meetAll(createResponseMemo(10_000), 'aabbb')).toEqual([true, false, true, false, false]);
  });

  it('each time is given another try when it has been forgotten', () => {
    const memo = createResponseMemo(10_000);
    meetAll(memo, 'abcd');
    vi.advanceTimersByTime(2 * minute);
    expect(meetAll(memo, 'dd')).toEqual([true, false]);
  });
});

describe('what is kept', () => {
  it('is forgotten when it was not met for a minute or two', () => {
    const memo = createResponseMemo(10_000);
    meet(memo, 'a');
    vi.advanceTimersByTime(2 * minute);
    expect(vi.getTimerCount()).toBe(0);
    expect(meet(memo, 'a')).toBe(true);
  });

  it('stays as long as it is met every minute', () => {
    const memo = createResponseMemo(10_000);
    meet(memo, 'a');
    for (let time = 0; time < 5; time += 1) {
      vi.advanceTimersByTime(minute);
      expect(meet(memo, 'a')).toBe(false);
    }
  });

  it('is not driven out by what comes later, and makes room when it is forgotten', () => {
    const memo = createResponseMemo(2000);
    const [first, second] = ['a'.repeat(500), 'b'.repeat(500)];
    const other = { path: '/b' };
    expect([meet(memo, first), meet(memo, second, other)]).toEqual([true, true]);
    expect([meet(memo, first), meet(memo, second, other)]).toEqual([false, true]);
    // Nobody asks for the first one any more, and there is no room for the second: so it goes soon.
    vi.advanceTimersByTime(5000);
    expect(meet(memo, second, other)).toBe(true);
    vi.advanceTimersByTime(5000);
    expect([meet(memo, second, other), meet(memo, second, other)]).toEqual([true, false]);
  });

  it('is empty where the limit is 0', () => {
    expect(meetAll(createResponseMemo(0), 'aa')).toEqual([true, true]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is empty after clear', () => {
    const memo = createResponseMemo(10_000);
    meet(memo, 'a');
    memo.clear();
    expect(vi.getTimerCount()).toBe(0);
    expect(meet(memo, 'a')).toBe(true);
  });
});

it('in any order of responses, each is parsed to its own value', () => {
  const step = fc.record({
    tenantKey: fc.constantFrom('mine', 'other', '__proto__'),
    path: fc.constantFrom('/a', '/b', '/constructor'),
    body: fc.constantFrom('', 'a', 'b', 'c'.repeat(300)),
    pause: fc.constantFrom(0, 0, 0, minute / 2, 3 * minute),
  });
  const property = fc.property(fc.array(step, { maxLength: 60 }), fc.nat(4000), (steps, maxBytes) => {
    const memo = createResponseMemo(maxBytes);
    for (const { pause, body, ...where } of steps) {
      meet(memo, body, where);
      vi.advanceTimersByTime(pause);
    }
    // Whatever was charged has been given back: after a pause there is room again for as much as ever.
    vi.advanceTimersByTime(3 * minute);
    expect(vi.getTimerCount()).toBe(0);
    const fits = maxBytes >= 500 + 2 * ('/a'.length + 'a'.length);
    expect(meetAll(memo, 'aa')).toEqual([true, !fits]);
    memo.clear();
  });
  fc.assert(property, { seed: 20_261_120, numRuns: 500 });
});
