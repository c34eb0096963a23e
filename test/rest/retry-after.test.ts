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
    ['3600', 3600],
    ['3601', 3600],
    ['9999999999', 3600],
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
    ['Fri, 20 Nov 2026 12:30:00 GMT', 3600],
    ['Fri, 99 Foo 2026 09:30:10 GMT', undefined],
    ['2, 3', undefined],
    ['2\r\nX-Evil: 1', undefined],
  ])('%j is %j seconds', (value, seconds) => {
    expect(readRetryAfter(value, now)).toBe(seconds);
  });

  it('F20: whatever it holds, the wait is unknown or a number from 0 to an hour', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
        ),
        (value) => {
          const seconds = readRetryAfter(value, now) ?? 0;
          expect(seconds).toBeGreaterThanOrEqual(0);
          expect(seconds).toBeLessThanOrEqual(3600);
        },
      ),
      { seed: 20_261_120, numRuns: 1000 },
    );
  });
});
