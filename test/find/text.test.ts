import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byText } from '../../src/find/order.js';
import { foldText } from '../../src/find/value.js';
import { places } from '../economy/ask.js';
import { growsFasterThanLinear } from '../rig/growth.js';

/** What the schema says: NFKD, no combining marks, lower case. */
const asDefined = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;
const codePoints = places(0x110000).filter((code) => !isSurrogate(code));
const charactersOf = (pattern: RegExp): string[] =>
  codePoints.map((code) => String.fromCodePoint(code)).filter((character) => pattern.test(character));
const marks = charactersOf(/\p{M}/u);

/** So long that marks are dropped before NFKD too; of letters that no mark changes. */
const padding = '_'.repeat(64);

describe('foldText', () => {
  it('folds every code point as defined, in a short text and in a long one', () => {
    for (const code of codePoints) {
      const character = String.fromCodePoint(code);
      if (foldText(character) !== asDefined(character)) expect.fail(`U+${code.toString(16)}`);
    }
    const long = codePoints.map((code) => String.fromCodePoint(code, 0x5f)).join('');
    expect(foldText(long) === asDefined(long)).toBe(true);
  });

  it('folds any sequence as defined, in a short text and in a long one', () => {
    const letter = fc.constantFrom('a', 'Σ', 'ç', 'é', '가', '각', 'ｶ', 'ﾞ', 'ﾟ', '\u0e33', '\u0f77', '\ud800');
    const anyCharacter = fc.oneof(
      fc.nat(marks.length - 1).map((place) => marks[place] ?? ''),
      letter,
      fc.nat(codePoints.length - 1).map((place) => String.fromCodePoint(codePoints[place] ?? 0)),
    );
    fc.assert(
      fc.property(fc.array(anyCharacter, { maxLength: 5 }), (characters) => {
        const text = characters.join('');
        expect(foldText(text)).toBe(asDefined(text));
        expect(foldText(padding + text)).toBe(padding + asDefined(text));
      }),
      { numRuns: 1500 },
    );
  });

  const marked = ['\u0301\u0327', '\u0327\u0301', '\u0f73', '\u0f71\u05b0\u0327\u0301', 'a\u0301\u0327'];
  it.each([...marked, '\ufdfa', 'ﾞﾟ'])('takes time that is linear in the length of %j', (repeated) => {
    expect(growsFasterThanLinear((size) => foldText(repeated.repeat(size / repeated.length)))).toBe(false);
  });
});

describe('an order by name', () => {
  const field = byText((name: string) => name, '');
  const order = (a: string, b: string): number => field.compare(field.keyOf(a) ?? '', field.keyOf(b) ?? '');

  it('compares up to 8 marks in a row', () => {
    const ring = `a${'\u0301'.repeat(7)}`;
    expect(order(`${ring}\u030a`, `${ring}\u0301`)).not.toBe(0);
    expect(order(`${ring}\u0301\u030a`, `${ring}\u0301\u0301`)).toBe(0);
  });

  const marked = ['\u0301\u0327', '\u0f73\u0f71', '\u0301\u0327\u0f71\u05b0', '\u0f71\u0f72'];
  it.each([...marked, '\ufdfa', '7', 'é'])('takes time that is linear in the length of %j', (repeated) => {
    // The first letters differ in their case alone, so that everything is compared.
    const key = (start: string, size: number) => start + repeated.repeat(size / repeated.length);
    expect(growsFasterThanLinear((size) => order(key('A', size), key('a', size)))).toBe(false);
  });
});
