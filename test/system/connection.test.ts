import { describe, expect, it } from 'vitest';
import type { SimulatorOptions } from '../../src/command/simulator/simulator.js';
import { type Arguments, connections, idsOf, read, walk } from './connection.js';
import { isListRequest, pathsOf } from './rest.js';
import { codesOf, sendQuery, startSystem } from './test-system.js';

describe('walking through a connection', () => {
  it.each(connections)('$name: pages of one size are one REST request each', async (connection) => {
    const system = await startSystem();
    const all = await idsOf(system, connection);
    expect(all).toHaveLength(connection.size);
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

  it.each(connections)(
    'E12 $name: from the end, one more request finds the end',
    async (connection) => {
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
    },
  );

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
          expect(total).toBe(connection.size);
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
      for (const args of [
        {},
        { first: 10 },
        { first: 0 },
        { last: 10 },
        { page: 1 },
        { page: 9 },
      ]) {
        const hasPreviousPage = 'page' in args && args.page === 9;
        const pageInfo = {
          hasNextPage: false,
          hasPreviousPage,
          startCursor: null,
          endCursor: null,
        };
        const empty = { ids: [], cursors: [], total: 0, codes: [], pageInfo };
        expect(await read(system, connection, args), JSON.stringify(args)).toEqual(empty);
      }
  });
});

describe.each(connections)('a page of $name', (connection) => {
  it('has 20 items without first and last, as the REST default', async () => {
    const system = await startSystem();
    const all = await idsOf(system, connection);
    const { ids, pageInfo } = await read(system, connection, {});
    expect(ids).toEqual(all.slice(0, 20));
    const next = await read(system, connection, { after: pageInfo?.['endCursor'] ?? null });
    expect(next.ids).toEqual(all.slice(20, 40));
    const last = Math.min(39, all.length - 1);
    const before = await read(system, connection, { before: next.pageInfo?.['endCursor'] ?? null });
    expect(before.ids).toEqual(all.slice(last - 20, last));
    expect((await read(system, connection, { page: 2 })).ids).toEqual(all.slice(20, 40));
  });

  it('has at most MAX_PAGE_SIZE items', async () => {
    const system = await startSystem({}, { settings: { MAX_PAGE_SIZE: '30' } });
    expect((await read(system, connection, { first: 30 })).codes).toEqual([]);
    for (const args of [{ first: 31 }, { last: 31 }])
      expect((await read(system, connection, args)).codes).toEqual(['BAD_USER_INPUT']);
  });

  it('reports both directions and the cursors of both ends', async () => {
    const system = await startSystem();
    const first = await read(system, connection, { first: 10 });
    expect(first.pageInfo).toEqual({
      hasNextPage: true,
      hasPreviousPage: false,
      startCursor: first.cursors[0],
      endCursor: first.cursors[9],
    });
    const after = first.cursors[9] ?? '';
    const second = await read(system, connection, { first: 10, after });
    expect(second.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
    const all = await read(system, connection, { first: 1000 });
    expect(all.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: false });
    const last = await read(system, connection, { last: 10 });
    expect(last.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    const rest = await read(system, connection, { last: 1000, before: after });
    expect(rest.ids).toEqual(first.ids.slice(0, 9));
    expect(rest.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
  });

  it('by its number shows what the REST page shows', async () => {
    const system = await startSystem({ hiddenEvery: 4 });
    const all = connection.size;
    for (const args of [
      { page: 1, first: 20 },
      { page: 2, first: 7 },
      { page: 3, first: 100 },
      { page: 9, first: 50 },
    ]) {
      const { page, first } = args;
      let shown: Awaited<ReturnType<typeof read>> | undefined;
      const paths = await pathsOf(
        system.simulator,
        async () => (shown = await read(system, connection, args)),
      );
      const list = `${connection.path}?page=${page}&limit=${first}`;
      expect(paths.filter((path) => path.includes('?'))).toEqual([list]);
      const places = Array.from({ length: first }, (_, index) => (page - 1) * first + index + 1);
      const visible = places.filter((place) => place <= all && place % 4 !== 0);
      expect(shown?.ids).toHaveLength(visible.length);
      const pageInfo = { hasNextPage: page < Math.ceil(all / first), hasPreviousPage: page > 1 };
      expect(shown).toMatchObject({ total: all, pageInfo });
    }
  });

  it('by its number has cursors that continue like any others', async () => {
    const system = await startSystem();
    const all = await idsOf(system, connection);
    const page = await read(system, connection, { page: 3, first: 5 });
    expect(page.ids).toEqual(all.slice(10, 15));
    const next = await read(system, connection, {
      first: 12,
      after: page.pageInfo?.['endCursor'] ?? null,
    });
    expect(next.ids).toEqual(all.slice(15, 27));
    const before = await read(system, connection, {
      last: 4,
      before: page.pageInfo?.['startCursor'] ?? null,
    });
    expect(before.ids).toEqual(all.slice(6, 10));
  });
});

it('the root and the organization share the cursors of a collection', async () => {
  const { facade } = await startSystem();
  const list = 'screens(first: 2) { pageInfo { endCursor } nodes { id } }';
  const { data } = await sendQuery(facade, `{ ${list} organization { ${list} } }`);
  expect(data?.['organization']).toEqual({ screens: data?.['screens'] });
});

/**
 * A valid cursor, for combinations of arguments that are refused with any cursor;
 * `argument.test.ts` has the others.
 */
const anyCursor = Buffer.from('[1,"screens",20,1,0,20,240,"scr_1fyak"]').toString('base64url');

const refused: readonly Arguments[] = [
  { first: 2 ** 31 - 1 },
  { last: 1001 },
  { first: 0, last: 0 },
  { first: 1, before: anyCursor },
  { page: 0 },
  { page: 1, first: 0 },
  { page: 1, before: anyCursor },
];

const literal = (args: object): string =>
  `(${Object.entries(args)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(', ')})`;

describe('E11, E12, E16: arguments that cannot be served are BAD_USER_INPUT with no REST request', () => {
  it.each(connections)('$name: as literals and as variables', async ({ field }) => {
    const { facade, simulator } = await startSystem();
    for (const args of refused) {
      const withVariables = `query($first: Int, $after: String, $last: Int, $before: String, $page: Int) { ${field} }`;
      const all = '(first: $first, after: $after, last: $last, before: $before, page: $page)';
      const requests = [
        sendQuery(facade, `{ ${field.replace('ARGUMENTS', literal(args))} }`),
        sendQuery(facade, withVariables.replace('ARGUMENTS', all), args),
      ];
      for (const request of requests) {
        const { status, errors } = await request;
        expect(status).toBe(200);
        const message = expect.stringContaining(Object.keys(args)[0] ?? '') as string;
        const extensions = { code: 'BAD_USER_INPUT' };
        expect(errors, JSON.stringify(args)).toEqual([
          expect.objectContaining({ message, extensions }),
        ]);
      }
    }
    expect(simulator.requests.filter(({ path }) => isListRequest(path))).toEqual([]);
  });

  it('totalCount alone does not excuse invalid arguments', async () => {
    const { facade, simulator } = await startSystem();
    const response = await sendQuery(facade, '{ screens(first: -1) { totalCount } }');
    expect(codesOf(response)).toEqual(['screens BAD_USER_INPUT']);
    expect(simulator.requests).toEqual([]);
  });
});
