import { describe, expect, it } from 'vitest';
import { type TestSystem, startSystem } from '../system/test-system.js';
import { ask, askMedia, count, mediaAt, places } from './ask.js';

const libraryOf = (media: number): Promise<TestSystem> => startSystem({ size: { media } });

/** Distinct places, scattered over the list by a small generator. */
function scattered(wanted: number, total: number): number[] {
  const found = new Set<number>();
  for (let state = 7; found.size < wanted; state = (state * 48_271) % 2_147_483_647) found.add(state % total);
  return [...found];
}

interface Case {
  readonly total: number;
  readonly where: string;
  readonly indexes: readonly number[];
  /** The documented bound: min(k, pages + ids not listed) + 1. */
  readonly max: number;
  /** Pages, and a sample if the first page has none of the ids. */
  readonly cold: number;
  /** With the length of the list known from the first run. */
  readonly warm: number;
}

const cases: readonly Case[] = [
  { total: 150, where: 'scattered', indexes: scattered(100, 150), max: 3, cold: 2, warm: 2 },
  { total: 150, where: 'the last 100', indexes: places(100, 50), max: 3, cold: 2, warm: 2 },
  { total: 150, where: 'the first 100', indexes: places(100), max: 3, cold: 1, warm: 2 },
  { total: 1000, where: 'scattered', indexes: scattered(100, 1000), max: 11, cold: 10, warm: 10 },
  { total: 1000, where: 'on the last page', indexes: places(100, 900), max: 11, cold: 11, warm: 10 },
  { total: 1000, where: 'on the first page', indexes: places(100), max: 11, cold: 1, warm: 10 },
];

describe('a batch of 100 media costs at most one request more than the cheaper of single reads and a sweep', () => {
  it.each(cases)('$total media, ids $where: at most $max', async ({ total, indexes, max, cold, warm }) => {
    const system = await libraryOf(total);
    const ids = indexes.map(mediaAt);
    const run = async (): Promise<number> => {
      let requests = 0;
      const seen = await count(system, async () => {
        const { data, errors, upstream } = await askMedia(system, ids);
        expect(errors).toEqual([]);
        expect(data['nodes']?.map((node) => node['id'])).toEqual(ids);
        requests = upstream?.requests ?? 0;
      });
      expect(seen).toBe(requests);
      return seen;
    };
    const costs = [await run(), await run()];
    expect(costs).toEqual([cold, warm]);
    expect(Math.max(...costs)).toBeLessThanOrEqual(max);
  });
});

describe('links of several parents are one batch', () => {
  it('media of items of several playlists are one batch', async () => {
    const system = await startSystem({ size: { media: 200, playlists: 6, playlistItems: 80 } });
    const requests = await count(system, () =>
      ask(system, '{ playlists(first: 6) { nodes { items(first: 100) { nodes { media { name } } } } } }'),
    );
    // One page of playlists, six of items, two of media, and the deleted file of the first playlist.
    expect(requests).toBe(1 + 6 + 2 + 1);
  });
});
