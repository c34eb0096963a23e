// First: it adds the types of the schema in their order.
import '../../src/graphql/schema.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCriteria } from '../../src/find/finder.js';
import { foldText, wordsOf } from '../../src/find/word.js';
import { findableMedia } from '../../src/graphql/types/media.js';
import { findablePlaylists } from '../../src/graphql/types/playlist.js';
import { findableScreens } from '../../src/graphql/types/screen.js';
import { codeSpans, read, section, tableRows } from '../docs/markdown.js';
import { places } from '../economy/ask.js';
import { growsFasterThanLinear } from '../rig/growth.js';
import { fold, foldSpelled, hasWords } from './find-model.js';

const occurIn = (wanted: string, text: string): boolean => wordsOf(foldText(wanted)).occurIn(text);
const canonical = (wanted: string): string => wordsOf(foldText(wanted)).canonical;

const examples = tableRows(section(read('docs/find.md'), 'Words')).flatMap(
  ([typed = '', finds = '', not = '']) =>
    codeSpans(typed).map((wanted) => [wanted, codeSpans(finds), codeSpans(not)] as const),
);

describe('docs/find.md, "Words"', () => {
  it('has examples', () => {
    expect(examples.length).toBeGreaterThan(20);
  });

  it.each(examples)('%s finds %j, and not %j', (wanted, found, others) => {
    expect(found.filter((name) => !occurIn(wanted, name))).toEqual([]);
    expect(others.length).toBeGreaterThan(0);
    expect(others.filter((name) => occurIn(wanted, name))).toEqual([]);
  });

  it.each(['', ' ', '–', ' - \u3000', '\u00ad', "'"])(
    '%j has no words, and finds everything',
    (wanted) => {
      expect(occurIn(wanted, '')).toBe(true);
      expect(occurIn(wanted, 'Gate 1')).toBe(true);
      expect(canonical(wanted)).toBe('');
    },
  );

  it.each([
    ['المدخل', 'شاشة المدخل – Gate 3 (A)'],
    ['המדרגות', 'חדר המדרגות'],
    ['화면 서울', '서울역 안내 화면'],
    ['ｶﾞｰﾄﾞ', '新ガード下'],
    ['รถไฟ', 'สถานีรถไฟ'],
    ['Gebaude', 'Geba\u0308ude'],
    ['gebaeude', 'Geba\u0308ude'],
    ['zoe', 'Zoë'],
    ["d'accueil", 'Écran d´accueil'],
    ['invisible', 'in\u200bvis\u00adi\u2060ble'],
    ['😀', 'a😀b'],
  ])('%j finds %j', (wanted, text) => {
    expect(occurIn(wanted, text)).toBe(true);
  });
});

/** Letters that fold to others, what stands between words, and marks. */
const characters = fc.constantFrom(
  ...['u\u0308', 'A\u0308', 'a\u030a', 'o\u0301\u0308'],
  ...Array.from("aAouUeEsS12ßæœøØłıİςΣσäÖüÅé´'’ -–\u00a0.*ﬁ㎏가각ﾞ\u0301\u0308\u030a😀"),
);
const anyText = fc.array(characters, { maxLength: 8 }).map((each) => each.join(''));

describe('words', () => {
  it('occur where the rules of the page say so', () => {
    fc.assert(
      fc.property(anyText, anyText, fc.nat(8), fc.nat(8), (wanted, text, from, length) => {
        expect(occurIn(wanted, text)).toBe(hasWords(text, wanted));
        const part = text.slice(from, from + length);
        expect(occurIn(part, text)).toBe(hasWords(text, part));
      }),
      { numRuns: 3000 },
    );
  });

  it('find all that was found before 0.3: any part of a text', () => {
    const before = (text: string): string =>
      text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
    fc.assert(
      fc.property(anyText, anyText, (wanted, text) => {
        // An accent alone was a space; it is an apostrophe now.
        fc.pre(!`${wanted}${text}`.includes('´'));
        if (before(text).includes(before(wanted))) expect(occurIn(wanted, text)).toBe(true);
        const [from, length] = [text.length >> 2, text.length >> 1];
        expect(occurIn(text.slice(from, from + length), text)).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  it('are the same in any order, with any dash, apostrophe and case', () => {
    const word = fc.stringMatching(/^[a-zéß0-9.]{1,5}$/);
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 4 }),
        fc.constantFrom('-', ' – ', '\u00a0', ' '),
        (words, dash) => {
          const shouted = words.toReversed().map((each) => `’${each.toUpperCase()}`);
          expect(canonical(shouted.join(dash))).toBe(canonical(words.join(' ')));
          expect(occurIn(words.join(' '), shouted.join(dash))).toBe(true);
        },
      ),
    );
  });

  it.each(['u', 'ue', 'ü', 'u\u0308', 'Ü'])('an umlaut is found by %j', (typed) => {
    for (const umlaut of ['ü', 'Ü', 'u\u0308'])
      expect(occurIn(`z${typed}ri`, `Z${umlaut}rich`)).toBe(true);
  });

  it('keeps the writings apart: a word of one is not found in the other', () => {
    expect(occurIn('üe', 'Mü')).toBe(false);
    expect(
      ['uberfuhrung', 'ueberfuehrung'].filter((typed) => !occurIn(typed, 'Überführung')),
    ).toEqual([]);
    expect(occurIn('ueberfuhrung', 'Überführung')).toBe(false);
    expect(canonical('zürich')).not.toBe(canonical('zurich zuerich'));
  });
});

describe('a filter by text', () => {
  const record = {
    ...{
      id: 'rec_Ab-1',
      name: 'Zürich HB',
      description: 'Neben dem Kiosk',
      status: 'ready',
      type: 'image',
    },
    ...{
      createdAt: '2026-05-17T08:00:00Z',
      updatedAt: '2026-05-17T08:00:00Z',
      itemCount: 0,
      totalDurationSeconds: 0,
    },
    availability: { mode: 'always', timezone: 'UTC', isOnNow: true } as const,
  };
  const finders = [
    [
      'screens',
      (text: string) => readCriteria(findableScreens.finder, { text }, null).matches(record),
    ],
    [
      'playlists',
      (text: string) => readCriteria(findablePlaylists.finder, { text }, null).matches(record),
    ],
    ['media', (text: string) => readCriteria(findableMedia.finder, { text }, null).matches(record)],
  ] as const;

  it.each(finders)('finds %s by name and by the whole id', (_name, matches) => {
    const found = ['hb zuerich', 'rec_Ab-1', ' rec_Ab-1\n', ''].filter(matches);
    expect(found).toEqual(['hb zuerich', 'rec_Ab-1', ' rec_Ab-1\n', '']);
    expect(['rec', 'rec_ab-1', 'Ab', 'rec_Ab-1 zurich', 'nowhere'].filter(matches)).toEqual([]);
  });

  it.each(finders.slice(0, 2))(
    'finds %s by words of both name and description',
    (_name, matches) => {
      expect(['kiosk zurich', 'neben-HB'].filter(matches)).toEqual(['kiosk zurich', 'neben-HB']);
      expect(['hbneben', 'kiosk bern'].filter(matches)).toEqual([]);
    },
  );
});

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
