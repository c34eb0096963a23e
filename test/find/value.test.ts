import { assert, date, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { words } from '../fuzz/draw.js';
import { parseInstant } from '../../src/find/value.js';

describe('parseInstant', () => {
  it.each([
    ['2026-05-17T08:00:00Z', '2026-05-17T10:00:00+02:00'],
    ['2026-05-17T08:00:00Z', '2026-05-17t08:00:00.000z'],
    ['2026-12-31T23:59:60Z', '2027-01-01T00:00:00Z'],
    ['2016-12-31T18:59:60-05:00', '2017-01-01T00:00:00Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.0Z'],
    ['0050-06-01T00:00:00Z', '0050-06-01T01:00:00+01:00'],
    ['2026-05-17T08:00:00.123456789012Z', '2026-05-17T08:00:00.1234567890120Z'],
    ['2026-05-17T08:00:00Z', `2026-05-17T08:00:00.${'0'.repeat(235)}Z`],
  ])('%s is the same instant as %s', (a, b) => {
    expect(parseInstant(a)).toBeDefined();
    expect(parseInstant(a)).toBe(parseInstant(b));
  });

  it.each([
    ...words(`yesterday 2026-05-17 2026-05-17T08:00Z 2026-05-17T08:00:00 2026-05-17T08:00:00,5Z 2026-02-29T00:00:00Z
      2026-13-01T00:00:00Z 2026-00-01T00:00:00Z 2026-04-31T00:00:00Z 2026-05-17T24:00:00Z 2026-05-17T08:60:00Z
      2026-05-17T08:00:60Z 2026-05-17T08:00:00+24:00 2026-05-17T08:00:00+01:60 ２０２６-05-17T08:00:00Z`),
    ...[
      '',
      ' 2026-05-17T08:00:00Z',
      '2026-05-17 08:00:00Z',
      `2026-05-17T08:00:00.${'1'.repeat(236)}Z`,
    ],
  ])('%j is no RFC 3339 date-time', (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });

  it('orders texts as the instants are ordered, whatever their offsets', () => {
    const anyDate = date({
      min: new Date('0001-01-01'),
      max: new Date('9998-12-31'),
      noInvalidDate: true,
    });
    const anyOffset = integer({ min: -23 * 60, max: 23 * 60 });
    assert(
      property(anyDate, anyDate, anyOffset, anyOffset, (a, b, offsetA, offsetB) => {
        const left = parseInstant(write(a, offsetA)) ?? '';
        const right = parseInstant(write(b, offsetB)) ?? '';
        expect(left).not.toBe('');
        expect([left > right, left < right]).toEqual([a > b, a < b]);
      }),
    );
  });

  it('has the days of the Gregorian calendar', () => {
    const two = (value: number): string => String(value).padStart(2, '0');
    for (const year of ['0000', '1900', '2000', '2023', '2024', '2100'])
      for (let month = 0; month <= 13; month += 1)
        for (let day = 0; day <= 32; day += 1) {
          const text = `${year}-${two(month)}-${two(day)}`;
          const at = new Date(`${text}T00:00:00Z`);
          const exists = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
          expect(parseInstant(`${text}T00:00:00Z`) !== undefined, text).toBe(exists);
        }
  });

  it('tells instants apart beyond milliseconds', () => {
    const [early = '', late = ''] = ['1', '2'].map((digit) =>
      parseInstant(`2026-05-17T08:00:00.00000${digit}Z`),
    );
    expect(early < late).toBe(true);
  });
});

/** A date in local time of an offset in minutes. */
function write(at: Date, offset: number): string {
  const local = new Date(at.getTime() + offset * 60_000).toISOString().slice(0, -1);
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${local}${offset < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`;
}
