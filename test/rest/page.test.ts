import { describe, expect, it } from 'vitest';
import { PartnerError } from '../../src/partner/error.js';
import { createPage } from '../../src/rest/page.js';

const pagination = { page: 1, limit: 100, total: 3, totalPages: 1 };
const broken = new PartnerError('UPSTREAM_INVALID_RESPONSE', 'broken');

interface Item {
  readonly id: string;
}

/** A page that notes which raw items were checked. */
function open(raw: readonly unknown[]) {
  const checked: unknown[] = [];
  const page = createPage<Item>(raw, pagination, (item) => {
    checked.push(item);
    return typeof item === 'object' && item !== null && 'id' in item && typeof item.id === 'string'
      ? { id: item.id }
      : broken;
  });
  return { page, checked };
}

describe('a page of a list', () => {
  it('checks a record when it is first looked at, and once', () => {
    const { page, checked } = open([{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
    expect(page.find('b')).toEqual({ id: 'b' });
    expect(page.find('b')).toBe(page.find('b'));
    expect(checked).toEqual([{ id: 'b' }]);
    expect(page.items).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
    expect(page.items[1]).toBe(page.find('b'));
    expect(checked).toHaveLength(3);
  });

  it('an item that breaks the contract is an error in its place, and is not found by an id', () => {
    const { page } = open([{ id: 'a' }, { id: 7 }, null, 'text', ['b']]);
    expect(page.items).toEqual([{ id: 'a' }, broken, broken, broken, broken]);
    expect(page.find('7')).toBeUndefined();
    expect(page.find('b')).toBeUndefined();
  });

  it.each(['__proto__', 'constructor', 'toString', ''])(
    'B10: %j is found only where an item has that id',
    (id) => {
      expect(open([{ id: 'a' }]).page.find(id)).toBeUndefined();
      expect(open([{ id: 'a' }, { id }]).page.find(id)).toEqual({ id });
    },
  );
});
