import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extentOf } from '../../../src/paging/place.js';
import { readWindow } from '../../../src/paging/window.js';
import { collection, direction, forAny, sizes, walks } from '../../paging/arbitrary.js';
import {
  createItems,
  createModel,
  itemsOf,
  keysOf,
  paginationOf,
  visibleOf,
} from '../../paging/model.js';
import { walk, walkAll } from '../../paging/walk.js';

describe('an endless collection of empty pages', () => {
  const limits = [1, 2, 7, 250].flatMap((maxReads) =>
    [true, false].map((isTrue) => [maxReads, isTrue] as const),
  );
  it.each(limits)(
    'E2: the error of the source ends it after %i reads, with a total: %s',
    async (maxReads, isTrue) => {
      for (const way of ['forward', 'backward'] as const)
        for (const wanted of [1, 20, 100]) {
          const model = createModel([], {
            lie: ({ page, limit }) => ({
              page,
              limit,
              totalPages: 1e9,
              total: isTrue ? 1e9 * limit : 0,
            }),
            beforeRead(count) {
              if (count > maxReads) throw new Error('spent');
            },
          });
          await expect(readWindow(model.source, way, wanted, undefined)).rejects.toThrow('spent');
          // All earlier reads got a response; the round that failed may hold one more.
          expect([1, 2]).toContain(model.reads.length - maxReads);
          expect(
            model.reads.every(({ page, limit }) => page >= 1 && limit >= 1 && limit <= 100),
          ).toBe(true);
        }
    },
  );

  it('E2: a first read that fails is the only one', async () => {
    const beforeRead = (): void => {
      throw new Error('refused');
    };
    const model = createModel(createItems(500), { beforeRead });
    await expect(readWindow(model.source, 'forward', 1000, undefined)).rejects.toThrow('refused');
    expect(model.reads).toHaveLength(1);
  });
});

describe('untrue totals', () => {
  it('pagination rule 2: where total and totalPages disagree, totalPages is believed', () => {
    expect(extentOf({ page: 1, limit: 20, total: 41, totalPages: 3 })).toBe(41);
    expect(extentOf({ page: 1, limit: 20, total: 5, totalPages: 3 })).toBe(60);
    expect(extentOf({ page: 1, limit: 20, total: 500, totalPages: 3 })).toBe(60);
    expect(extentOf({ page: 1, limit: 20, total: 0, totalPages: 1 })).toBe(20);
    expect(extentOf({ page: 1, limit: 20, total: 0, totalPages: 0 })).toBe(0);
  });

  // Where total is too small by a few and agrees with totalPages on some grid, nothing shows the
  // lie.
  it('E5: under a true totalPages every visible item comes once, though total is 0 or too large', async () => {
    const excess = fc.option(fc.nat(500));
    await forAny(500, [...walks, excess], async (text, way, wanted, more) => {
      const items = itemsOf(text);
      const total = more === null ? 0 : items.length + more;
      const model = createModel(items, { lie: (pagination) => ({ ...pagination, total }) });
      const keys = keysOf(await walkAll(model, way, wanted));
      expect(keys).toEqual(keysOf(visibleOf(items)));
    });
  });

  it('E5: under any total and totalPages a walk ends and delivers nothing twice and nothing out of order', async () => {
    const lie = fc.record({ total: fc.nat(900), totalPages: fc.option(fc.nat(60)) });
    await forAny(500, [...walks, lie], async (text, way, wanted, { total, totalPages }) => {
      const items = itemsOf(text);
      const model = createModel(items, {
        lie: ({ page, limit }) => ({
          page,
          limit,
          total,
          totalPages: totalPages ?? Math.ceil(total / limit),
        }),
      });
      const keys = keysOf(await walkAll(model, way, wanted));
      expect(keys).toEqual([...new Set(keys)].sort((a, b) => a - b));
      expect(model.reads.length).toBeLessThan(2000);
    });
  });

  it('E5: totals that change with every answer do not keep a walk from ending', async () => {
    await forAny(250, [...walks, fc.array(fc.nat(40))], async (text, way, wanted, all) => {
      let count = 0;
      const model = createModel(itemsOf(text), {
        lie(pagination) {
          count += 1;
          const total = pagination.total + (all[count % Math.max(1, all.length)] ?? 0);
          return { ...pagination, total, totalPages: Math.ceil(total / pagination.limit) };
        },
      });
      await walkAll(model, way, wanted);
      expect(model.reads.length).toBeLessThan(5000);
    });
  });
});

describe('an upstream that serves smaller pages than requested', () => {
  it.each([50, 7, 1])(
    'E6: at maxReads %i: every visible item comes once, in order',
    async (cap) => {
      await forAny(150, [collection, direction, sizes], async (text, way, wanted) => {
        const items = itemsOf(text.slice(0, 60 * cap));
        const model = createModel(items, { cap });
        const keys = keysOf(await walkAll(model, way, wanted));
        expect(keys).toEqual(keysOf(visibleOf(items)));
      });
    },
  );

  it('E6: costs one request more in an operation, then the pages of the smaller grid', async () => {
    const model = createModel(createItems(500), { cap: 50 });
    const { items } = await readWindow(model.source, 'forward', 200, undefined);
    expect(items).toHaveLength(200);
    expect(model.reads.map(({ limit }) => limit)).toEqual([100, 50, 50, 50, 50]);
  });

  it('E6: always continues past an unreadable item whose grid is no longer served', async () => {
    const items = itemsOf('##?.##.###'.repeat(5));
    const wide = await readWindow(createModel(items).source, 'forward', 10, undefined);
    const { place } = wide.items[2] ?? {};
    expect(place).toMatchObject({ id: null, limit: 10, index: 2, count: 8 });
    const narrow = await readWindow(createModel(items, { cap: 2 }).source, 'forward', 100, place);
    // It may be at 3 to 5, so what is certainly after it begins at 6.
    const past = visibleOf(items).filter(({ key }) => key > 5);
    expect(narrow.items.map(({ item }) => item.key)).toEqual(keysOf(past));
  });

  it('refuses a page that is wider than requested: it has no place on a grid', async () => {
    const model = createModel(createItems(50), {
      lie: (pagination) => ({ ...pagination, limit: 100 }),
    });
    await expect(readWindow(model.source, 'forward', 10, undefined)).rejects.toThrow(RangeError);
    expect(model.reads).toHaveLength(1);
  });
});

it('E10: the window is that of the collection as it is, whether the known length is right or out of date', async () => {
  await forAny(500, [...walks, fc.nat(600)], async (text, way, wanted, stale) => {
    const items = itemsOf(text);
    const model = createModel(items, { known: () => paginationOf(createItems(stale)) });
    const keys: number[] = [];
    for await (const window of walk(model, way, wanted)) {
      const page = window.items.map(({ item }) => item.key);
      keys.splice(way === 'forward' ? keys.length : 0, 0, ...page);
      expect(window.total).toBe(model.reads.length === 0 ? stale : items.length);
    }
    expect(keys).toEqual(keysOf(visibleOf(items)));
  });
});
