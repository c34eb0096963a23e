import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readWindow } from '../../../src/paging/window.js';
import { direction, forAny, readableCollection, sizes } from '../../paging/arbitrary.js';
import {
  type Change,
  changeOf,
  createChanger,
  createItem,
  createItems,
  createModel,
  type Item,
  itemsOf,
  keysOf,
  visibleOf,
} from '../../paging/model.js';
import { outermost, throughCursor, walk } from '../../paging/walk.js';

/** Fails when an item comes a second time that has not changed its position since the first. */
function createWitness(): (item: Item) => void {
  const movesAt = new Map<number, number>();
  return ({ key, moves }) => {
    expect(moves, `item ${key} comes twice`).not.toBe(movesAt.get(key));
    movesAt.set(key, moves);
  };
}

/**
 * What happens between two windows: anything but moves, or one move. See `readWindow` for the
 * reason.
 */
const gap: fc.Arbitrary<readonly Change[]> = fc.oneof(
  fc.array(changeOf('remove', 'insert', 'replace', 'hide', 'unhide'), { maxLength: 6 }),
  fc.tuple(changeOf('toFront', 'toEnd')),
);
/** And whether it happens to the item to continue from. */
const gaps = fc.array(fc.tuple(gap, fc.boolean()), { maxLength: 20 });

describe('a collection that changes between two windows', () => {
  it('E7: the walk ends, and no item that has kept its position comes twice', async () => {
    await forAny(
      1000,
      [readableCollection, direction, sizes, gaps],
      async (text, way, wanted, all) => {
        const model = createModel(itemsOf(text));
        const change = createChanger(model.items);
        const witness = createWitness();
        const pending = [...all];
        const next = (anchor: Item): void => {
          const [changes = [], isAtAnchor] = pending.shift() ?? [];
          const at = model.items.findIndex(({ key }) => key === anchor.key);
          for (const one of changes) change(isAtAnchor === true ? { ...one, at } : one);
        };
        for await (const { items } of walk(model, way, wanted, next))
          for (const { item } of items) witness(item);
        expect(model.reads.length).toBeLessThan(1000);
      },
    );
  });

  const ways = ['forward', 'backward'] as const;
  const kinds = ways.flatMap((way) =>
    (['remove', 'insert'] as const).map((kind) => [way, kind] as const),
  );
  it.each(kinds)(
    'E7: %s, no item is skipped while the one to go on from stays: %s',
    async (way, kind) => {
      const gaps = fc.array(fc.array(changeOf(kind), { maxLength: 5 }), { maxLength: 15 });
      await forAny(750, [readableCollection, sizes, gaps], async (text, wanted, changes) => {
        const model = createModel(itemsOf(text));
        const change = createChanger(model.items);
        const before = visibleOf(model.items);
        const seen: number[] = [];
        const pending = [...changes];
        const next = (anchor: Item): void => {
          for (const one of pending.shift() ?? []) {
            if (kind === 'insert' || model.items[one.at % model.items.length]?.key !== anchor.key)
              change(one);
          }
        };
        for await (const { items } of walk(model, way, wanted, next))
          seen.push(...items.map(({ item }) => item.key));
        const missing = before.filter(
          (item) => model.items.includes(item) && !seen.includes(item.key),
        );
        expect(keysOf(missing)).toEqual([]);
        if (way === 'forward' && kind === 'remove') expect(new Set(seen).size).toBe(seen.length);
      });
    },
  );

  it('E7: a removal before the place costs one request more, and the item that shifted is not skipped', async () => {
    const model = createModel(createItems(60));
    const first = await readWindow(model.source, 'forward', 20, undefined);
    model.items.splice(4, 1);
    const place = outermost(first.items, 'forward')?.place;
    const second = await readWindow(model.source, 'forward', 20, place && throughCursor(place));
    expect(second.items.map(({ item }) => item.key)).toEqual(keysOf(createItems(60).slice(20, 40)));
    expect(model.reads).toHaveLength(3);
  });

  it('E7: an item before the place is not shown again when items are added in front of it', async () => {
    const model = createModel(createItems(60));
    const change = createChanger(model.items);
    const first = await readWindow(model.source, 'forward', 20, undefined);
    change({ kind: 'insert', at: 0 });
    const place = outermost(first.items, 'forward')?.place;
    const second = await readWindow(model.source, 'forward', 20, place && throughCursor(place));
    expect(second.items[0]?.item.key).toBe(21);
  });

  it('E7: continues at the old place when the item to continue from has changed places with an earlier one', async () => {
    const model = createModel(createItems(30));
    const first = await readWindow(model.source, 'forward', 7, undefined);
    const [one, seven] = [model.items[0], model.items[6]];
    if (one === undefined || seven === undefined) throw new Error('The model holds 30 items.');
    [model.items[0], model.items[6]] = [seven, one];
    const second = await readWindow(
      model.source,
      'forward',
      10,
      outermost(first.items, 'forward')?.place,
    );
    // Item 1 has moved to where the walk is; items 2 to 6 have not, and do not come again.
    expect(second.items.slice(-9).map(({ item }) => item.key)).toEqual([
      8, 9, 10, 11, 12, 13, 14, 15, 16,
    ]);
    expect(second.items.map(({ item }) => item.key)).not.toContain(2);
  });

  it('looks back at most 100 positions, whatever has been removed', async () => {
    const model = createModel(createItems(1000));
    const { items } = await readWindow(model.source, 'forward', 600, undefined);
    model.items.splice(450);
    const reads = model.reads.length;
    const window = await readWindow(model.source, 'forward', 20, items.at(-1)?.place);
    expect(window).toMatchObject({ items: [], hasNextPage: false, total: 450 });
    expect(model.reads.length - reads).toBe(1);
  });

  it('does not look back for an unreadable item, which it would not find', async () => {
    const model = createModel(itemsOf(`${'#'.repeat(19)}?${'#'.repeat(40)}`));
    const { items } = await readWindow(model.source, 'forward', 20, undefined);
    model.items.splice(2, 1);
    const window = await readWindow(model.source, 'forward', 20, items.at(-1)?.place);
    expect(window.items.map(({ item }) => item.key)).toEqual(keysOf(createItems(41).slice(21)));
    expect(model.reads).toHaveLength(2);
  });

  it('an item put in front of the first one is found when the walk asks again', async () => {
    const model = createModel(createItems(5));
    const { items } = await readWindow(model.source, 'forward', 2, undefined);
    const place = items[0]?.place;
    const before = await readWindow(model.source, 'backward', 5, place);
    expect(before).toEqual({ items: [], hasNextPage: true, hasPreviousPage: false, total: 5 });
    createChanger(model.items)({ kind: 'insert', at: 0 });
    const after = await readWindow(model.source, 'backward', 5, place);
    expect(after.items.map(({ item }) => item.key)).toEqual([1001]);
  });
});

