import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { KnownResponses } from '../../src/rest/client.js';
import { type Parsed, valueOf, scrubResponse } from '../../src/rest/read-response.js';
import type { RestResponse } from '../../src/rest/transport/transport.js';
import { ResponseStore } from '../../src/tenant/response-store.js';
import { Alone } from '../../src/shared/alone.js';
import { openResponses } from '../tenant/keep.js';
import {
  openWire,
  organization,
  type Outcome,
  outcomeOf,
  responseOf,
  type WireOptions,
} from './wire.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const path = '/api/partner/v1/organization';
const { body } = responseOf(200);

/** What the memory of the sender gets while the outcomes are read, one request after the other. */
async function keptOf(
  outcomes: readonly Outcome[],
  options: Partial<WireOptions> = {},
  requests = 1,
) {
  const kept: (readonly [path: string, value: unknown, sentAt: number, characters: number])[] = [];
  const responses = {
    recognize: () => undefined,
    keep: (path: string, response: RestResponse, parsed: Parsed, sentAt: number) =>
      void kept.push([path, valueOf(parsed), sentAt, response.body.length]),
  };
  const wire = openWire({ outcomes, responses, ...options });
  onTestFinished(() => wire.close());
  for (let request = 0; request < requests; request += 1) {
    const outcome = outcomeOf(wire.start().result);
    // Long enough for a second attempt.
    await vi.advanceTimersByTimeAsync(1000);
    await outcome;
  }
  return { kept, wire };
}

describe('the memory of a sender', () => {
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

  it('gives a response that is the same as before, which is not parsed again', async () => {
    const own = openResponses(new ResponseStore(1_000_000, 60, new Alone()));
    const known: unknown[] = [];
    const responses: KnownResponses = {
      recognize(...all) {
        const parsed = own.recognize(...all);
        known.push(parsed && valueOf(parsed));
        return parsed;
      },
      keep: (...all) => own.keep(...all),
    };
    const { wire } = await keptOf([responseOf(200), responseOf(200)], { responses }, 2);
    expect(known).toEqual([undefined, organization]);
    expect(wire.reports).toHaveLength(2);
    expect(own.find(path, 60_000)).toEqual({ value: organization, sentAt: wire.attempts[1]?.at });
  });

  it.each([
    ['0', 1000],
    ['40', 41_000],
    ['-1', Infinity],
    ['1, 2', Infinity],
    ['40, 40', 41_000],
    ['', Infinity],
  ])('adds what a cache on the way has aged the response: Age %j', async (age, agedMs) => {
    const sentAt = performance.now();
    const { kept } = await keptOf([responseOf(200, { age })]);
    expect(kept.map(([, , at]) => at)).toEqual([sentAt - agedMs]);
  });
});

describe('a response without the credential', () => {
  const credential = 'my-credential';
  const inBytes = (text: string) => responseOf(200, { body: text, bytes: Buffer.from(text) });

  it('is the response itself, if it does not hold it', () => {
    for (const text of ['{"data":"é"}', String.raw`{"data":"\n"}`])
      for (const response of [responseOf(200, { body: text }), inBytes(text)])
        expect(scrubResponse(response, credential)).toBe(response);
  });

  it('has neither its bytes nor its text, if it holds it', () => {
    for (const written of [credential, String.raw`my\u002dcredential`]) {
      const scrubbed = scrubResponse(inBytes(`{"data":"é ${written}"}`), credential);
      expect(scrubbed.body).toBe('{"data":"é [credential]"}');
      expect(scrubbed.bytes).toBeUndefined();
      expect(scrubbed).toMatchObject({ status: 200, contentType: 'application/json' });
    }
  });
});
