import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PartnerError } from '../../src/partner/error.js';
import { Page, ParsedItems, hashOfId, hashOfAsciiId, RecordIndex } from '../../src/rest/page.js';

const indexOf = (ids: readonly unknown[]) =>
  new RecordIndex({
    length: ids.length,
    idAt: (index) => ids[index],
    hashAt(index) {
      const id = ids[index];
      return typeof id === 'string' ? hashOfId(id) : -1;
    },
  });
const find = (index: RecordIndex, id: string) => index.find(id, hashOfId(id));

/** Two letters make equal hashes as often as not: `Aa` and `BB` have one. */
const id = fc.oneof(
  fc.string(),
  fc.stringMatching(/^(?:Aa|BB){0,4}$/),
  fc.constantFrom('', '__proto__'),
);

describe('an index of ids', () => {
  it('finds the first place of each id, and no other, whatever the hashes; passes over what is no id', () => {
    expect(hashOfId('Aa')).toBe(hashOfId('BB'));
    const entry = fc.oneof({ weight: 9, arbitrary: id }, fc.constantFrom(undefined, 7, null));
    const property = fc.property(
      fc.array(entry, { maxLength: 120 }),
      fc.array(id),
      (entries, others) => {
        const index = indexOf(entries);
        for (const each of [...entries, ...others, '7', 'undefined'])
          if (typeof each === 'string') expect(find(index, each)).toBe(entries.indexOf(each));
      },
    );
    fc.assert(property, { seed: 20_261_120, numRuns: 500 });
  });

  it('may have repeats where it has, and has none where no two hashes are equal', () => {
    const property = fc.property(fc.array(id, { maxLength: 120 }), (ids) => {
      const { mayRepeat } = indexOf(ids);
      expect(mayRepeat).toBe(new Set(ids.map(hashOfId)).size < ids.length);
      if (new Set(ids).size < ids.length) expect(mayRepeat).toBe(true);
    });
    fc.assert(property, { seed: 20_261_120, numRuns: 500 });
  });

  it('of a hash is a whole number of 30 bits, for any text', () => {
    const property = fc.property(fc.string({ unit: 'binary' }), (text) => {
      const hash = hashOfId(text);
      expect(Number.isInteger(hash) && hash >= 0 && hash < 2 ** 30).toBe(true);
    });
    fc.assert(property, { seed: 20_261_120, numRuns: 500 });
  });

  it('is the same from bytes, if they are ASCII alone', () => {
    const property = fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (text) => {
      const bytes = Buffer.from(`"${text}"`);
      const isAscii = bytes.length === text.length + 2;
      expect(hashOfAsciiId(bytes, 1, bytes.length - 1)).toBe(isAscii ? hashOfId(text) : undefined);
    });
    fc.assert(property, { seed: 20_261_120, numRuns: 500 });
  });
});

const pagination = { page: 1, limit: 100, total: 3, totalPages: 1 };
const broken = new PartnerError('UPSTREAM_INVALID_RESPONSE', 'broken');

interface Item {
  readonly id: string;
}

/** A page that notes which raw items were checked. */
function open(raw: readonly unknown[]) {
  const checked: unknown[] = [];
  const page = new Page<Item>(new ParsedItems(raw), pagination, (item) => {
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

  it('finds ids without checking anything', () => {
    const { page, checked } = open([{ id: 7 }, null, 'text', ['b'], { id: 'a' }]);
    const places = ['a', '7', 'b'].map((id) => page.indexOf(id, hashOfId(id)));
    expect([places, checked]).toEqual([[4, -1, -1], []]);
  });

  it('is exact until an item that was read turns out not to be', () => {
    const exact = { id: 'a' };
    const page = new Page<Item>(new ParsedItems([exact, { id: 'b' }]), pagination, (item) =>
      item === exact ? exact : { id: 'b' },
    );
    expect([page.at(0), page.isExact]).toEqual([exact, true]);
    expect([page.at(1), page.isExact]).toEqual([{ id: 'b' }, false]);
  });

  it('is not exact where the page itself deviates', () => {
    expect(new Page<Item>(new ParsedItems([]), pagination, () => broken, false).isExact).toBe(
      false,
    );
  });
});