describe('a collection that changes between two requests of a window', () => {
  it('E7: the walk ends, and no item that has kept its position comes twice', async () => {
    const single = changeOf('remove', 'insert', 'replace', 'hide', 'unhide');
    const changes = fc.array(fc.option(single), { maxLength: 30 });
    await forAny(
      600,
      [readableCollection, direction, sizes, changes],
      async (text, way, wanted, all) => {
        const pending = [...all];
        const items = itemsOf(text);
        const change = createChanger(items);
        const beforeRead = (): void => {
          const one = pending.shift();
          if (one != null) change(one);
        };
        const model = createModel(items, { beforeRead });
        const witness = createWitness();
        for await (const window of walk(model, way, wanted))
          for (const { item } of window.items) witness(item);
        expect(model.reads.length).toBeLessThan(1000);
      },
    );
  });

  it('a walk over repeated ids ends', async () => {
    const ids = fc.array(fc.constantFrom('a', 'b', null), { maxLength: 60 });
    const isHidden = fc.array(fc.boolean(), { maxLength: 60 });
    await forAny(500, [ids, isHidden, direction, sizes], async (all, hidden, way, wanted) => {
      const items = all.map((id, index) => createItem(index + 1, hidden[index], id));
      const model = createModel(items);
      let windows = 0;
      for await (const window of walk(model, way, wanted))
        windows += Math.min(1, window.items.length);
      expect(windows).toBeLessThanOrEqual(items.length + 1);
    });
  });
});
