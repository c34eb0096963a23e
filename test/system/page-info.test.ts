import { describe, expect, it } from 'vitest';
import { connections } from './connection.js';
import { sendQuery } from './send.js';
import { startSystem } from './test-system.js';
import { idsOf, sizes } from './connection-walk.js';

describe('pageInfo', () => {
  it.each(connections)('$name: reports both directions and the cursors of both ends', async (connection) => {
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

  it.each(connections)('$name: every item has its own cursor, for every page size', async (connection) => {
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

describe('a collection that has shrunk', () => {
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

  it('the root and the organization share the cursors of a collection', async () => {
    const { facade } = await startSystem();
    const list = 'screens(first: 2) { pageInfo { endCursor } nodes { id } }';
    const { data } = await sendQuery(facade, `{ ${list} organization { ${list} } }`);
    const atRoot = data?.['screens'] as { pageInfo: { endCursor: string } };
    expect(data?.['organization']).toEqual({ screens: atRoot });
  });
});
