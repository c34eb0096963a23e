import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundaryAt, type Direction, type Place, spanOf } from '../../src/paging/place.js';
import { Walk } from '../../src/paging/walk.js';
import { readWindow } from '../../src/paging/window.js';
import { collection, direction, forAny, size } from './arbitrary.js';
import {
  createItems,
  createModel,
  type Item,
  itemsOf,
  keysOf,
  paginationOf,
  visibleOf,
} from './model.js';
import { throughCursor, walkAll } from './walk.js';

/** What a window must show of a collection at rest. */
function expected(
  items: readonly Item[],
  way: Direction,
  wanted: number,
  from: Item | undefined,
): Item[] {
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
    const step = fc.record({
      way: direction,
      wanted: size,
      edge: fc.nat(1000),
      isKnown: fc.boolean(),
    });
    await forAny(
      1000,
      [collection, fc.array(step, { minLength: 1, maxLength: 8 })],
      async (text, steps) => {
        const items = itemsOf(text);
        let from: Place | undefined;
        let anchor: Item | undefined;
        for (const { way, wanted, edge, isKnown } of steps) {
          const known = () => (isKnown ? paginationOf(items) : undefined);
          const { source, reads } = createModel(items, { known });
          const window = await readWindow(source, way, wanted, from);
          const slice = expected(items, way, wanted, anchor);
          expect(window.items.map(({ item }) => item.key)).toEqual(keysOf(slice));
          expect(window.total).toBe(items.length);
          const visible = visibleOf(items);
          const [first, last] = [slice[0] ?? anchor, slice.at(-1) ?? anchor];
          if (first !== undefined && first.key !== visible[0]?.key)
            expect(window.hasPreviousPage).toBe(true);
          if (last !== undefined && last.key !== visible.at(-1)?.key)
            expect(window.hasNextPage).toBe(true);
          if (slice.length < wanted)
            expect(way === 'forward' ? window.hasNextPage : window.hasPreviousPage).toBe(false);
          expect(reads.every(({ page, limit }) => page >= 1 && limit >= 1 && limit <= 100)).toBe(
            true,
          );
          const next = window.items[edge % Math.max(1, window.items.length)];
          if (next === undefined) continue;
          [from, anchor] = [throughCursor(next.place), next.item];
        }
      },
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

it('a window may hold more items than a call may have arguments', async () => {
  const model = createModel(createItems(150_000));
  const { items, hasNextPage } = await readWindow(model.source, 'forward', 150_000, undefined);
  expect([items.length, hasNextPage, model.reads.length]).toEqual([150_000, false, 1500]);
});

/**
 * Every page 3 of limit 5 with something visible: the true positions of what it shows, and their
 * places.
 */
function* everyPage(): Generator<{ positions: number[]; places: Place[] }> {
  for (let mask = 1; mask < 2 ** 5; mask += 1) {
    const positions = [11, 12, 13, 14, 15].filter(
      (position) => (mask & (1 << (position - 11))) !== 0,
    );
    const count = positions.length;
    const page = { limit: 5, page: 3, count, total: 40 };
    const places = positions.map((at, index) => ({ ...page, index, id: `item-${at}` }));
    yield { positions, places };
  }
}

describe('a place', () => {
  it('pagination rule 2: an item lies within its span, and at either end of it on some page', () => {
    const reached = new Map<string, Set<number>>();
    for (const { positions, places } of everyPage()) {
      places.forEach((place, index) => {
        const { near, far: hi } = spanOf(place, 'forward');
        const lo = near + 1;
        const at = positions[index] ?? NaN;
        expect(at >= lo && at <= hi).toBe(true);
        const key = `${place.index} of ${place.count}: ${lo}-${hi}`;
        reached.set(key, (reached.get(key) ?? new Set()).add(at));
      });
    }
    for (const [key, at] of reached)
      expect(key.endsWith(`: ${Math.min(...at)}-${Math.max(...at)}`)).toBe(true);
  });

  it('has an exact boundary at the edges of what its page shows and on a full page, elsewhere none', () => {
    for (const { places } of everyPage()) {
      for (const place of places) {
        const isFull = place.count === 5;
        const ahead = place.index === place.count - 1 ? 15 : isFull ? 11 + place.index : undefined;
        const behind = place.index === 0 ? 10 : isFull ? 10 + place.index : undefined;
        expect(boundaryAt(place, 'forward')).toBe(ahead);
        expect(boundaryAt(place, 'backward')).toBe(behind && -behind);
      }
    }
  });
});

it.each([
  ['forward', 60, { limit: 20, near: 20, far: 40 }],
  ['backward', -20, { limit: 20, near: -60, far: -40 }],
] as const)(
  'a walk %s never falls behind the boundary that it has reached',
  (direction, boundary, plan) => {
    const pagination = { page: 1, limit: 20, total: 40, totalPages: 2 };
    const walk = new Walk(direction, undefined, pagination);
    walk.advance({ ...plan, far: boundary }, []);
    walk.advance(plan, []);
    expect(walk).toMatchObject({ boundary, totalAtBoundary: 40 });
  },
);
