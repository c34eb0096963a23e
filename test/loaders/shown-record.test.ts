import { describe, expect, it } from 'vitest';
import { createShownRecords } from '../../src/loaders/shown-record.js';
import { PartnerError } from '../../src/partner/error.js';
import { ParsedPage } from '../../src/rest/page.js';

interface Item {
  readonly id: string;
  readonly from?: string;
}

const broken = new PartnerError('UPSTREAM_INVALID_RESPONSE', 'broken');

function show(...pages: (readonly unknown[])[]) {
  const shown = createShownRecords<Item>();
  pages.forEach((raw, index) => {
    const pagination = { page: index + 1, limit: 100, total: 300, totalPages: 3 };
    const check = (item: unknown) =>
      typeof item === 'object' && item !== null && 'id' in item && typeof item.id === 'string'
        ? // The raw items here are items already.
          (item as Item)
        : broken;
    shown.add(new ParsedPage<Item>(raw, pagination, check));
  });
  return shown;
}

describe('records that pages have shown', () => {
  it('are found by their ids on every page, full pages included', () => {
    const page = (from: string) =>
      Array.from({ length: 100 }, (_, index) => ({ id: `${from}${index}`, from }));
    const shown = show(page('a'), page('b'), [{ id: 'last' }]);
    expect(shown.find('a0')).toEqual({ id: 'a0', from: 'a' });
    expect(shown.find('a99')).toEqual({ id: 'a99', from: 'a' });
    expect(shown.find('b0')).toEqual({ id: 'b0', from: 'b' });
    expect(shown.find('b99')).toEqual({ id: 'b99', from: 'b' });
    expect(shown.find('last')).toEqual({ id: 'last' });
    expect(shown.find('gone')).toBeUndefined();
  });

  it('are found on a page that comes after the first look', () => {
    const shown = show([{ id: 'a' }]);
    expect(shown.find('b')).toBeUndefined();
    shown.add(
      new ParsedPage<Item>([{ id: 'b' }], { page: 2, limit: 100, total: 2, totalPages: 1 }, () => ({
        id: 'b',
      })),
    );
    expect(shown.find('b')).toEqual({ id: 'b' });
  });

  it('of one id on two pages, as when an item has moved, the first counts', () => {
    const shown = show([{ id: 'a', from: 'first' }], [{ id: 'a', from: 'second' }]);
    expect(shown.find('a')).toEqual({ id: 'a', from: 'first' });
  });

  it('what breaks the contract is not found: neither by a number nor by what only looks like an id', () => {
    const shown = show([{ id: 7 }, null, 'text', ['b']]);
    for (const id of ['7', 'b', 'text', '']) expect(shown.find(id)).toBeUndefined();
  });

  it.each(['__proto__', 'constructor', 'toString', ''])(
    'B10: %j is found only where an item has that id',
    (id) => {
      expect(show([{ id: 'a' }]).find(id)).toBeUndefined();
      expect(show([{ id: 'a' }, { id }]).find(id)).toEqual({ id });
    },
  );
});
