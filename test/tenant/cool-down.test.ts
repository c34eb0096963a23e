import { describe, expect, it } from 'vitest';
import { CoolDown } from '../../src/tenant/cool-down.js';
import { PartnerError } from '../../src/partner/error.js';
import { listMedia } from '../../src/partner/media.js';
import { getScreen } from '../../src/partner/screen.js';
import { readRecord } from '../../src/rest/read-response.js';

/** A clock in milliseconds that a test turns. */
function createClock() {
  let now = 1_000_000;
  return { now: () => now, pass: (milliseconds: number) => void (now += milliseconds) };
}

const refusal = (retryAfterSeconds?: number): PartnerError =>
  new PartnerError('RATE_LIMITED', 'partnerV1_screen is out of quota (HTTP 429).', {
    status: 429,
    operation: 'partnerV1_screen',
    requestId: 'req-1',
    retryAfterSeconds,
  });

function start(maxSeconds = 300) {
  const clock = createClock();
  const coolDown = new CoolDown({ now: clock.now, maxSeconds });
  const refusedNow = (): PartnerError | undefined => {
    try {
      coolDown.check(listMedia);
      return undefined;
    } catch (error) {
      if (error instanceof PartnerError) return error;
      throw error;
    }
  };
  /** Milliseconds until requests may be sent again. */
  const waitMs = (): number => {
    let waited = 0;
    for (; refusedNow() !== undefined; waited += 250) clock.pass(250);
    return waited;
  };
  return { clock, coolDown, refusedNow, waitMs };
}

describe('after a 429', () => {
  it('refuses nothing before the first one', () => {
    expect(start().refusedNow()).toBeUndefined();
  });

  it('D1: nothing is sent until the time that the upstream named, and the error names the time left', () => {
    const { clock, coolDown, refusedNow } = start();
    coolDown.refused(refusal(20));
    clock.pass(12_500);
    expect(refusedNow()?.facts).toMatchObject({
      retryAfterSeconds: 7.5,
      requestId: 'req-1',
      operation: 'partnerV1_media',
    });
    expect(refusedNow()?.code).toBe('RATE_LIMITED');
    expect(refusedNow()?.message).toMatch(/^partnerV1_media /);
    clock.pass(7499);
    expect(refusedNow()).toBeDefined();
    clock.pass(1);
    expect(refusedNow()).toBeUndefined();
  });

  it('D3: without a time the wait is 1 second, doubling to 30 while refusals continue, and the error names none', () => {
    const { coolDown, refusedNow, waitMs } = start();
    const waits = Array.from({ length: 8 }, () => {
      coolDown.refused(refusal());
      expect(refusedNow()?.facts.retryAfterSeconds).toBeUndefined();
      return waitMs();
    });
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('a response that is not a 429 ends the doubling', () => {
    const { coolDown, waitMs } = start();
    for (let time = 0; time < 3; time += 1) {
      coolDown.refused(refusal());
      waitMs();
    }
    coolDown.noteResponse();
    coolDown.refused(refusal());
    expect(waitMs()).toBe(1000);
  });

  it('a response to a request sent before the 429 does not end the cool-down', () => {
    const { coolDown, waitMs } = start();
    coolDown.refused(refusal());
    coolDown.noteResponse();
    expect(waitMs()).toBe(1000);
    coolDown.refused(refusal());
    expect(waitMs()).toBe(2000);
  });

  it.each<[string, readonly (number | undefined)[], number | undefined, number]>([
    [
      'several to requests that were on their way together are one',
      Array(32).fill(undefined) as [],
      undefined,
      1,
    ],
    ['of several named times the longest counts, the first one', [5, 2], 5, 5],
    ['of several named times the longest counts, the last one', [2, 5], 5, 5],
    ['a named time replaces the shorter guess', [undefined, 9], 9, 9],
    ['a time that ends before the guess does not count, and is not named', [undefined, 0.5], undefined, 1],
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

  it('several that come together double the next wait once', () => {
    const { coolDown, waitMs } = start();
    for (let time = 0; time < 32; time += 1) coolDown.refused(refusal());
    waitMs();
    coolDown.refused(refusal());
    expect(waitMs()).toBe(2000);
  });

  it('the cap holds for the guess too', () => {
    const { coolDown, waitMs } = start(5);
    const waits = Array.from({ length: 5 }, () => {
      coolDown.refused(refusal());
      return waitMs();
    });
    expect(waits).toEqual([1000, 2000, 4000, 5000, 5000]);
  });

  it('an error reports the wait that is observed: the longer one of two, and none where the 429 names none', () => {
    const { clock, coolDown } = start();
    expect(coolDown.refused(refusal(40)).facts.retryAfterSeconds).toBe(40);
    clock.pass(10_000);
    expect(coolDown.refused(refusal(2)).facts.retryAfterSeconds).toBe(30);
    const without = refusal();
    expect(coolDown.refused(without)).toBe(without);
  });

  it('a scope is named on no refusal of the quota', () => {
    const { coolDown, refusedNow } = start();
    coolDown.refused(refusal(3));
    expect(refusedNow()?.facts.requiredScope).toBeUndefined();
  });
});

describe('the time that a 429 names (RFC 9110, 10.2.3)', () => {
  const waitOf = (retryAfter: string, date?: string): number | undefined => {
    try {
      const body = '{"error":{"code":"quota","message":"slow down","requestId":"req-2"}}';
      const answer = { status: 429, contentType: 'application/json', retryAfter, date, body };
      readRecord(getScreen, answer, () => undefined);
    } catch (error) {
      return error instanceof PartnerError ? error.facts.retryAfterSeconds : NaN;
    }
    return NaN;
  };

  it('is a number of seconds, or a date that is turned into seconds by the clock of the day', () => {
    expect(waitOf('17')).toBe(17);
    const date = new Date(Date.now() + 90_000).toUTCString();
    expect(waitOf(date)).toBeGreaterThanOrEqual(88);
    expect(waitOf(date)).toBeLessThanOrEqual(91);
    expect(waitOf('soon')).toBeUndefined();
    expect(waitOf('Fri, 20 Nov 2026 10:00:42 GMT', 'Fri, 20 Nov 2026 10:00:00 GMT')).toBe(42);
  });
});
