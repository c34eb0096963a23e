import { describe, expect, it } from 'vitest';
import { boundaryAt, type Place, spanOf } from '../../src/paging/place.js';
import { advance, type Walk } from '../../src/paging/walk.js';

/** Every page 3 of limit 5 with something visible: the true positions of what it shows, and their places. */
function* everyPage(): Generator<{ positions: number[]; places: Place[] }> {
  for (let mask = 1; mask < 2 ** 5; mask += 1) {
    const positions = [11, 12, 13, 14, 15].filter((position) => (mask & (1 << (position - 11))) !== 0);
    const count = positions.length;
    const places = positions.map((at, index) => ({
      limit: 5,
      page: 3,
      index,
      count,
      total: 40,
      id: `item-${at}`,
    }));
    yield { positions, places };
  }
}

describe('a place', () => {
  it('pagination rule 2: an item lies within its span, and at either end of it on some page', () => {
    const reached = new Map<string, Set<number>>();
    for (const { positions, places } of everyPage()) {
      places.forEach((place, index) => {
        const { lo, hi } = spanOf(place);
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
        expect(boundaryAt(place, 'backward')).toBe(behind);
      }
    }
  });
});

describe('a walk', () => {
  it.each([
    ['forward', 60, { limit: 20, first: 2, last: 2 }],
    ['backward', 20, { limit: 20, first: 3, last: 3 }],
  ] as const)('%s never falls behind the boundary that it has reached', (direction, boundary, plan) => {
    const facts = {
      extent: 40,
      isExtentSeen: true,
      total: 40,
      hasChanged: false,
      totalAtBoundary: 41,
      cap: 100,
      rereads: 0,
    };
    const walk: Walk = { direction, boundary, anchor: undefined, ...facts };
    advance(walk, plan, []);
    expect(walk).toMatchObject({ boundary, totalAtBoundary: 40 });
  });
});
