import { describe, expect, it } from 'vitest';
import type { SimulatorOptions } from '../../src/simulator/simulator.js';
import { type Arguments, type Connection, connections, type Slice } from './connection.js';
import { type TestSystem, startSystem } from './test-system.js';
import { pathsOf, readAll } from './rest.js';

/** Items of each collection of the demo data. */
const sizes: Readonly<Record<string, number>> = {
  screens: 240,
  playlists: 36,
  media: 420,
  'Playlist.items': 250,
};

/** Ids of all visible items, read from the REST list itself. */
async function idsOf({ simulator }: TestSystem, { path }: Connection): Promise<string[]> {
  return (await readAll(simulator, path)).map(({ id, slotId }) => String(id ?? slotId));
}

interface Walk {
  readonly stretches: readonly Slice[];
  readonly ids: readonly string[];
  /** REST requests for the list, for each stretch. */
  readonly requests: readonly (readonly string[])[];
}

/** Goes on from cursor to cursor until the connection says that it ends; sizes are used in turn. */
async function walk(
  system: TestSystem,
  connection: Connection,
  direction: 'forward' | 'backward',
  ...wanted: readonly number[]
): Promise<Walk> {
  const stretches: Slice[] = [];
  const requests: string[][] = [];
  let cursor: string | null = null;
  for (let step = 0; ; step += 1) {
    const size = wanted[step % wanted.length] ?? 1;
    const args: Arguments =
      direction === 'forward' ? { first: size, after: cursor } : { last: size, before: cursor };
    const paths = await pathsOf(system.simulator, async () => {
      stretches.push(await connection.read(system, args));
    });
    requests.push(paths.filter((path) => path.startsWith(`${connection.path}?`)));
    const { pageInfo, ids = [] } = stretches.at(-1) ?? {};
    const goesOn = direction === 'forward' ? pageInfo?.hasNextPage : pageInfo?.hasPreviousPage;
    if (goesOn !== true || ids.length === 0 || step > 500) break;
    cursor = (direction === 'forward' ? pageInfo?.endCursor : pageInfo?.startCursor) ?? null;
  }
  const inOrder = direction === 'forward' ? stretches : stretches.toReversed();
  return { stretches, ids: inOrder.flatMap(({ ids }) => ids), requests };
}

