import { describe, expect, it } from 'vitest';
import { connections, itemsOf, longestPlaylist, secondPlaylist } from './connection.js';
import { startSystem } from './test-system.js';
import { isListRequest, pathsOf } from './rest.js';
import { codesOf, sendQuery } from './send.js';

describe('cursors', () => {
  const damaged = [
    '',
    ' ',
    'x',
    'null',
    '[]',
    'NaN',
    '-1',
    '0',
    Buffer.from('[1]').toString('base64url'),
    Buffer.from('null').toString('base64url'),
    Buffer.from('{"__proto__":1}').toString('base64url'),
    Buffer.from('arrayconnection:5').toString('base64'),
    'A'.repeat(1000),
  ];

  it.each(connections)('E13 $name: a damaged cursor is refused', async (connection) => {
    const system = await startSystem();
    for (const cursor of damaged)
      for (const args of [{ first: 5, after: cursor }, { after: cursor }, { last: 5, before: cursor }]) {
        const paths = await pathsOf(system.simulator, async () => {
          expect((await connection.read(system, args)).codes, cursor).toEqual(['BAD_USER_INPUT']);
        });
        expect(paths.filter(isListRequest)).toEqual([]);
      }
  });

  it('E13: a cursor of 1 MB is refused', async () => {
    const { facade, simulator } = await startSystem({}, { settings: { MAX_REQUEST_BYTES: '3000000' } });
    const after = 'A'.repeat(1_000_000);
    const response = await sendQuery(
      facade,
      'query($after: String) { media(after: $after) { totalCount } }',
      {
        after,
      },
    );
    expect(codesOf(response)).toEqual(['media BAD_USER_INPUT']);
    expect(response.text.length).toBeLessThan(1000);
    expect(simulator.requests).toEqual([]);
  });

  it('E13: a cursor with a changed character is refused, or names another valid position', async () => {
    const system = await startSystem();
    const [screens] = connections;
    const cursor = (await screens?.read(system, { first: 3 }))?.cursors[2] ?? '';
    const changed = Array.from({ length: cursor.length }, (_, at) =>
      ['A', '9', '_'].map((letter) => cursor.slice(0, at) + letter + cursor.slice(at + 1)),
    );
    const fields = changed
      .flat()
      .map((text, index) => `c${index}: screens(first: 1, after: "${text}") { totalCount }`);
    for (let at = 0; at < fields.length; at += 50) {
      const { data, errors } = await sendQuery(system.facade, `{ ${fields.slice(at, at + 50).join(' ')} }`);
      for (const { extensions } of errors) expect(extensions).toEqual({ code: 'BAD_USER_INPUT' });
      const served = Object.values(data ?? {}).filter((value) => value !== null);
      expect(served.length + errors.length).toBe(Object.keys(data ?? {}).length);
    }
  });

  it('E14: a cursor of another collection, or of another playlist, is refused', async () => {
    const system = await startSystem();
    const all = [...connections, itemsOf(secondPlaylist)];
    const cursors = await Promise.all(
      all.map(async (each) => (await each.read(system, { first: 2 })).cursors[1] ?? ''),
    );
    for (const [to, connection] of all.entries())
      for (const [from, cursor] of cursors.entries()) {
        const expected = from === to ? [] : ['BAD_USER_INPUT'];
        const paths = await pathsOf(system.simulator, async () => {
          for (const args of [
            { first: 1, after: cursor },
            { last: 1, before: cursor },
          ])
            expect((await connection.read(system, args)).codes).toEqual(expected);
        });
        expect(paths.filter(isListRequest).length > 0).toBe(from === to);
      }
  });

  it('the root and the organization share the cursors of a collection', async () => {
    const { facade } = await startSystem();
    const list = 'screens(first: 2) { pageInfo { endCursor } nodes { id } }';
    const { data } = await sendQuery(facade, `{ ${list} organization { ${list} } }`);
    const atRoot = data?.['screens'] as { pageInfo: { endCursor: string } };
    expect(data?.['organization']).toEqual({ screens: atRoot });
  });

  it('E15: a cursor contains only version, collection, grid, position and item id', async () => {
    const system = await startSystem();
    for (const connection of connections) {
      const { cursors, ids } = await connection.read(system, { first: 20 });
      const reported: unknown = JSON.parse(Buffer.from(cursors[4] ?? '', 'base64url').toString());
      const total = expect.any(Number) as unknown;
      const collection =
        connection.name === 'Playlist.items' ? `playlistItems:${longestPlaylist}` : connection.name;
      expect(reported).toEqual([1, collection, 20, 1, 4, 20, total, ids[4]]);
    }
  });
});
