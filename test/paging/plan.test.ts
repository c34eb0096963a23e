import { describe, expect, it } from 'vitest';
import { entryOf, planFrom } from '../../src/paging/plan.js';
import { stride } from '../fuzz/draw.js';
import { type Pages, pagesOf, planFromBoundary } from './walk.js';

const requestsOf = ({ first, last }: Pages): number => last - first + 1;

/**
 * The minimum of requests over `wanted` positions after each boundary, where every page may be of
 * another grid and may begin at or before the boundary that the pages before it have reached.
 * Dynamic programming.
 */
function mixedOptimum(boundary: number, wanted: number, maxLimit: number): number {
  const end = boundary + wanted;
  const minRequests = Array<number>(end + maxLimit + 1).fill(0);
  for (let reached = end - 1; reached >= boundary; reached -= 1) {
    let best = Infinity;
    for (let limit = 1; limit <= maxLimit; limit += 1) {
      const behind = (Math.floor(reached / limit) + 1) * limit;
      best = Math.min(best, 1 + (minRequests[behind] ?? 0));
    }
    minRequests[reached] = best;
  }
  return minRequests[boundary] ?? 0;
}

/** The same backward: every page may end at or behind the boundary. */
function mixedOptimumBackward(boundary: number, wanted: number, maxLimit: number): number {
  const end = Math.max(0, boundary - wanted);
  const minRequests = Array<number>(boundary + 1).fill(0);
  for (let reached = end + 1; reached <= boundary; reached += 1) {
    let best = Infinity;
    for (let limit = 1; limit <= maxLimit; limit += 1) {
      const before = (Math.ceil(reached / limit) - 1) * limit;
      best = Math.min(best, 1 + (minRequests[before] ?? 0));
    }
    minRequests[reached] = best;
  }
  return minRequests[boundary] ?? 0;
}

describe('a plan from a boundary', () => {
  it('covers exactly the positions that are wanted, on a grid of the contract', () => {
    for (let boundary = 0; boundary <= 130; boundary += stride) {
      for (let wanted = 1; wanted <= 220; wanted += 3 * stride) {
        for (const direction of ['forward', 'backward'] as const) {
          const { limit, first, last } = planFromBoundary(boundary, wanted, {
            direction,
            maxLimit: 100,
          });
          if (direction === 'backward' && boundary === 0) continue;
          const [lo, hi] =
            direction === 'forward'
              ? [boundary + 1, boundary + wanted]
              : [Math.max(1, boundary - wanted + 1), boundary];
          expect(limit).toBeGreaterThanOrEqual(1);
          expect(limit).toBeLessThanOrEqual(100);
          expect(first).toBeGreaterThanOrEqual(1);
          expect({ limit, first, last }).toEqual({
            limit,
            first: Math.ceil(lo / limit),
            last: Math.ceil(hi / limit),
          });
        }
      }
    }
  });

  // A plan of pages of different grids could be cheaper. It never is: no difference is left in any
  // of these cases, so nothing is lost by uniform grids, whose pages do not overlap and can be read
  // together.
  it.each([
    { maxLimit: 100, boundaries: 60, sizes: 210 },
    { maxLimit: 7, boundaries: 60, sizes: 60 },
    { maxLimit: 3, boundaries: 30, sizes: 30 },
  ])(
    'E10: costs what the best mixture of grids up to $maxLimit costs',
    ({ maxLimit, boundaries, sizes }) => {
      for (let boundary = 0; boundary <= boundaries; boundary += stride) {
        for (let wanted = 1; wanted <= sizes; wanted += stride) {
          const extent = boundary + wanted;
          const forward = planFromBoundary(boundary, wanted, {
            direction: 'forward',
            maxLimit,
            extent,
          });
          expect(requestsOf(forward)).toBe(mixedOptimum(boundary, wanted, maxLimit));
          if (boundary === 0) continue;
          const backward = planFromBoundary(boundary, wanted, { direction: 'backward', maxLimit });
          expect(requestsOf(backward)).toBe(mixedOptimumBackward(boundary, wanted, maxLimit));
        }
      }
    },
  );

  it('prefers a line at the boundary, then fewer items', () => {
    const options = { direction: 'forward', maxLimit: 100 } as const;
    // One request of limit 15 or more would do unaligned (16..30); 20 has a line at 20.
    expect(planFromBoundary(20, 10, options)).toEqual({ limit: 10, first: 3, last: 3 });
    expect(planFromBoundary(20, 7, options)).toEqual({ limit: 10, first: 3, last: 3 });
    // 23 is prime: aligned pages of 1 or 23 cost more than, or read more than, nothing aligned at
    // all does.
    expect(planFromBoundary(23, 10, options)).toEqual({ limit: 23, first: 2, last: 2 });
    expect(planFromBoundary(23, 30, options)).toEqual({ limit: 53, first: 1, last: 1 });
  });

  it('takes the widest page first where the end is unknown and one page will not do', () => {
    const options = { direction: 'forward', maxLimit: 100 } as const;
    expect(planFromBoundary(0, 150, options)).toEqual({ limit: 100, first: 1, last: 2 });
    expect(planFromBoundary(0, 150, { ...options, extent: 1000 })).toEqual({
      limit: 75,
      first: 1,
      last: 2,
    });
  });

  it('asks for nothing beyond a known end', () => {
    const options = { direction: 'forward', maxLimit: 100, extent: 30 } as const;
    expect(planFromBoundary(20, 100, options)).toEqual({ limit: 10, first: 3, last: 3 });
  });
});

describe('a plan that finds an item again', () => {
  const unaligned = { next: 23, anchor: { near: 17, far: 23, limit: undefined } } as const;

  it('begins behind the places where the item may be, or before all of them, never in between', () => {
    for (let limit = 1; limit <= 100; limit += 1) {
      const edge = Math.floor(entryOf(unaligned, limit) / limit) * limit;
      expect(edge <= 17 || edge === 23).toBe(true);
    }
  });

  it('crosses hidden positions behind the item on any grid', () => {
    const start = { next: 130, anchor: { near: 17, far: 23, limit: undefined } };
    const plan = planFrom(start, 220, { maxLimit: 100, minLimit: 1, end: 1000 });
    expect(pagesOf(plan, 'forward')).toEqual({ limit: 65, first: 3, last: 4 });
    expect(entryOf(start, 40)).toBe(130);
  });

  it('looks for an unreadable item on its own grid alone', () => {
    const anchor = { near: 41, far: 55, limit: 20 };
    const options = { maxLimit: 100, minLimit: 1, end: 1000 } as const;
    expect(pagesOf(planFrom({ next: 41, anchor }, 65, options), 'forward')).toEqual({
      limit: 20,
      first: 3,
      last: 4,
    });
    expect(() => planFrom({ next: 41, anchor }, 65, { ...options, maxLimit: 10 })).toThrow(
      RangeError,
    );
  });
});