describe('walking through a collection', () => {
  it.each(connections)('$name: pages of one size are one REST request each', async (connection) => {
    const system = await startSystem();
    const all = await idsOf(system, connection);
    expect(all).toHaveLength(sizes[connection.name] ?? -1);
    for (const size of [20, 36, 100]) {
      const { ids, requests, stretches } = await walk(system, connection, 'forward', size);
      expect(ids).toEqual(all);
      expect(requests).toEqual(
        requests.map((_paths, index) => [`${connection.path}?page=${index + 1}&limit=${size}`]),
      );
      expect(requests).toHaveLength(Math.ceil(all.length / size));
      for (const { total, codes } of stretches) expect([total, codes]).toEqual([all.length, []]);
    }
  });

  it.each(connections)(
    'E12 $name: from the end, one request more tells where the end is',
    async (connection) => {
      const system = await startSystem();
      const all = await idsOf(system, connection);
      const narrow = await walk(system, connection, 'backward', 20);
      expect(narrow.ids).toEqual(all);
      expect(narrow.requests[0]?.length).toBeLessThanOrEqual(2);
      for (const paths of narrow.requests.slice(1)) expect(paths).toHaveLength(1);
      // A hundred items that do not end with a page of 100 lie on two of them.
      const wide = await walk(system, connection, 'backward', 100);
      expect(wide.ids).toEqual(all);
      expect(wide.requests[0]?.length).toBeLessThanOrEqual(3);
      for (const paths of wide.requests.slice(1)) expect(paths.length).toBeLessThanOrEqual(2);
    },
  );

  it.each(connections)('E10 $name: any mix of sizes shows each item once, in order', async (connection) => {
    const system = await startSystem();
    const all = await idsOf(system, connection);
    const mixes = [
      [7, 100, 13],
      [150, 1, 30, 8],
      [99, 101],
    ] as const;
    for (const mix of mixes) {
      expect((await walk(system, connection, 'forward', ...mix)).ids).toEqual(all);
      expect((await walk(system, connection, 'backward', ...mix)).ids).toEqual(all);
    }
  });

  const hiding: readonly [string, SimulatorOptions][] = [
    ['every third item is hidden', { hiddenEvery: 3 }],
    ['every second item is hidden', { hiddenEvery: 2 }],
    ['the first hundred places are empty', { emptyPages: [0] }],
    ['a hundred places in the middle are empty', { emptyPages: [1] }],
    ['empty stretches and hidden items', { hiddenEvery: 7, emptyPages: [0, 2, 4] }],
  ];

  it.each(hiding)('E1, pagination rule 2: %s', async (_name, options) => {
    const system = await startSystem(options);
    for (const connection of connections) {
      const all = await idsOf(system, connection);
      for (const mix of [[20], [9, 41], [250]]) {
        const forward = await walk(system, connection, 'forward', ...mix);
        expect(forward.ids).toEqual(all);
        // Fewer than asked means the end.
        for (const [index, { ids, total }] of forward.stretches.slice(0, -1).entries()) {
          expect(total).toBe(sizes[connection.name]);
          const isFull = ids.length === mix[index % mix.length];
          const isLast = forward.stretches.slice(index + 1).every((later) => later.ids.length === 0);
          expect(isFull || isLast).toBe(true);
        }
        expect((await walk(system, connection, 'backward', ...mix)).ids).toEqual(all);
      }
    }
  });

  it('E1: a collection of which nothing is visible ends, with its total', async () => {
    const system = await startSystem({ emptyPages: [0, 1, 2, 3, 4] });
    for (const connection of connections) {
      for (const args of [{ first: 20 }, { last: 20 }]) {
        const { ids, total, pageInfo } = await connection.read(system, args);
        expect({ ids, total, pageInfo }).toEqual({
          ids: [],
          total: sizes[connection.name],
          pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
        });
      }
    }
  });

  it('an empty collection is an empty stretch', async () => {
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

describe('sizes', () => {
  it.each(connections)('$name: 20 items without first and last, the REST default', async (connection) => {
    const system = await startSystem();
    const all = await idsOf(system, connection);
    const { ids } = await connection.read(system, {});
    expect(ids).toEqual(all.slice(0, 20));
    const first = await connection.read(system, {});
    const next = await connection.read(system, { after: first.pageInfo?.endCursor ?? null });
    expect(next.ids).toEqual(all.slice(20, 40));
    const before = await connection.read(system, { before: next.pageInfo?.endCursor ?? null });
    expect(before.ids).toEqual(all.slice(Math.min(39, all.length - 1) - 20, Math.min(39, all.length - 1)));
  });

  it.each([101, 150, 199, 200, 240, 420, 500, 1000])(
    'E11: first: %i is as many REST pages of up to 100 as it takes, and no more',
    async (first) => {
      const system = await startSystem();
      for (const connection of connections) {
        const all = await idsOf(system, connection);
        const paths = await pathsOf(system.simulator, async () => {
          const { ids, pageInfo } = await connection.read(system, { first });
          expect(ids).toEqual(all.slice(0, first));
          expect(pageInfo?.hasNextPage).toBe(first < all.length);
        });
        const lists = paths.filter((path) => path.startsWith(`${connection.path}?`));
        expect(lists).toHaveLength(Math.ceil(Math.min(first, all.length) / 100));
      }
    },
  );

  it.each([101, 240, 1000])(
    'E12: last: %i reads the pages that it needs, and the one that tells the end',
    async (last) => {
      const system = await startSystem();
      for (const connection of connections) {
        const all = await idsOf(system, connection);
        const paths = await pathsOf(system.simulator, async () => {
          const { ids, pageInfo } = await connection.read(system, { last });
          expect(ids).toEqual(all.slice(-last));
          expect(pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: last < all.length });
        });
        const lists = paths.filter((path) => path.startsWith(`${connection.path}?`));
        expect(lists.length).toBeLessThanOrEqual(Math.ceil(Math.min(last, all.length) / 100) + 1);
      }
    },
  );

  it('MAX_PAGE_SIZE moves the limit', async () => {
    const system = await startSystem({}, { settings: { MAX_PAGE_SIZE: '30' } });
    for (const connection of connections) {
      expect((await connection.read(system, { first: 30 })).codes).toEqual([]);
      for (const args of [{ first: 31 }, { last: 31 }])
        expect((await connection.read(system, args)).codes).toEqual(['BAD_USER_INPUT']);
    }
  });
});

describe('pageInfo', () => {
  it.each(connections)('$name: tells both directions and the cursors of both ends', async (connection) => {
    const system = await startSystem();
    const first = await connection.read(system, { first: 10 });
    expect(first.pageInfo).toEqual({
      hasNextPage: true,
      hasPreviousPage: false,
      startCursor: first.cursors[0],
      endCursor: first.cursors[9],
    });
    const after = first.cursors[9] ?? '';
    const second = await connection.read(system, { first: 10, after });
    expect(second.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
    const all = await connection.read(system, { first: 1000 });
    expect(all.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: false });
    const last = await connection.read(system, { last: 10 });
    expect(last.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    const rest = await connection.read(system, { last: 1000, before: after });
    expect(rest.ids).toEqual(first.ids.slice(0, 9));
    expect(rest.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
  });

  it.each(connections)('$name: every item has a cursor of its own, for every size', async (connection) => {
    const system = await startSystem();
    const all = await idsOf(system, connection);
    const wide = await connection.read(system, { first: 100 });
    const narrow = await connection.read(system, { first: 10 });
    expect(new Set(wide.cursors).size).toBe(wide.cursors.length);
    for (const [index, cursor] of [...wide.cursors.slice(0, 12), ...narrow.cursors].entries()) {
      const place = index < 12 ? index : index - 12;
      const { ids } = await connection.read(system, { first: 3, after: cursor });
      expect(ids).toEqual(all.slice(place + 1, place + 4));
    }
  });
});

describe('numbered pages', () => {
  it.each(connections)('$name: a page shows what the REST page shows', async (connection) => {
    const system = await startSystem({ hiddenEvery: 4 });
    const all = sizes[connection.name] ?? 0;
    for (const [page, first] of [
      [1, 20],
      [2, 7],
      [1, 100],
      [2, 20],
      [3, 100],
      [9, 50],
    ] as const) {
      let shown: Slice | undefined;
      const paths = await pathsOf(system.simulator, async () => {
        shown = await connection.read(system, { page, first });
      });
      expect(paths.filter((path) => path.includes('?'))).toEqual([
        `${connection.path}?page=${page}&limit=${first}`,
      ]);
      const places = Array.from({ length: first }, (_, index) => (page - 1) * first + index + 1);
      const visible = places.filter((place) => place <= all && place % 4 !== 0);
      expect(shown?.ids).toHaveLength(visible.length);
      expect(shown?.total).toBe(all);
      expect(shown?.pageInfo).toMatchObject({
        hasNextPage: page < Math.ceil(all / first),
        hasPreviousPage: page > 1,
      });
    }
  });

  it.each(connections)('$name: without first, a page has 20 places', async (connection) => {
    const system = await startSystem();
    const all = await idsOf(system, connection);
    expect((await connection.read(system, { page: 2 })).ids).toEqual(all.slice(20, 40));
  });

  it.each(connections)('$name: its cursors go on as any others do', async (connection) => {
    const system = await startSystem();
    const all = await idsOf(system, connection);
    const page = await connection.read(system, { page: 3, first: 5 });
    expect(page.ids).toEqual(all.slice(10, 15));
    const next = await connection.read(system, { first: 12, after: page.pageInfo?.endCursor ?? null });
    expect(next.ids).toEqual(all.slice(15, 27));
    const before = await connection.read(system, { last: 4, before: page.pageInfo?.startCursor ?? null });
    expect(before.ids).toEqual(all.slice(6, 10));
  });
});

describe('a collection that has changed since', () => {
  it.each(connections)(
    '$name: a cursor beyond its end gives no edges and no next page',
    async (connection) => {
      const large = await startSystem();
      const small = await startSystem({ size: { screens: 30, playlists: 12, media: 30, playlistItems: 30 } });
      const { cursors, total } = await connection.read(large, { last: 1 });
      const beyond = await connection.read(small, { first: 10, after: cursors[0] ?? '' });
      expect(total).toBe(sizes[connection.name]);
      expect(beyond.codes).toEqual([]);
      expect(beyond.ids).toEqual([]);
      expect(beyond.pageInfo).toMatchObject({ hasNextPage: false, startCursor: null, endCursor: null });
      expect(beyond.total).toBeLessThanOrEqual(30);
    },
  );
});
