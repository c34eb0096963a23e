import { describe, expect, it } from 'vitest';
import { connections } from './connection.js';
import { startSystem } from './test-system.js';
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

  it('MAX_PAGE_SIZE sets the limit', async () => {
    const system = await startSystem({}, { settings: { MAX_PAGE_SIZE: '30' } });
    for (const connection of connections) {
      expect((await connection.read(system, { first: 30 })).codes).toEqual([]);
      for (const args of [{ first: 31 }, { last: 31 }])
        expect((await connection.read(system, args)).codes).toEqual(['BAD_USER_INPUT']);
    }
  });
});
