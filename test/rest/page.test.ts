import { describe, expect, it } from 'vitest';
import { PartnerError } from '../../src/partner/error.js';
import { ParsedPage } from '../../src/rest/page.js';

const pagination = { page: 1, limit: 100, total: 3, totalPages: 1 };
const broken = new PartnerError('UPSTREAM_INVALID_RESPONSE', 'broken');

interface Item {
  readonly id: string;
}

/** A page that notes which raw items were checked. */
function open(raw: readonly unknown[]) {
  const checked: unknown[] = [];
  const page = new ParsedPage<Item>(raw, pagination, (item) => {
    checked.push(item);
    return typeof item === 'object' && item !== null && 'id' in item && typeof item.id === 'string'
      ? { id: item.id }
      : broken;
  });
  return { page, checked };
}

describe('a page of a list', () => {
  it('checks a record when it is first read, and once', () => {
    const { page, checked } = open([{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
    expect(page.at(1)).toEqual({ id: 'b' });
    expect(page.at(1)).toBe(page.at(1));
    expect(checked).toEqual([{ id: 'b' }]);
    expect(page.items).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
    expect(page.items[1]).toBe(page.at(1));
    expect(checked).toHaveLength(3);
  });

  it('an item that breaks the contract is an error in its place', () => {
    const { page } = open([{ id: 'a' }, { id: 7 }, null, 'text', ['b']]);
    expect(page.items).toEqual([{ id: 'a' }, broken, broken, broken, broken]);
    expect(page.length).toBe(5);
  });

  it('gives ids without checking anything', () => {
    const { page, checked } = open([{ id: 'a' }, { id: 7 }, null, 'text', ['b']]);
    expect([0, 1, 2, 3, 4].map((index) => page.idAt(index))).toEqual([
      'a',
      7,
      undefined,
      undefined,
      undefined,
    ]);
    expect(checked).toEqual([]);
  });

  it('is exact until an item that was read turns out not to be', () => {
    const exact = { id: 'a' };
    const page = new ParsedPage<Item>([exact, { id: 'b' }], pagination, (item) =>
      item === exact ? exact : { id: 'b' },
    );
    expect([page.at(0), page.isExact]).toEqual([exact, true]);
    expect([page.at(1), page.isExact]).toEqual([{ id: 'b' }, false]);
  });

  it('is not exact where the page itself deviates', () => {
    expect(new ParsedPage<Item>([], pagination, () => broken, false).isExact).toBe(false);
  });
});
