import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from '../../src/paging/cursor.js';
import type { Place } from '../../src/paging/place.js';
import { bounded, words } from '../fuzz/draw.js';

const base64url = (text: string): string => Buffer.from(text, 'utf8').toString('base64url');

const largest = 2 ** 31 - 1;

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  loneSurrogates(),
);

function loneSurrogates(): fc.Arbitrary<string> {
  return fc.array(fc.nat(0xffff), { maxLength: 20 }).map((codes) => String.fromCharCode(...codes));
}

const place: fc.Arbitrary<Place> = fc
  .record({
    limit: fc.integer({ min: 1, max: 100 }),
    // The last page of 100 that can begin before the maximum total.
    page: fc.integer({ min: 1, max: Math.floor(largest / 100) }),
    at: fc.nat(9999),
    shown: fc.nat(9999),
    total: fc.nat(largest),
    id: fc.option(text),
  })
  .map(({ limit, page, at, shown, total, id }) => {
    const count = 1 + (shown % limit);
    return { limit, page, index: at % count, count, total, id };
  });

const expectNone = (...texts: readonly string[]): void => {
  for (const each of texts) expect(decodeCursor('media', each), each.slice(0, 80)).toBeUndefined();
};

const example: Place = { limit: 20, page: 3, index: 4, count: 17, total: 431, id: 'a1b2-ÿ' };

function expectLawful({ limit, page, index, count, total }: Place): void {
  for (const value of [limit, page, index, count, total])
    expect(Number.isSafeInteger(value)).toBe(true);
  expect(limit >= 1 && limit <= 100 && page >= 1 && count >= 1 && count <= limit).toBe(true);
  expect(index >= 0 && index < count && total >= 0).toBe(true);
}

describe('a cursor', () => {
  it('E15: holds the version, the collection, the grid, the place, the total and the id, and nothing else', () => {
    const cursor = encodeCursor('playlists/p1/items', example);
    expect(Buffer.from(cursor, 'base64url').toString('utf8')).toBe(
      '[1,"playlists/p1/items",20,3,4,17,431,"a1b2-ÿ"]',
    );
    expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
  });

  it('names the same place again, whatever the id and the collection hold', () => {
    fc.assert(
      fc.property(text, place, (collection, one) => {
        expect(decodeCursor(collection, encodeCursor(collection, one))).toEqual(one);
      }),
      bounded(1000),
    );
  });

  it('holds ids and collections of 512 characters of any kind; a longer id is left out', () => {
    for (const letter of ['a', 'ÿ', '\u0000', '\ud800', '字', '"']) {
      const collection = `playlists/${letter.repeat(512)}/items`;
      for (const length of [512, 513, 100_000]) {
        const id = letter.repeat(length);
        const decoded = decodeCursor(collection, encodeCursor(collection, { ...example, id }));
        expect(decoded).toEqual({ ...example, id: length > 512 ? null : id });
      }
    }
  });

  it('E14: belongs to one collection', () => {
    const names = [
      'media',
      'Media',
      'screens',
      'playlists',
      'playlists/p1/items',
      'playlists/p2/items',
      '',
    ];
    for (const from of names) {
      for (const to of names) {
        expect(decodeCursor(to, encodeCursor(from, example))).toEqual(
          from === to ? example : undefined,
        );
      }
    }
  });

  it('E13: with any one byte changed it is none, or names a lawful place', () => {
    const examples = [
      example,
      { ...example, id: null },
      { ...example, limit: 100, page: 7, count: 100, index: 99 },
    ];
    const cursors = examples.map((one) => encodeCursor('media', one));
    let lawful = 0;
    for (const cursor of cursors) {
      for (let at = 0; at < cursor.length; at += 1) {
        for (let byte = 0; byte < 256; byte += 1) {
          const changed = cursor.slice(0, at) + String.fromCharCode(byte) + cursor.slice(at + 1);
          const decoded = changed === cursor ? undefined : decodeCursor('media', changed);
          if (decoded === undefined) continue;
          lawful += 1;
          expectLawful(decoded);
          expect(encodeCursor('media', decoded)).toBe(changed);
        }
      }
    }
    expect(lawful).toBeGreaterThan(0);
  });

  it('E13: shortened, lengthened or of any other text it is none', () => {
    const cursor = encodeCursor('media', example);
    expectNone(...Array.from(cursor, (_letter, length) => cursor.slice(0, length)));
    for (const tail of ['=', '==', 'A', ' ', '\n', '.', cursor])
      expectNone(cursor + tail, tail + cursor);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (any) => decodeCursor('media', any) === undefined),
      bounded(500),
    );
  });
});

describe('a place that cannot be', () => {
  const fields = { limit: 2, page: 3, index: 4, count: 5, total: 6 };
  const numbers = words(`-1 -0 1.5 1e0 1e2 1e999 2147483648 9007199254740993 null "1" [1] true
    NaN Infinity 01 +1 0x1 {}`);

  it.each(Object.entries(fields))('E13: %s is a whole number in its range', (_, at) => {
    for (const number of numbers) {
      const parts = ['1', '"media"', '20', '3', '4', '17', '431', '"id"'];
      parts[at] = number;
      expectNone(base64url(`[${parts.join(',')}]`));
    }
  });

  it.each([
    ['limit 0', [1, 'media', 0, 3, 0, 1, 431, 'id']],
    ['limit 101', [1, 'media', 101, 3, 4, 17, 431, 'id']],
    ['page 0', [1, 'media', 20, 0, 4, 17, 431, 'id']],
    ['index = count', [1, 'media', 20, 3, 17, 17, 431, 'id']],
    ['count > limit', [1, 'media', 20, 3, 4, 21, 431, 'id']],
    ['count 0', [1, 'media', 20, 3, 0, 0, 431, 'id']],
    ['another version', [2, 'media', 20, 3, 4, 17, 431, 'id']],
    ['a number for an id', [1, 'media', 20, 3, 4, 17, 431, 7]],
    ['a list for an id', [1, 'media', 20, 3, 4, 17, 431, ['id']]],
    ['an id that is too long', [1, 'media', 20, 3, 4, 17, 431, 'x'.repeat(513)]],
    ['one field more', [1, 'media', 20, 3, 4, 17, 431, 'id', 0]],
    ['one field less', [1, 'media', 20, 3, 4, 17, 431]],
    ['no list', { 0: 1, length: 8 }],
  ])('E13: %s', (_, fields) => {
    expectNone(base64url(JSON.stringify(fields)));
  });

  it('E13: another spelling of the same base64 or JSON is no cursor', () => {
    const json = '[1,"media",20,3,4,17,431,"id?>~~"]';
    const cursor = base64url(json);
    expect(decodeCursor('media', cursor)).toEqual({ ...example, id: 'id?>~~' });
    const padded = Buffer.from(json, 'utf8').toString('base64');
    expect(padded).not.toBe(cursor);
    expectNone(padded, `${cursor}=`, ` ${cursor}`, `${cursor.slice(0, 4)}\n${cursor.slice(4)}`);
    const spellings = [
      json.replace(',', ', '),
      json.replace('id', '\\u0069d'),
      `${json} `,
      json.replace('20', '2e1'),
    ];
    expectNone(...spellings.map(base64url));
  });

  it('E13: 1 MB of text, empty text and deep JSON are refused at once', () => {
    const started = performance.now();
    expectNone(
      'A'.repeat(2 ** 20),
      base64url('['.repeat(2 ** 19)),
      '',
      base64url('['.repeat(7000)),
    );
    expect(performance.now() - started).toBeLessThan(500);
  });
});
