import { describe, expect, it } from 'vitest';
import { CoolDown } from '../../src/tenant/cool-down.js';
import { PartnerError } from '../../src/partner/error.js';
import { listMedia } from '../../src/partner/media.js';
import { getScreen } from '../../src/partner/screen.js';
import { readResponse } from '../../src/rest/read-response.js';
import { thrownBy } from '../examples/thrown.js';

const refusal = (retryAfterSeconds?: number): PartnerError =>
  new PartnerError('RATE_LIMITED', 'partnerV1_screen is out of quota (HTTP 429).', {
    status: 429,
    operation: 'partnerV1_screen',
    requestId: 'req-1',
    retryAfterSeconds,
  });

function start(maxSeconds = 300) {
  let now = 1_000_000;
  const pass = (milliseconds: number): void => void (now += milliseconds);
  const coolDown = new CoolDown(() => now, maxSeconds);
  const refusedNow = (): PartnerError | undefined => coolDown.refusalOf(listMedia);
  /** Milliseconds until requests may be sent again. */
  const waitMs = (): number => {
    let waited = 0;
    for (; refusedNow() !== undefined; waited += 250) pass(250);
    return waited;
  };
  return { pass, coolDown, refusedNow, waitMs };
}

describe('after a 429', () => {
  it('D1: nothing is sent until the time that the upstream named, and the error names the time left', () => {
    const { pass, coolDown, refusedNow } = start();
    expect(refusedNow()).toBeUndefined();
    coolDown.refused(refusal(20));
    pass(12_500);
    expect(refusedNow()?.facts).toMatchObject({
      retryAfterSeconds: 7.5,
      requestId: 'req-1',
      operation: 'partnerV1_media',
    });
    expect(refusedNow()?.facts.requiredScope).toBeUndefined();
    expect(refusedNow()?.code).toBe('RATE_LIMITED');
    expect(refusedNow()?.message).toMatch(/^partnerV1_media /);
    pass(7499);
    expect(refusedNow()).toBeDefined();
    pass(1);
    expect(refusedNow()).toBeUndefined();
  });

  it.each([
    ['D3: is 1 second, doubling up to 30', 'rwrwrwrwrwrwrwrw', [1, 2, 4, 8, 16, 30, 30, 30], 300],
    ['is no longer than the cap', 'rwrwrwrwrw', [1, 2, 4, 5, 5], 5],
    ['is 1 second again after a response that is not a 429', 'rwrwrwnrw', [1, 2, 4, 1], 300],
    ['does not end by a response to a request sent before the 429', 'rnwrw', [1, 2], 300],
    ['is doubled once by several that come together', `${'r'.repeat(32)}wrw`, [1, 2], 300],
  ])(
    'the wait without a time %s, and the error names none',
    (_what, script, expected, maxSeconds) => {
      const { coolDown, refusedNow, waitMs } = start(maxSeconds);
      const waits: number[] = [];
      // Refused, a response, or a wait until requests may be sent again.
      for (const step of Array.from(script)) {
        if (step === 'r') coolDown.refused(refusal());
        else if (step === 'n') coolDown.noteResponse();
        else waits.push(waitMs() / 1000);
        expect(refusedNow()?.facts.retryAfterSeconds).toBeUndefined();
      }
      expect(waits).toEqual(expected);
    },
  );

  it.each<[string, readonly (number | undefined)[], number | undefined, number]>([
    [
      'several to requests under way together are one',
      Array(32).fill(undefined) as [],
      undefined,
      1,
    ],
    ['of several named times the longest counts, the first one', [5, 2], 5, 5],
    ['of several named times the longest counts, the last one', [2, 5], 5, 5],
    ['a named time replaces the shorter guess', [undefined, 9], 9, 9],
    [
      'a time that ends before the guess does not count, and is not named',
      [undefined, 0.5],
      undefined,
      1,
    ],
    ['Retry-After: 0 means at once', [0], undefined, 0],
    ['a time below MAX_COOL_DOWN_SECONDS is waited and reported', [299], 299, 299],
    ['so is one of MAX_COOL_DOWN_SECONDS', [300], 300, 300],
    ['of a longer one, MAX_COOL_DOWN_SECONDS', [301], 300, 300],
    ['of an hour, MAX_COOL_DOWN_SECONDS', [3600], 300, 300],
    ['of a year, MAX_COOL_DOWN_SECONDS', [31_536_000], 300, 300],
  ])('%s: those that name %j report %j seconds, and cost %d', (_rule, named, reported, seconds) => {
    const { coolDown, refusedNow, waitMs } = start();
    for (const each of named) coolDown.refused(refusal(each));
    expect(refusedNow()?.facts.retryAfterSeconds).toBe(reported);
    expect(waitMs()).toBe(seconds * 1000);
  });

  it('an error reports the wait that is observed: the longer one of two, and none where the 429 names none', () => {
    const { pass, coolDown } = start();
    expect(coolDown.refused(refusal(40)).facts.retryAfterSeconds).toBe(40);
    pass(10_000);
    expect(coolDown.refused(refusal(2)).facts.retryAfterSeconds).toBe(30);
    const without = refusal();
    expect(coolDown.refused(without)).toBe(without);
  });
});

it('a date that a 429 names counts against the Date of the same response (RFC 9110, 10.2.3)', () => {
  const [retryAfter, date] = ['Fri, 20 Nov 2026 10:00:42 GMT', 'Fri, 20 Nov 2026 10:00:00 GMT'];
  const body = '{"error":{"code":"quota","message":"slow down","requestId":"req-2"}}';
  const response = { status: 429, contentType: 'application/json', retryAfter, date, body };
  const error = thrownBy(() => readResponse(getScreen, 'whole', response, () => undefined));
  expect(error).toMatchObject({ facts: { retryAfterSeconds: 42 } });
});
