import { describe, expect, it } from 'vitest';
import {
  type KnownPages,
  lengthOf,
  notePage,
  numbersOf,
  placeIn,
} from '../../../src/dashboard/list/known-pages.js';

const row = (id: number) => ({ id: `id-${id}`, name: `Row ${id}` });
const page = (totalCount: number, nodes: readonly (object | null)[]) => ({ totalCount, nodes });

describe('a place of a list', () => {
  const known: KnownPages = new Map();
  notePage(known, 1, page(302, [row(0), null]));
  notePage(known, 2, null);
  notePage(known, 4, page(302, [row(300)]));

  it('has a record, or says why it has none', () => {
    expect([0, 1, 2, 150, 250, 300, 301, 302].map((index) => placeIn(known, index, 302))).toEqual([
      row(0),
      // A record that breaks the contract.
      'unreadable',
      // The page is short: the credential does not see all.
      'hidden',
      'failed',
      'unread',
      row(300),
      'hidden',
      'unread',
    ]);
  });

  it('keeps what was known when its page fails later', () => {
    notePage(known, 1, null);
    expect(placeIn(known, 0, 302)).toEqual(row(0));
    notePage(known, 2, page(302, [row(100)]));
    expect(placeIn(known, 100, 302)).toEqual(row(100));
  });
});

describe('the pages of a list', () => {
  it('are those that hold a range, of those that the list has', () => {
    expect(numbersOf({ from: 0, to: 40 }, undefined)).toEqual([1]);
    expect(numbersOf({ from: 90, to: 130 }, 5000)).toEqual([1, 2]);
    expect(numbersOf({ from: 280, to: 310 }, 300)).toEqual([3]);
    expect(numbersOf({ from: 280, to: 310 }, 0)).toEqual([1]);
  });

  it('tell the length of the list, the newest first', () => {
    const known: KnownPages = new Map();
    expect(lengthOf(known)).toBeUndefined();
    notePage(known, 3, null);
    expect(lengthOf(known, [3])).toBeUndefined();
    notePage(known, 1, page(250, []));
    notePage(known, 2, page(251, []));
    expect(lengthOf(known)).toBe(251);
    expect(lengthOf(known, [3, 1])).toBe(250);
  });
});
