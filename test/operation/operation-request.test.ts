import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMaxAge } from '../../src/operation/operation-request.js';

describe('Cache-Control of a request', () => {
  it.each([
    ['max-age=0', 0],
    ['max-age=30', 30],
    ['MAX-Age=30', 30],
    ['max-age="30"', 30],
    ['  max-age = 30  ', 30],
    ['\tmax-age=30\t', 30],
    [',, max-age=30 ,,', 30],
    ['max-age=030', 30],
    ['max-stale, max-age=30, min-fresh=5', 30],
    ['no-transform,max-age=30,only-if-cached', 30],
    ['x="a, no-cache", max-age=30', 30],
    ['max-age=30, max-age=20', 20],
    ['max-age=20, max-age=30', 20],
    ['max-age=99999999999', 99_999_999_999],
  ])('%j allows responses of that age', (header, seconds) => {
    expect(readMaxAge(header)).toBe(seconds);
  });

  it.each([
    ...['max-age', 'max-age=', 'max-age=-1', 'max-age=1.5', 'max-age=1e3', 'max-age=ten'],
    ...[
      'max-age=0x10',
      'max-age=+5',
      'max-age=5 6',
      'max-age="5',
      'max-age=5"',
      "max-age='5'",
      'max-age=""',
    ],
    ...['max-age=٥', 'max-age=5, max-age=-1', 'max-age=x, max-age=5'],
  ])('%j allows none', (header) => {
    expect(readMaxAge(header)).toBe(0);
  });

  it.each([
    ...['', ' ', ','],
    ...['xmax-age=5', 'max-age5=5', 'max_age=5', 's-maxage=5', 'max-stale=5', 'x="max-age=5"'],
  ])('%j says nothing of an age', (header) => {
    expect(readMaxAge(header)).toBeUndefined();
  });

  const refusing = [
    'no-cache',
    'No-Cache',
    'no-store',
    ' no-cache ',
    'no-cache=x',
    'no-cache="a, b"',
  ];
  it.each(refusing)('%s wins over max-age, before it and after it', (directive) => {
    expect(readMaxAge(`max-age=30, ${directive}`)).toBe(0);
    expect(readMaxAge(`${directive},max-age=30`)).toBe(0);
  });

  it('there may be none', () => {
    expect([readMaxAge(undefined), readMaxAge(null)]).toEqual([undefined, undefined]);
  });

  it('any text gives a whole number from 0 or nothing, also one of 16 KB', () => {
    const unit = fc.constantFrom(
      'max-age=',
      'no-cache',
      '0',
      '9',
      '"',
      ',',
      ' ',
      '\\',
      '-',
      '=',
      'a',
    );
    const texts = fc.oneof(fc.string({ maxLength: 80 }), fc.string({ unit, maxLength: 60 }));
    const property = fc.property(texts, (text) => {
      const seconds = readMaxAge(text);
      expect(seconds === undefined || (Number.isInteger(seconds) && seconds >= 0)).toBe(true);
    });
    fc.assert(property, { seed: 20_261_122, numRuns: 2000 });
    for (const part of [' ', ',', '"', '\\', 'max-age=', 'max-age=1', '"\\', '= ', '1'])
      expect([0, 1, 5]).toContain(readMaxAge(`max-age=5,${part.repeat(16_384 / part.length)}`));
  });
});
