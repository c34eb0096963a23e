import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byText } from '../../src/find/order.js';
import { foldText } from '../../src/find/word.js';
import { places } from '../economy/ask.js';
import { growsFasterThanLinear } from '../rig/growth.js';
import { fold, foldSpelled } from './find-model.js';

const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;
const codePoints = places(0x110000).filter((code) => !isSurrogate(code));
const charactersOf = (pattern: RegExp): string[] =>
  codePoints
    .map((code) => String.fromCodePoint(code))
    .filter((character) => pattern.test(character));
const marks = charactersOf(/\p{M}/u);

describe('foldText', () => {
  it('folds every code point as defined', () => {
    const characters = codePoints.map((code) => String.fromCodePoint(code));
    // One text, because an assertion for each of a million would take a minute.
    const text = characters.join('_');
    const { plain, spelled } = foldText(text);
    const inParts = [text, plain, spelled, fold(text), foldSpelled(text)].map((each) =>
      each.split('_'),
    );
    const [, plains = [], spellings = [], definedPlains, definedSpellings] = inParts;
    const isWrong = (index: number) =>
      plains[index] !== definedPlains?.[index] || spellings[index] !== definedSpellings?.[index];
    expect(plains.length).toBeGreaterThan(1_000_000);
    expect(
      plains.flatMap((_, index) => (isWrong(index) ? [inParts.map((part) => part[index])] : [])),
    ).toEqual([]);
  });

  it('folds any sequence as defined', () => {
    const known = [
      "a'ΣςçéßøæŁüÜåÅ가각ｶﾞﾟ´ŉ\u0e33\u0f77\u0308\u030a",
      'uoaUOAS \u200d\u00ad\ud800',
    ].join('');
    const anyCharacter = fc.oneof(
      fc.nat(marks.length - 1).map((place) => marks[place] ?? ''),
      fc.constantFrom(...known, 'u\u0308', 'A\u030a'),
      fc.nat(codePoints.length - 1).map((place) => String.fromCodePoint(codePoints[place] ?? 0)),
    );
    fc.assert(
      fc.property(fc.array(anyCharacter, { maxLength: 6 }), (characters) => {
        const text = characters.join('');
        expect(foldText(text)).toEqual({ plain: fold(text), spelled: foldSpelled(text) });
      }),
      { numRuns: 1500 },
    );
  });

  const marked = [
    '\u0301\u0327',
    '\u0327\u0301',
    '\u0f73',
    '\u0f71\u05b0\u0327\u0301',
    'a\u0301\u0327',
  ];
  it.each([...marked, '\ufdfa', 'ﾞﾟ', 'u\u0308', 'ü', '’'])(
    'takes time that is linear in the length of %j',
    (repeated) => {
      const fold = (size: number) => foldText(repeated.repeat(size / repeated.length));
      expect(growsFasterThanLinear(fold)).toBe(false);
    },
  );
});

describe('an order by name', () => {
  const field = byText((name: string) => name, '');
  const order = (a: string, b: string): number =>
    field.compare(field.keyOf(a) ?? '', field.keyOf(b) ?? '');

  it('compares up to 8 marks in a row', () => {
    const ring = `a${'\u0301'.repeat(7)}`;
    expect(order(`${ring}\u030a`, `${ring}\u0301`)).not.toBe(0);
    expect(order(`${ring}\u0301\u030a`, `${ring}\u0301\u0301`)).toBe(0);
  });

  const marked = ['\u0301\u0327', '\u0f73\u0f71', '\u0301\u0327\u0f71\u05b0', '\u0f71\u0f72'];
  it.each([...marked, '\ufdfa', '7', 'é'])(
    'takes time that is linear in the length of %j',
    (repeated) => {
      // The first letters differ in their case alone, so that everything is compared.
      const key = (start: string, size: number) => start + repeated.repeat(size / repeated.length);
      expect(growsFasterThanLinear((size) => order(key('A', size), key('a', size)))).toBe(false);
    },
  );
});
