import { describe, expect, it } from 'vitest';
import { Budget } from '../../src/loaders/budget.js';
import { Memory } from '../../src/loaders/memory.js';
import { PagedList } from '../../src/loaders/paged-list.js';
import { PartnerError } from '../../src/partner/error.js';
import { type Media, media } from '../../src/partner/media.js';
import { ParsedPage } from '../../src/rest/page.js';

const broken = new PartnerError('UPSTREAM_INVALID_RESPONSE', 'broken');

/** A list of which these pages have been read. */
async function show(...pages: (readonly unknown[])[]): Promise<PagedList<Media>> {
  const waiting = pages.map((raw, index) => pageOf(raw, index + 1));
  const list = openList(() => waiting.shift());
  for (const page of pages.keys()) await list.readPage(page + 1, 100);
  return list;
}

function pageOf(raw: readonly unknown[], page: number): ParsedPage<Media> {
  const check = (item: unknown) =>
    typeof item === 'object' && item !== null && 'id' in item && typeof item.id === 'string'
      ? // The raw items here are items already.
        (item as Media)
      : broken;
  return new ParsedPage<Media>(raw, { page, limit: 100, total: 300, totalPages: 3 }, check);
}

const openList = (nextPage: () => ParsedPage<Media> | undefined): PagedList<Media> =>
  new PagedList({
    endpoint: media.list,
    parameters: {},
    memory: new Memory(new Budget(10).cost),
    keptAt: () => undefined,
    facts: undefined,
    now: () => 0,
    during: (read) => read,
    getPage: () => Promise.resolve(nextPage() ?? pageOf([], 1)),
  });

describe('records that pages have shown', () => {
  it('are found by their ids on every page, full pages included', async () => {
    const page = (from: string) =>
      Array.from({ length: 100 }, (_, index) => ({ id: `${from}${index}`, from }));
    const shown = await show(page('a'), page('b'), [{ id: 'last' }]);
    expect(shown.find('a0')).toEqual({ id: 'a0', from: 'a' });
    expect(shown.find('a99')).toEqual({ id: 'a99', from: 'a' });
    expect(shown.find('b0')).toEqual({ id: 'b0', from: 'b' });
    expect(shown.find('b99')).toEqual({ id: 'b99', from: 'b' });
    expect(shown.find('last')).toEqual({ id: 'last' });
    expect(shown.find('gone')).toBeUndefined();
  });

  it('are found on a page that comes after the first look', async () => {
    const waiting = [pageOf([{ id: 'a' }], 1), pageOf([{ id: 'b' }], 2)];
    const shown = openList(() => waiting.shift());
    await shown.readPage(1, 100);
    expect(shown.find('b')).toBeUndefined();
    await shown.readPage(2, 100);
    expect(shown.find('b')).toEqual({ id: 'b' });
  });

  it('of one id on two pages, as when an item has moved, the first counts', async () => {
    const shown = await show([{ id: 'a', from: 'first' }], [{ id: 'a', from: 'second' }]);
    expect(shown.find('a')).toEqual({ id: 'a', from: 'first' });
  });

  it('what breaks the contract is not found: neither by a number nor by what only looks like an id', async () => {
    const shown = await show([{ id: 7 }, null, 'text', ['b']]);
    for (const id of ['7', 'b', 'text', '']) expect(shown.find(id)).toBeUndefined();
  });

  it.each(['__proto__', 'constructor', 'toString', ''])(
    'B10: %j is found only where an item has that id',
    async (id) => {
      expect((await show([{ id: 'a' }])).find(id)).toBeUndefined();
      expect((await show([{ id: 'a' }, { id }])).find(id)).toEqual({ id });
    },
  );
});
