import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Direction, Place } from '../../src/paging/place.js';
import { readWindow } from '../../src/paging/window.js';
import { bounded } from '../fuzz/seed.js';
import { collection, direction, size } from './arbitrary.js';
import { createItems, createModel, type Item, itemsOf, keysOf, paginationOf, visibleOf } from './model.js';
import { throughCursor, walkAll } from './walk.js';

/** What a window must show of a collection at rest. */
function expected(items: readonly Item[], way: Direction, wanted: number, from: Item | undefined): Item[] {
  const visible = visibleOf(items);
  const place = visible.findIndex(({ key }) => key === from?.key);
  if (way === 'forward') {
    const start = from === undefined ? 0 : place + 1;
    return visible.slice(start, start + wanted);
  }
  const end = from === undefined ? visible.length : place;
  return visible.slice(Math.max(0, end - wanted), end);
}

describe('a collection at rest', () => {
  it('E10, pagination rule 2: shows what a slice of the visible items shows, from any edge, both ways', async () => {
    const step = fc.record({ way: direction, wanted: size, edge: fc.nat(1000), isKnown: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(collection, fc.array(step, { minLength: 1, maxLength: 8 }), async (text, steps) => {
        const items = itemsOf(text);
        let from: Place | undefined;
        let anchor: Item | undefined;
        for (const { way, wanted, edge, isKnown } of steps) {
          const { source, reads } = createModel(items, {
            known: () => (isKnown ? paginationOf(items) : undefined),
          });
          const window = await readWindow(source, way, wanted, from);
          const slice = expected(items, way, wanted, anchor);
          expect(window.items.map(({ item }) => item.key)).toEqual(keysOf(slice));
          expect(window.total).toBe(items.length);
          const visible = visibleOf(items);
          const [first, last] = [slice[0] ?? anchor, slice.at(-1) ?? anchor];
          if (first !== undefined && first.key !== visible[0]?.key) expect(window.hasPreviousPage).toBe(true);
          if (last !== undefined && last.key !== visible.at(-1)?.key) expect(window.hasNextPage).toBe(true);
          if (slice.length < wanted)
            expect(way === 'forward' ? window.hasNextPage : window.hasPreviousPage).toBe(false);
          for (const read of reads) {
            expect(read.page).toBeGreaterThanOrEqual(1);
            expect(read.limit).toBeGreaterThanOrEqual(1);
            expect(read.limit).toBeLessThanOrEqual(100);
          }
          const next = window.items[edge % Math.max(1, window.items.length)];
          if (next === undefined) continue;
          [from, anchor] = [throughCursor(next.place), next.item];
        }
      }),
      bounded(1000),
    );
  });

  it('E10: a walk of mixed sizes delivers every visible item once, in order', async () => {
    await fc.assert(
      fc.asyncProperty(
        collection,
        direction,
        fc.array(size, { minLength: 1, maxLength: 6 }),
        async (text, way, sizes) => {
          const items = itemsOf(text);
          const keys = keysOf(await walkAll(createModel(items), way, sizes));
          expect(keys).toEqual(keysOf(visibleOf(items)));
        },
      ),
      bounded(250),
    );
  });

  it('E1: an exhaustive grid of small collections agrees with the slice', async () => {
    for (let mask = 0; mask < 2 ** 7; mask += 1) {
      const items = createItems(7, (key) => (mask & (1 << (key - 1))) !== 0);
      for (const way of ['forward', 'backward'] as const) {
        for (const sizes of [[1], [2], [3], [4], [1, 3], [3, 1], [2, 5]]) {
          const keys = keysOf(await walkAll(createModel(items), way, sizes));
          expect(keys).toEqual(keysOf(visibleOf(items)));
        }
      }
    }
  });
});
