import type { Exchange } from '../upstream.js';

/**
 * Sequential waves: the length of the longest chain of requests, each of which arrived after the
 * response to the one before it had been written.
 */
export function countWaves(exchanges: readonly Exchange[]): number {
  const inOrder = exchanges.toSorted((one, other) => one.arrivedAt - other.arrivedAt);
  const depths: { readonly finishedAt: number; readonly depth: number }[] = [];
  for (const { arrivedAt, finishedAt } of inOrder) {
    const earlier = depths.filter((each) => each.finishedAt <= arrivedAt);
    depths.push({ finishedAt, depth: 1 + Math.max(0, ...earlier.map(({ depth }) => depth)) });
  }
  return Math.max(0, ...depths.map(({ depth }) => depth));
}
