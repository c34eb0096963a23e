import { describe, expect, it } from 'vitest';
import { connections, type Slice } from './connection.js';
import { idsOf, sizes } from './connection-walk.js';
import { pathsOf } from './rest.js';
import { sendQuery } from './send.js';
import { startSystem } from './test-system.js';

describe.each(connections)('a page of $name', (connection) => {
  it('has 20 items without first and last, as the REST default', async () => {
    const system = await startSystem();
    const all = await idsOf(system, connection);
    const { ids, pageInfo } = await connection.read(system, {});
    expect(ids).toEqual(all.slice(0, 20));
    const next = await connection.read(system, { after: pageInfo?.endCursor ?? null });
    expect(next.ids).toEqual(all.slice(20, 40));
    const last = Math.min(39, all.length - 1);
    const before = await connection.read(system, { before: next.pageInfo?.endCursor ?? null });
    expect(before.ids).toEqual(all.slice(last - 20, last));
    expect((await connection.read(system, { page: 2 })).ids).toEqual(all.slice(20, 40));
  });

  it('has at most MAX_PAGE_SIZE items', async () => {
    const system = await startSystem({}, { settings: { MAX_PAGE_SIZE: '30' } });
    expect((await connection.read(system, { first: 30 })).codes).toEqual([]);
    for (const args of [{ first: 31 }, { last: 31 }])
      expect((await connection.read(system, args)).codes).toEqual(['BAD_USER_INPUT']);
  });

  it('reports both directions and the cursors of both ends', async () => {
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

  it('by its number shows what the REST page shows', async () => {
    const system = await startSystem({ hiddenEvery: 4 });
    const all = sizes[connection.name] ?? 0;
    for (const [page, first] of [
      [1, 20],
      [2, 7],
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

  it('by its number has cursors that continue like any others', async () => {
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

it('the root and the organization share the cursors of a collection', async () => {
  const { facade } = await startSystem();
  const list = 'screens(first: 2) { pageInfo { endCursor } nodes { id } }';
  const { data } = await sendQuery(facade, `{ ${list} organization { ${list} } }`);
  expect(data?.['organization']).toEqual({ screens: data?.['screens'] });
});
