import { describe, expect, it } from 'vitest';
import type { SimulatorOptions } from '../../src/simulator/simulator.js';
import { connections } from './connection.js';
import { startSystem } from './test-system.js';
import { idsOf, sizes, walk } from './connection-walk.js';

describe('walking through a connection', () => {
  it.each(connections)('$name: pages of one size are one REST request each', async (connection) => {
    const system = await startSystem();
    const all = await idsOf(system, connection);
    expect(all).toHaveLength(sizes[connection.name] ?? -1);
    for (const size of [20, 36, 100]) {
      const { ids, requests, slices } = await walk(system, connection, 'forward', size);
      expect(ids).toEqual(all);
      expect(requests).toEqual(
        requests.map((_paths, index) => [`${connection.path}?page=${index + 1}&limit=${size}`]),
      );
      expect(requests).toHaveLength(Math.ceil(all.length / size));
      for (const { total, codes } of slices) expect([total, codes]).toEqual([all.length, []]);
    }
  });

  it.each(connections)('E12 $name: from the end, one more request finds the end', async (connection) => {
    const system = await startSystem();
    const all = await idsOf(system, connection);
    const narrow = await walk(system, connection, 'backward', 20);
    expect(narrow.ids).toEqual(all);
    expect(narrow.requests[0]?.length).toBeLessThanOrEqual(2);
    for (const paths of narrow.requests.slice(1)) expect(paths).toHaveLength(1);
    // The last hundred items may span two pages of 100.
    const wide = await walk(system, connection, 'backward', 100);
    expect(wide.ids).toEqual(all);
    expect(wide.requests[0]?.length).toBeLessThanOrEqual(3);
    for (const paths of wide.requests.slice(1)) expect(paths.length).toBeLessThanOrEqual(2);
  });

  const hiddenItems: readonly [string, SimulatorOptions][] = [
    ['every third item is hidden', { hiddenEvery: 3 }],
    ['the first hundred items are hidden', { emptyPages: [0] }],
    ['hidden hundreds and single hidden items', { hiddenEvery: 7, emptyPages: [0, 2, 4] }],
  ];

  it.each(hiddenItems)('E1, E10, pagination rule 2: %s', async (_name, options) => {
    const system = await startSystem(options);
    for (const connection of connections) {
      const all = await idsOf(system, connection);
      for (const mix of [[20], [9, 41], [250]]) {
        const forward = await walk(system, connection, 'forward', ...mix);
        expect(forward.ids).toEqual(all);
        // Fewer items than requested mean the end.
        for (const [index, { ids, total }] of forward.slices.slice(0, -1).entries()) {
          expect(total).toBe(sizes[connection.name]);
          const isFull = ids.length === mix[index % mix.length];
          const isLast = forward.slices.slice(index + 1).every((later) => later.ids.length === 0);
          expect(isFull || isLast).toBe(true);
        }
        expect((await walk(system, connection, 'backward', ...mix)).ids).toEqual(all);
      }
    }
  });

  it('an empty collection has no edges', async () => {
    const system = await startSystem({ size: { screens: 0, playlists: 0, media: 0 } });
    for (const connection of connections.slice(0, 3))
      for (const args of [{}, { first: 10 }, { first: 0 }, { last: 10 }, { page: 1 }, { page: 9 }]) {
        const { ids, total, pageInfo, codes } = await connection.read(system, args);
        expect({ ids, total, codes, pageInfo }, JSON.stringify(args)).toEqual({
          ids: [],
          total: 0,
          codes: [],
          pageInfo: {
            hasNextPage: false,
            hasPreviousPage: 'page' in args && args.page === 9,
            startCursor: null,
            endCursor: null,
          },
        });
      }
  });
});
