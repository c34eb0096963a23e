import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Direction } from '../../../src/paging/place.js';
import { readWindow, type Window } from '../../../src/paging/window.js';
import {
  collection,
  direction,
  forAny,
  readableCollection,
  size,
  sizes,
} from '../../paging/arbitrary.js';
import {
  type Change,
  changeKinds,
  changeOf,
  createChanger,
  createItem,
  createItems,
  createModel,
  type Item,
  itemsOf,
  keysOf,
  type ModelOptions,
  type PastEnd,
  visibleOf,
} from '../../paging/model.js';
import { keysIn, throughCursor, walk } from '../../paging/walk.js';

const pastEnds = ['nothing', 'last page as asked', 'last page as itself'] as const;
const pastEnd = fc.constantFrom<PastEnd>(...pastEnds);
const anyChange = changeOf(...changeKinds);
/** What happens before each request, in turn. */
const changes = fc.array(fc.array(anyChange, { maxLength: 5 }), { maxLength: 30 });

/** A model that changes before each of its reads. */
function createChanging(
  items: Item[],
  all: readonly (readonly Change[])[],
  options: ModelOptions = {},
) {
  const change = createChanger(items);
  return createModel(items, { ...options, beforeRead: (count) => all[count - 1]?.forEach(change) });
}

const idsIn = (window: Window<Item>): string[] =>
  window.items.map(({ item }) => item.id).filter((id) => id !== null);
const goesOn = (window: Window<Item>, way: Direction): boolean =>
  way === 'forward' ? window.hasNextPage : window.hasPreviousPage;

describe('a collection that changes between any two requests', () => {
  it('E7: a window holds no id twice, is short at the end alone, and the walk ends', async () => {
    const wide = fc.array(fc.oneof(size, fc.constantFrom(450, 1000)), {
      minLength: 1,
      maxLength: 4,
    });
    const any = [collection, direction, wide, pastEnd, changes] as const;
    await forAny(750, [...any], async (text, way, wanted, behind, all) => {
      const model = createChanging(itemsOf(text), all, { pastEnd: behind });
      let round = 0;
      for await (const window of walk(model, way, wanted)) {
        expect(new Set(idsIn(window)).size).toBe(idsIn(window).length);
        const isFull = window.items.length === wanted[round % wanted.length];
        if (!isFull) expect(goesOn(window, way)).toBe(false);
        round += 1;
      }
      expect(model.reads.length).toBeLessThan(1000);
    });
  });

  it('E7: what an upstream shows past the end changes nothing', async () => {
    await forAny(350, [collection, direction, sizes, changes], async (text, way, wanted, all) => {
      const runs = pastEnds.map(async (behind) => {
        const model = createChanging(itemsOf(text), all, { pastEnd: behind });
        const windows = [];
        for await (const window of walk(model, way, wanted))
          windows.push({
            ...window,
            items: window.items.map(({ item, place }) => ({ item, place })),
          });
        return { windows, reads: model.reads };
      });
      const [nothing, asked, itself] = await Promise.all(runs);
      expect(asked).toEqual(nothing);
      expect(itself).toEqual(nothing);
    });
  });

  it('E7: where items are only added, a forward window has the requested length', async () => {
    const added = fc.array(fc.array(changeOf('insert'), { maxLength: 5 }), { maxLength: 12 });
    await forAny(350, [readableCollection, fc.nat(1000), added], async (text, wanted, all) => {
      const items = itemsOf(text);
      const before = visibleOf(items).length;
      const { source } = createChanging(items, all);
      const { items: shown } = await readWindow(source, 'forward', wanted + 1, undefined);
      expect(shown.length).toBeGreaterThanOrEqual(Math.min(before, wanted + 1));
    });
  });
});

