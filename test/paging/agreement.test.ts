import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contradictionAmong } from '../../src/paging/agreement.js';
import type { Source, SourcePage } from '../../src/paging/place.js';
import { collection, direction, forAny, sizes } from './arbitrary.js';
import { createItems, createModel, cutPage, type Item, itemsOf, type PastEnd } from './model.js';
import { walkAll } from './walk.js';

const unique: Pick<Source<Item>, 'idOf' | 'areIdsUnique'> = {
  idOf: ({ id }) => id,
  areIdsUnique: true,
};

const pagesOf = (
  items: readonly Item[],
  numbers: readonly number[],
  limit = 100,
): SourcePage<Item>[] => numbers.map((number) => cutPage(items, number, limit));

describe('pages of one list that does not change', () => {
  const pastEnd = fc.constantFrom<PastEnd>('nothing', 'last page as asked', 'last page as itself');
  const cap = fc.constantFrom(100, 50, 7);

  it('E10: contradict each other in no walk: hidden items, limits and pages past the end are lawful', async () => {
    await forAny(
      250,
      [collection, direction, sizes, pastEnd, cap],
      async (text, way, wanted, ...more) => {
        const model = createModel(itemsOf(text), { pastEnd: more[0], cap: more[1] });
        const pages: SourcePage<Item>[] = [];
        const { readPage } = model.source;
        const source = {
          ...model.source,
          async readPage(page: number, limit: number) {
            const read = await readPage(page, limit);
            pages.push(read);
            return read;
          },
        };
        await walkAll({ ...model, source }, way, wanted);
        expect(contradictionAmong(pages, unique)).toBeUndefined();
      },
    );
  });

  it('may be none, may be read twice, and may all be empty', () => {
    const items = createItems(250, () => true);
    for (const pages of [[], pagesOf(items, [1, 2, 3]), pagesOf(createItems(250), [2, 2])])
      expect(contradictionAmong(pages, unique)).toBeUndefined();
  });

  it('may show an id twice where ids are not unique, or are unreadable', () => {
    const items = itemsOf('#'.repeat(150)).map((item) => ({ ...item, id: 'slot' }));
    expect(
      contradictionAmong(pagesOf(items, [1, 2]), { ...unique, areIdsUnique: false }),
    ).toBeUndefined();
    expect(contradictionAmong(pagesOf(itemsOf('?'.repeat(150)), [1, 2]), unique)).toBeUndefined();
  });

  it('E5: may all say that totalPages is another number than total has', () => {
    const pages = pagesOf(createItems(250), [1, 2, 3]).map(({ items, pagination }) => ({
      items,
      pagination: { ...pagination, total: 900 },
    }));
    expect(contradictionAmong(pages, unique)).toBeUndefined();
  });
});

describe('pages contradict each other', () => {
  const items = createItems(250);
  const [one, two, three] = [1, 2, 3].map((number) => cutPage(items, number, 100));

  it.each<[string, readonly (SourcePage<Item> | undefined)[], string]>([
    ['an item was removed', [one, ...pagesOf(items.slice(1), [2, 3])], 'totals differ'],
    [
      'an item was added',
      [...pagesOf([...createItems(1), ...items], [1]), two, three],
      'totals differ',
    ],
    [
      'a page of another limit has another total',
      [one, cutPage(items.slice(1), 1, 1)],
      'totals differ',
    ],
    [
      'only totalPages differs',
      [one, two && { ...two, pagination: { ...two.pagination, totalPages: 2 } }],
      'numbers of pages',
    ],
    [
      'an item has moved to the next page',
      [one, cutPage([...items.slice(-1), ...items.slice(0, -1)], 2, 100)],
      'twice',
    ],
    [
      'every page is the first one',
      [one, one && two && { ...one, pagination: two.pagination }],
      'twice',
    ],
    [
      'there are more items than they count',
      [one, two, three].map(
        (page) => page && { ...page, pagination: { ...page.pagination, total: 249 } },
      ),
      'more items than their total',
    ],
  ])('where %s', (_what, pages, why) => {
    const read = pages.filter((page) => page !== undefined);
    expect(contradictionAmong(read, unique)).toContain(why);
    expect(contradictionAmong(read.toReversed(), unique)).toContain(why);
  });
});
