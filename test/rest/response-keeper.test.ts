import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createResponseMemo } from '../../src/rest/response-memo.js';
import { openWire, organization, type Outcome, outcomeOf, responseOf, type WireOptions } from './wire.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const path = '/api/partner/v1/organization';
const { body } = responseOf(200);

/** What the keeper gets while the outcomes are read, one request after the other. */
async function keptOf(outcomes: readonly Outcome[], options: Partial<WireOptions> = {}, requests = 1) {
  const kept: (readonly [path: string, value: unknown, sentAt: number, characters: number])[] = [];
  const keeper = {
    keep: (...all: [string, unknown, number, number]) => void kept.push(all),
  };
  const wire = openWire({ outcomes, keeper, ...options });
  onTestFinished(() => wire.close());
  for (let request = 0; request < requests; request += 1) {
    const outcome = outcomeOf(wire.start().result);
    // Long enough for a second attempt.
    await vi.advanceTimersByTimeAsync(1000);
    await outcome;
  }
  return { kept, wire };
}

describe('the keeper of a sender', () => {
  it('gets a response with its value, its length, and when its request was sent', async () => {
    vi.advanceTimersByTime(5000);
    const sentAt = performance.now();
    const { kept } = await keptOf([responseOf(200)]);
    expect(kept).toEqual([[path, organization, sentAt, body.length]]);
  });

  it('gets the time of the second attempt where that one succeeds', async () => {
    const { kept, wire } = await keptOf([responseOf(503), responseOf(200)], { random: () => 0 });
    expect(wire.attempts).toHaveLength(2);
    expect(kept.map(([, , sentAt]) => sentAt)).toEqual([wire.attempts[1]?.at]);
  });

  it.each([401, 403, 404, 429, 500, 204, 304])('gets no %i', async (status) => {
    expect((await keptOf([responseOf(status), responseOf(status)])).kept).toEqual([]);
  });

  it('gets no 200 that breaks the contract', async () => {
    for (const broken of ['', 'null', '{', '{"data":{"id":1}}'])
      expect((await keptOf([responseOf(200, { body: broken })])).kept).toEqual([]);
  });

  it('G17: gets nothing that holds the credential', async () => {
    const echo = JSON.stringify({ data: { ...organization, name: 'a-secret-credential' } });
    const { kept } = await keptOf([responseOf(200, { body: echo })]);
    expect(kept).toEqual([]);
  });

  it('gets each response, also one that is the same as before and is not parsed again', async () => {
    const responseMemo = createResponseMemo(1_000_000);
    const { kept } = await keptOf([responseOf(200), responseOf(200)], { responseMemo }, 2);
    expect(kept).toHaveLength(2);
    expect(kept[1]?.[1]).toBe(kept[0]?.[1]);
  });

  it.each([
    ['0', 1000],
    ['40', 41_000],
    ['-1', Infinity],
    ['1, 2', Infinity],
    ['', Infinity],
  ])('adds what a cache on the way has aged the response: Age %j', async (age, agedMs) => {
    const sentAt = performance.now();
    const { kept } = await keptOf([responseOf(200, { age })]);
    expect(kept.map(([, , at]) => at)).toEqual([sentAt - agedMs]);
  });
});