describe('a window that was caught by a change', () => {
  it.each(pastEnds)(
    'E7: it ends where 450 items shrink to 150, with %s past the end',
    async (behind) => {
      const model = createModel(createItems(450), {
        pastEnd: behind,
        beforeRead(count) {
          if (count === 2) model.items.splice(150);
        },
      });
      const window = await readWindow(model.source, 'forward', 1000, undefined);
      expect(keysIn(window.items)).toEqual(keysOf(createItems(150)));
      expect(window).toMatchObject({ hasNextPage: false, hasPreviousPage: false, total: 150 });
      expect(model.reads).toHaveLength(5);
    },
  );

  it('items that cannot be read have no id, and are kept', async () => {
    const window = await readWindow(createModel(itemsOf('?#??#')).source, 'forward', 5, undefined);
    expect(keysIn(window.items)).toEqual([1, 2, 3, 4, 5]);
  });

  it('an id that a page shows twice comes once, and the window is filled from behind', async () => {
    const items = createItems(30).map((item) =>
      item.key % 3 === 0 ? { ...item, id: 'again' } : item,
    );
    const model = createModel(items);
    const window = await readWindow(model.source, 'forward', 10, undefined);
    expect(keysIn(window.items)).toEqual([1, 2, 3, 4, 5, 7, 8, 10, 11, 13]);
  });
});

it.each(pastEnds)(
  'E7: where the end moves, with %s past it, the walk on from a place shows what a slice shows',
  async (behind) => {
    const stale = fc.record({ limit: size, page: fc.nat(449), left: fc.nat(450), wanted: size });
    await forAny(
      200,
      [stale, direction],
      async ({ limit: most, page: drawn, left, wanted }, way) => {
        const limit = Math.min(100, most);
        const page = 1 + (drawn % Math.floor(450 / limit));
        const at = page * limit;
        const place = { limit, page, index: limit - 1, count: limit, total: 450, id: `item-${at}` };
        const model = createModel(createItems(left), { pastEnd: behind });
        const window = await readWindow(model.source, way, wanted, throughCursor(place));
        const rest = keysOf(model.items).filter((key) => (way === 'forward' ? key > at : key < at));
        const expected = way === 'forward' ? rest.slice(0, wanted) : rest.slice(-wanted);
        expect(keysIn(window.items)).toEqual(expected);
        expect(goesOn(window, way)).toBe(rest.length > expected.length);
        expect(window.total).toBe(left);
      },
    );
  },
);

describe('items of which several may have one id', () => {
  const slots = (ids: readonly string[]): Item[] =>
    ids.map((id, index) => createItem(index + 1, false, id));

  it('E16: a collection at rest shows all of them', async () => {
    const ids = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 300 });
    await forAny(150, [ids, direction, size], async (all, way, wanted) => {
      const model = createModel(slots(all), { hasSlots: true });
      const window = await readWindow(model.source, way, wanted, undefined);
      const keys = keysOf(model.items);
      expect(keysIn(window.items)).toEqual(
        way === 'forward' ? keys.slice(0, wanted) : keys.slice(-wanted),
      );
    });
  });

  it('E7: one that the growth of the collection has moved to the next page comes once', async () => {
    const added = fc.array(fc.array(changeOf('insert'), { maxLength: 5 }), { maxLength: 12 });
    await forAny(
      350,
      [fc.integer({ min: 1, max: 450 }), fc.nat(600), added],
      async (total, wanted, all) => {
        const model = createChanging(createItems(total), all, { hasSlots: true });
        const window = await readWindow(model.source, 'forward', wanted + 1, undefined);
        expect(new Set(idsIn(window)).size).toBe(window.items.length);
      },
    );
  });

  it('E7: an item farther on than the growth explains is another one', async () => {
    const items = slots(Array.from({ length: 300 }, (_, index) => `slot ${index % 50}`));
    const model = createModel(items, {
      hasSlots: true,
      beforeRead(count) {
        if (count === 2)
          items.splice(0, 0, ...slots(['x', 'y', 'z']).map((item) => ({ ...item, key: 1000 })));
      },
    });
    const window = await readWindow(model.source, 'forward', 300, undefined);
    expect(keysIn(window.items)).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
  });
});

it('items of one id, in a list that changes, take a time that is linear in their number', async () => {
  const items = createItems(20_000).map((item) => ({ ...item, id: 'slot' }));
  const model = createModel(items, {
    hasSlots: true,
    lie: (pagination) => ({ ...pagination, total: pagination.page === 3 ? 19_999 : 20_000 }),
  });
  const before = process.cpuUsage();
  const { items: delivered } = await readWindow(model.source, 'forward', 20_000, undefined);
  const { user, system } = process.cpuUsage(before);
  expect(delivered.length).toBeGreaterThan(19_900);
  // Three times as long where each is compared with all before it.
  expect((user + system) / 1000).toBeLessThan(800);
});
