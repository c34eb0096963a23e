import { describe, expect, it } from 'vitest';
import { PagedList } from '../../src/session/paged-list.js';
import type { CollectionFacts } from '../../src/tenant/collection-facts.js';
import type { Pagination } from '../../src/partner/envelope.js';
import { type Media, media } from '../../src/partner/media.js';
import { readPage } from '../../src/rest/read-response.js';
import { places } from '../economy/ask.js';
import { sampleRecord } from '../partner/record.js';
import { responseWith } from '../rig/memory-upstream.js';
import { createTestLoader, factsOf, idAt, libraryOf, openReader } from './collection-loader.js';

interface PageOptions {
  readonly facts?: Map<string, CollectionFacts>;
  readonly keptAt?: (path: string) => number | undefined;
}

/** A list whose pages, as they are requested, have this pagination and these items. */
function openPages(
  paginationOf: (page: number) => Pagination,
  { facts = new Map<string, CollectionFacts>(), keptAt = () => undefined }: PageOptions = {},
  data: readonly (readonly unknown[])[] = [],
): PagedList<Media> {
  const reader = openReader(async ({ path }) => {
    await Promise.resolve();
    const page = Number(/page=(\d+)/.exec(path)?.[1]);
    const body = { data: data[page - 1] ?? [], pagination: paginationOf(page) };
    return readPage(media.list, responseWith(JSON.stringify(body)), () => undefined);
  }, facts);
  return new PagedList(Object.assign(reader, { keptAt }), media.list, media.list.path);
}

/** It has 3 pages when page 1 is read, 4 at page 2, and 5 at page 3. */
const growing = (page: number): Pagination => ({
  page,
  limit: 100,
  total: 100 * (page + 2),
  totalPages: page + 2,
});

describe('a list as one operation sees it', () => {
  it('does not know how many pages are left before any is read; any page shows it', async () => {
    const { list } = createTestLoader(libraryOf(250));
    expect(list.countUnread()).toBeUndefined();
    expect(list.firstUnread(2)).toEqual([1, 2]);
    await list.readPage(1, 1);
    expect([list.countUnread(), list.firstUnread(9)]).toEqual([3, [1, 2, 3]]);
    await list.readPage(2, 100);
    expect([list.countUnread(), list.firstUnread(9)]).toEqual([2, [1, 3]]);
  });

  it('knows it from earlier operations of the credential, until it has seen itself', async () => {
    const facts = factsOf(1000);
    const { list } = createTestLoader(libraryOf(150), { facts });
    expect(list.countUnread()).toBe(10);
    await list.readPage(1, 20);
    expect(list.firstUnread(9)).toEqual([1, 2]);
    expect(facts.get(media.list.path)?.total).toBe(150);
  });

  it('keeps the unlisted share of the last sweep when the length changes', async () => {
    const facts = factsOf(1000, 0.25);
    await createTestLoader(libraryOf(150), { facts }).list.readPage(1, 20);
    expect(facts.get(media.list.path)).toMatchObject({ unlistedShare: 0.25, total: 150 });
  });

  it('E6: a smaller limit than asked is another grid, and the widest from then on', async () => {
    const list = openPages(() => ({ page: 1, limit: 50, total: 120, totalPages: 3 }));
    expect(list.maxLimit()).toBe(100);
    await list.readPage(1, 100);
    expect(list.maxLimit()).toBe(50);
  });

  it.each([
    ['another page', { page: 2, limit: 100, total: 300, totalPages: 3 }],
    ['a wider limit', { page: 1, limit: 40, total: 300, totalPages: 8 }],
  ])(
    'E6: an echo of %s is UPSTREAM_INVALID_RESPONSE, and teaches nothing',
    async (_what, pagination) => {
      const facts = new Map<string, CollectionFacts>();
      const list = openPages(() => pagination, { facts });
      await expect(list.readPage(1, 20)).rejects.toMatchObject({
        code: 'UPSTREAM_INVALID_RESPONSE',
      });
      expect([list.known(), facts.size]).toEqual([undefined, 0]);
    },
  );

  describe('a kept page', () => {
    const path = (page: number): string => `${media.list.path}?page=${page}&limit=100`;
    const keptAt = (each: string): number | undefined => (each === path(1) ? 5 : undefined);

    it('shows the length of the list, and replaces no newer fact about it', async () => {
      const facts = factsOf(1000);
      const pagination = { page: 1, limit: 100, total: 300, totalPages: 3 };
      const list = openPages(() => pagination, { facts, keptAt });
      await list.readPage(1, 100);
      expect(list.firstUnread(9)).toEqual([2, 3]);
      expect(facts.get(media.list.path)?.total).toBe(1000);
    });

    it('is a fact where there is none', async () => {
      const facts = new Map<string, CollectionFacts>();
      const pagination = { page: 1, limit: 100, total: 300, totalPages: 3 };
      await openPages(() => pagination, { facts, keptAt }).readPage(1, 100);
      expect(facts.get(media.list.path)?.total).toBe(300);
    });

    it.each<[string, (number | undefined)[], number]>([
      ['fresh pages', [], 5],
      ['kept pages, the newer one first', [9, 8, 7], 3],
      ['kept pages, the newer one last', [0, 1, 2], 5],
      ['a kept page after a fresh one', [undefined, 5, 6], 3],
      ['a fresh page after kept ones', [5, 6], 5],
    ])('of %s the newest tells the length', async (_what, ages, expected) => {
      const list = openPages(growing, {
        keptAt: (each) => ages[[1, 2, 3].map(path).indexOf(each)],
      });
      for (const page of [1, 2, 3]) await list.readPage(page, 100);
      expect(list.known()?.totalPages).toBe(expected);
    });
  });
});

