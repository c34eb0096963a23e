import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRetryAfter } from '../../src/rest/retry-after.js';

const now = Date.parse('2026-11-20T09:30:00Z');

describe('Retry-After (RFC 9110, 10.2.3)', () => {
  it.each<[string | undefined, number | undefined]>([
    [undefined, undefined],
    ['', undefined],
    ['0', 0],
    ['2', 2],
    [' 120 ', 120],
    ['1.5', 1.5],
    ['3601', 3601],
    ['31536000', 31_536_000],
    ['9999999999', 9_999_999_999],
    ['99999999999', undefined],
    ['-1', undefined],
    ['1e3', undefined],
    ['0x10', undefined],
    ['soon', undefined],
    ['2026', 2026],
    ['2026-11-20T09:30:10Z', undefined],
    ['Fri, 20 Nov 2026 09:30:10 GMT', 10],
    ['Friday, 20-Nov-26 09:30:10 GMT', 10],
    ['Fri, 20 Nov 2026 09:29:00 GMT', 0],
    ['Fri Nov 20 09:30:10 2026', 10],
    ['Fri, 20 Nov 2026 12:30:00 GMT', 10_800],
    ['Fri 5', undefined],
    ['Fri, 99 Foo 2026 09:30:10 GMT', undefined],
    ['2, 3', undefined],
    ['2, 2', 2],
    ['2\r\nX-Evil: 1', undefined],
  ])('%j is %j seconds', (value, seconds) => {
    expect(readRetryAfter(value, undefined, now)).toBe(seconds);
  });

  it.each<[string, string | undefined, number]>([
    ['an hour ahead of ours', 'Fri, 20 Nov 2026 10:30:00 GMT', 60],
    ['an hour behind ours', 'Fri, 20 Nov 2026 08:30:00 GMT', 60],
    ['the same as ours', 'Fri, 20 Nov 2026 09:30:00 GMT', 60],
    ['in the form of RFC 850', 'Friday, 20-Nov-26 10:30:00 GMT', 60],
    ['in the form of asctime', 'Fri Nov 20 10:30:00 2026', 60],
  ])('a date counts against the Date of the same answer: %s', (_what, date, seconds) => {
    const retryAfter = new Date(
      Date.parse(date?.replace(/(\d{4})$/, '$1 GMT') ?? '') + 60_000,
    ).toUTCString();
    expect(readRetryAfter(retryAfter, date, now)).toBe(seconds);
  });

  it.each([
    undefined,
    '',
    'yesterday',
    '2026-11-20T10:30:00Z',
    'Fri, 99 Foo 2026 10:30:00 GMT',
    '0',
  ])('a date counts against our clock where the Date is %j', (date) =>
    expect(readRetryAfter('Fri, 20 Nov 2026 09:31:00 GMT', date, now)).toBe(60),
  );

  it('a date before the Date of the answer is no wait, and a number of seconds needs no Date', () => {
    const date = 'Fri, 20 Nov 2026 10:30:00 GMT';
    expect(readRetryAfter('Fri, 20 Nov 2026 10:29:59 GMT', date, now)).toBe(0);
    expect(readRetryAfter('7', date, now)).toBe(7);
  });

  it('F20: whatever they hold, the wait is unknown or a finite number from 0', () => {
    const text = fc.oneof(
      fc.string(),
      fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
    );
    const property = fc.property(text, fc.option(text, { nil: undefined }), (value, date) => {
      const seconds = readRetryAfter(value, date, now) ?? 0;
      expect(seconds).toBeGreaterThanOrEqual(0);
      expect(Number.isFinite(seconds)).toBe(true);
    });
    fc.assert(property, { seed: 20_261_120, numRuns: 1000 });
  });
});
