import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Direction } from '../../src/paging/place.js';
import { readWindow } from '../../src/paging/window.js';
import { direction, forAny, readableCollection, size, sizes } from '../paging/arbitrary.js';
import { createItems, createModel, itemsOf, paginationOf } from '../paging/model.js';
import { places } from './ask.js';
import { keysIn, outermost, planFromBoundary, walk, walkAll } from '../paging/walk.js';

describe('requests where nothing is hidden', () => {
  it('E10: a uniform walk of 1 to 100 costs one request a page, both ways', async () => {
    for (let wanted = 1; wanted <= 100; wanted += 1) {
      const total = (3 + (wanted % 4)) * wanted - (wanted % 3);
      const pages = Math.ceil(total / wanted);
      const forward = createModel(createItems(total));
      await walkAll(forward, 'forward', [wanted]);
      expect(forward.reads).toHaveLength(pages);
      const items = createItems(pages * wanted);
      const backward = createModel(items, { known: () => paginationOf(items) });
      await walkAll(backward, 'backward', [wanted]);
      expect(backward.reads).toHaveLength(pages);
    }
  });

  it('E11: first 101 to 1000 costs ceil(n / 100) requests in two rounds, one where the end is known', async () => {
    for (let wanted = 101; wanted <= 1000; wanted += 29) {
      for (const isKnown of [false, true]) {
        const items = createItems(1200);
        const model = createModel(items, {
          known: () => (isKnown ? paginationOf(items) : undefined),
        });
        const { items: found } = await readWindow(model.source, 'forward', wanted, undefined);
        expect(found).toHaveLength(wanted);
        expect(model.reads).toHaveLength(Math.ceil(wanted / 100));
        expect(model.rounds).toBe(isKnown ? 1 : 2);
      }
    }
  });

  it('first and last wider than a small collection cost one request', async () => {
    for (const total of [0, 1, 20, 99, 100]) {
      for (const wanted of [101, 150, 199, 250, 1000]) {
        for (const way of ['forward', 'backward'] as const) {
          const model = createModel(createItems(total));
          const { items } = await readWindow(model.source, way, wanted, undefined);
          expect(items).toHaveLength(total);
          expect(model.reads).toHaveLength(1);
        }
      }
    }
  });

  it('last from the end costs one request more than the pages, to know the end', async () => {
    const model = createModel(createItems(437));
    const { items } = await readWindow(model.source, 'backward', 250, undefined);
    expect(keysIn(items)).toEqual(places(250, 188));
    expect(model.reads).toHaveLength(1 + 3);
    expect(model.rounds).toBe(2);
  });

  it('mixed sizes cost what the plan from the boundary costs', async () => {
    await forAny(
      150,
      [fc.nat(450), fc.array(size, { minLength: 1, maxLength: 6 })],
      async (total, mixed) => {
        const items = createItems(total);
        const model = createModel(items, { known: () => paginationOf(items) });
        let boundary = 0;
        let expected = 0;
        for await (const window of walk(model, 'forward', mixed)) {
          const wanted = window.items.length;
          if (wanted === 0) break;
          const options = {
            direction: 'forward',
            maxLimit: 100,
            extent: boundary + wanted,
          } as const;
          const { first, last } = planFromBoundary(boundary, wanted, options);
          expected += last - first + 1;
          expect(model.reads).toHaveLength(expected);
          boundary += wanted;
        }
      },
    );
  });
});

describe('requests past hidden items', () => {
  /**
   * The minimum of requests for the positions of a window, if hidden items were known beforehand.
   */
  function optimum(way: Direction, anchor: number, to: number): number {
    const span = Math.abs(to - anchor);
    const boundary = way === 'forward' ? anchor : anchor - 1;
    const extent = Math.max(anchor, to);
    const plan = planFromBoundary(boundary, span, { direction: way, maxLimit: 100, extent });
    return plan.last - plan.first + 1;
  }

  // The best plan knows where the window ends; a round may straddle one page more than needed, and
  // end where the best plan continues. A round reads four times as much as the one before, so that
  // four lead from one item to a full page.
  it('E1: cost the best plan, one more, and two for each further round; four rounds and one for each 100 positions', async () => {
    await forAny(1000, [readableCollection, direction, sizes], async (text, way, wanted) => {
      const items = itemsOf(text);
      const model = createModel(items, { known: () => paginationOf(items) });
      let anchor = way === 'forward' ? 0 : items.length + 1;
      let [reads, previousRounds, count] = [0, 0, 0];
      for await (const window of walk(model, way, wanted)) {
        const edge = outermost(window.items, way)?.item.key ?? anchor;
        const isFull = window.items.length === wanted[count % wanted.length];
        const end = way === 'forward' ? items.length : 1;
        const to = isFull ? edge : end;
        const [spent, rounds] = [model.reads.length - reads, model.rounds - previousRounds];
        if (to === anchor) expect(spent).toBeLessThanOrEqual(1);
        else {
          expect(spent).toBeLessThanOrEqual(optimum(way, anchor, to) + 2 * rounds - 1);
          expect(rounds).toBeLessThanOrEqual(Math.ceil(Math.abs(to - anchor) / 100) + 4);
        }
        [reads, previousRounds, count, anchor] = [
          model.reads.length,
          model.rounds,
          count + 1,
          edge,
        ];
      }
    });
  });

  it('crosses a hidden stretch in steps of at least 1, 4, 16, 64 and then 100', async () => {
    const model = createModel(createItems(600, (key) => key > 1 && key < 500));
    const { items } = await readWindow(model.source, 'forward', 2, undefined);
    expect(keysIn(items)).toEqual([1, 500]);
    const edges = model.reads.map(({ page, limit }) => page * limit);
    expect(edges).toEqual([2, 6, 22, 86, 172, 258, 344, 430, 516, 602]);
  });

  it('read the narrow page of an unreadable item alone, then continue with wide ones', async () => {
    const known = () => paginationOf(createItems(305));
    const model = createModel(itemsOf(`#?.##${'#'.repeat(300)}`), { known });
    const { items } = await readWindow(model.source, 'forward', 5, undefined);
    const reads = model.reads.length;
    const window = await readWindow(model.source, 'forward', 250, items[1]?.place);
    expect(keysIn(window.items)).toEqual(places(250, 4));
    expect(model.reads.length - reads).toBe(1 + 3);
  });
});
