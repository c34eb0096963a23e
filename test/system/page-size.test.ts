import { describe, expect, it } from 'vitest';
import { connections } from './connection.js';
import { startSystem } from './test-system.js';
import { pathsOf } from './rest.js';
import { idsOf } from './connection-walk.js';

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
    'E11: first: %i is the minimum number of REST pages of up to 100',
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
    'E12: last: %i reads the pages that it needs, and the one that shows the end',
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

  it('MAX_PAGE_SIZE sets the limit', async () => {
    const system = await startSystem({}, { settings: { MAX_PAGE_SIZE: '30' } });
    for (const connection of connections) {
      expect((await connection.read(system, { first: 30 })).codes).toEqual([]);
      for (const args of [{ first: 31 }, { last: 31 }])
        expect((await connection.read(system, args)).codes).toEqual(['BAD_USER_INPUT']);
    }
  });
});
