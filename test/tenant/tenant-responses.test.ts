import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RestResponse } from '../../src/rest/transport/transport.js';
import { ResponseStore } from '../../src/tenant/response-store.js';
import { Alone } from '../../src/shared/alone.js';
import type { TenantResponses } from '../../src/tenant/tenant-responses.js';
import { responseWith } from '../rig/memory-upstream.js';
import { openResponses } from './keep.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const minute = 60_000;

interface Where extends Partial<RestResponse> {
  readonly tenantKey?: string;
  readonly path?: string;
}

/** A store with its credentials by their names. No operation accepts an older response. */
function openMemo(maxBytes: number) {
  const store = new ResponseStore(maxBytes, 0, new Alone());
  const tenants = new Map<string, TenantResponses>();
  const of = (tenantKey: string): TenantResponses => {
    const known = tenants.get(tenantKey) ?? openResponses(store);
    tenants.set(tenantKey, known);
    return known;
  };
  return { of, clear: () => store.clear() };
}

type Memo = ReturnType<typeof openMemo>;

/** Reads a text, and returns whether it was parsed anew. */
function meet(memo: Memo, body: string, where: Where = {}): boolean {
  const { tenantKey = 'mine', path = '/a', ...more } = where;
  const response = responseWith(body, more);
  const parsed = { record: { tenantKey, path, body }, isExact: true };
  const responses = memo.of(tenantKey);
  const known = responses.recognize(path, response, performance.now());
  if (known === undefined) responses.keep(path, response, parsed, performance.now());
  else expect(known).toEqual(parsed);
  return known === undefined;
}

/** For each text in order, whether it was parsed anew. */
const meetAll = (memo: Memo, bodies: string) => [...bodies].map((body) => meet(memo, body));

describe('a response that has not changed', () => {
  it('is known by its bytes, if the transport has them: no text is made of them', () => {
    const mine = openMemo(10_000).of('mine');
    const inBytes = (text: string): RestResponse => ({
      ...responseWith('a'),
      bytes: Buffer.from(`${' '.repeat(1000)}${text}`).subarray(1000),
      get body(): string {
        throw new Error('The text is not needed.');
      },
    });
    const parsed = { record: {}, isExact: true };
    mine.keep('/a', inBytes('a text'), parsed, 0);
    expect(mine.recognize('/a', inBytes('a text'), 0)).toBe(parsed);
    expect(mine.recognize('/a', inBytes('a test'), 0)).toBeUndefined();
  });

  it.each([
    ['credential', { tenantKey: 'other' }],
    ['path', { path: '/b' }],
    ['content type', { contentType: 'application/problem+json' }],
  ])('is another one under another %s', (_what, other) => {
    const memo = openMemo(10_000);
    expect([meet(memo, 'a'), meet(memo, 'a', other)]).toEqual([true, true]);
  });

  it('is parsed each time where it, or an item of its page, deviates from the contract', () => {
    const mine = openMemo(10_000).of('mine');
    const parsed = { record: {}, isExact: true };
    mine.keep('/a', responseWith('a'), parsed, 0);
    expect(mine.recognize('/a', responseWith('a'), 0)).toBe(parsed);
    parsed.isExact = false;
    expect(mine.recognize('/a', responseWith('a'), 0)).toBeUndefined();
    mine.keep('/b', responseWith('b'), { record: {}, isExact: false }, 0);
    expect(mine.recognize('/b', responseWith('b'), 0)).toBeUndefined();
  });
});

describe('a response', () => {
  it.each([
    ['that has not changed is parsed once', 'aaaa', [true, false, false, false]],
    // Not even `d`, when it comes again: what came before it had changed each time.
    ['that changes each time is not kept', 'abcdd', [true, true, true, true, true]],
    ['that changes now and then is kept again', 'aabbb', [true, false, true, false, false]],
  ])('%s: %s', (_what, bodies, isParsed) => {
    expect(meetAll(openMemo(10_000), bodies)).toEqual(isParsed);
  });

  it('that changes each time is given another try when it has been forgotten', () => {
    const memo = openMemo(10_000);
    meetAll(memo, 'abcd');
    vi.advanceTimersByTime(2 * minute);
    expect(meetAll(memo, 'dd')).toEqual([true, false]);
  });
});

describe('what is kept', () => {
  it('stays as long as it is met every minute', () => {
    const memo = openMemo(10_000);
    meet(memo, 'a');
    for (let time = 0; time < 5; time += 1) {
      vi.advanceTimersByTime(minute);
      expect(meet(memo, 'a')).toBe(false);
    }
  });
});

it('in any order of responses, each is parsed to its own value', () => {
  const step = fc.record({
    tenantKey: fc.constantFrom('mine', 'other', '__proto__'),
    path: fc.constantFrom('/a', '/b', '/constructor'),
    body: fc.constantFrom('', 'a', 'b', 'c'.repeat(300)),
    pause: fc.constantFrom(0, 0, 0, minute / 2, 3 * minute),
  });
  const property = fc.property(
    fc.array(step, { maxLength: 60 }),
    fc.nat(4000),
    (steps, maxBytes) => {
      const memo = openMemo(maxBytes);
      for (const { pause, body, ...where } of steps) {
        meet(memo, body, where);
        vi.advanceTimersByTime(pause);
      }
      // Whatever was charged has been given back: after a pause there is room again for as much as
      // ever.
      vi.advanceTimersByTime(3 * minute);
      expect(vi.getTimerCount()).toBe(0);
      const fits = maxBytes >= 500 + 2 * '/a'.length + 3 * 'a'.length;
      expect(meetAll(memo, 'aa')).toEqual([true, !fits]);
      memo.clear();
    },
  );
  fc.assert(property, { seed: 20_261_120, numRuns: 500 });
});