describe('a record that a list has shown is not read by id', () => {
  it('even between the need and the departure of its batch', async () => {
    const { list, load, requests, cost } = createTestLoader(libraryOf(250));
    const page = list.readPage(1, 20);
    await Promise.resolve();
    const record = load(idAt(3));
    await page;
    expect(await record).toMatchObject({ id: idAt(3) });
    expect([requests.length, cost.primed]).toEqual([1, 1]);
  });

  it('but an id that has failed stays failed, whatever a list shows later', async () => {
    const { list, load } = createTestLoader(libraryOf(250, { brokenIds: new Set([idAt(3)]) }));
    await expect(load(idAt(3))).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    await list.readPage(1, 20);
    await expect(load(idAt(3))).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
  });
});

describe('records that pages have shown', () => {
  const record = (id: string, name = id) => ({ ...sampleRecord('Media'), id, name });
  const show = async (...pages: (readonly unknown[])[]): Promise<PagedList<Media>> => {
    const list = openPages((page) => ({ page, limit: 100, total: 300, totalPages: 3 }), {}, pages);
    for (const page of pages.keys()) await list.readPage(page + 1, 100);
    return list;
  };

  it('are found by their ids on every page, also on one that comes after the first look', async () => {
    const page = (from: string) =>
      Array.from({ length: 100 }, (_, index) => record(`${from}${index}`));
    const shown = await show(page('a'), page('b'));
    for (const id of ['a0', 'a99', 'b0', 'b99']) expect(shown.find(id)).toMatchObject({ id });
    expect(shown.find('gone')).toBeUndefined();
  });

  it('of one id on two pages, as when an item has moved, the first counts', async () => {
    const shown = await show([record('a', 'first')], [record('a', 'second')]);
    expect(shown.find('a')).toMatchObject({ name: 'first' });
  });

  const odd = ['__proto__', 'constructor', 'toString', '7'];
  it.each(odd)('B10: %j is found where an item has it', async (id) => {
    expect((await show([record('a'), { id: 7 }, null, ['7']])).find(id)).toBeUndefined();
    expect((await show([record('a')], [record(id)])).find(id)).toMatchObject({ id });
  });
});

const some = (count: number, from = 0): string[] => places(count, from).map(idAt);

it.each<[string, number, readonly string[], boolean]>([
  ['more listed ids than pages: yes', 250, some(10), true],
  ['as many pages as ids: no', 1000, some(10), false],
  ['ids that are all gone: no', 250, some(10, 5000), false],
  ['gone ids beside a few listed ones: no', 250, [...some(3), ...some(10, 5000)], false],
  ['listed ids beside some gone ones: yes', 250, [...some(10), ...some(3, 5000)], true],
  ['more pages than half of what may go out together: no', 1700, some(60), false],
])(
  'whether a batch calls for a sweep from the start when it comes again: %s',
  async (_what, total, ids, expected) => {
    const loader = createTestLoader(libraryOf(total));
    await Promise.allSettled(ids.map(async (id) => loader.load(id)));
    expect(loader.sweepNotes).toEqual([expected]);
  },
);
