import { describe, expect, it } from 'vitest';
import { connections, type Slice } from './connection.js';
import { startSystem } from './test-system.js';
import { pathsOf } from './rest.js';
import { idsOf, sizes } from './connection-walk.js';

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

  it.each(connections)('$name: without first, a page has 20 items', async (connection) => {
    const system = await startSystem();
    const all = await idsOf(system, connection);
    expect((await connection.read(system, { page: 2 })).ids).toEqual(all.slice(20, 40));
  });

  it.each(connections)('$name: its cursors continue like any others', async (connection) => {
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
