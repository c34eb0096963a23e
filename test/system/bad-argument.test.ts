import { describe, expect, it } from 'vitest';
import { type Arguments, connections, itemsOf, longestPlaylist, secondPlaylist } from './connection.js';
import { startSystem } from './test-system.js';
import { pathsOf } from './rest.js';
import { codesOf, sendQuery } from './send.js';

/** A cursor that could stand in any collection, for combinations that are refused whatever it holds. */
const anyCursor = Buffer.from('[1,"screens",20,1,0,20,240,"scr_1fyak"]').toString('base64url');

const refused: readonly Arguments[] = [
  { first: -1 },
  { first: 1001 },
  { first: 2 ** 31 - 1 },
  { first: -(2 ** 31) },
  { last: -1 },
  { last: 1001 },
  { first: 1, last: 1 },
  { first: 0, last: 0 },
  { first: 1, before: anyCursor },
  { last: 1, after: anyCursor },
  { after: anyCursor, before: anyCursor },
  { page: 0 },
  { page: -1 },
  { page: 1, first: 0 },
  { page: 1, first: 101 },
  { page: 1, first: -1 },
  { page: 1, last: 1 },
  { page: 1, after: anyCursor },
  { page: 1, before: anyCursor },
];

/** The list's own requests; a playlist must be read to come to its items. */
const isListRequest = (path: string): boolean => path.includes('?') || path.endsWith('/items');

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
      const sendings = [
        sendQuery(facade, `{ ${field.replace('ARGUMENTS', literal(args))} }`),
        sendQuery(facade, withVariables.replace('ARGUMENTS', all), args),
      ];
      for (const sending of sendings) {
        const paths = await pathsOf(simulator, async () => {
          const { status, errors } = await sending;
          expect(status).toBe(200);
          expect(
            errors.map(({ extensions }) => extensions),
            JSON.stringify(args),
          ).toEqual([{ code: 'BAD_USER_INPUT' }]);
          for (const name of Object.keys(args).slice(0, 1)) expect(errors[0]?.message).toContain(name);
        });
        expect(paths.filter(isListRequest)).toEqual([]);
      }
    }
  });

  it('totalCount alone does not make bad arguments good', async () => {
    const { facade, simulator } = await startSystem();
    const answer = await sendQuery(facade, '{ screens(first: -1) { totalCount } }');
    expect(codesOf(answer)).toEqual(['screens BAD_USER_INPUT']);
    expect(simulator.requests).toEqual([]);
  });

  it.each([{ first: 2 ** 31 }, { first: 1.5 }, { first: '10' }, { page: 'x' }, { after: 7 }])(
    'what is no Int or String does not fit the schema: %j',
    async (args) => {
      const { facade, simulator } = await startSystem();
      const fields = connections.map(({ field }) => field);
      for (const field of fields) {
        const answer = await sendQuery(facade, `{ ${field.replace('ARGUMENTS', literal(args))} }`);
        expect(answer.status).toBe(400);
        expect(codesOf(answer)).toEqual([' GRAPHQL_VALIDATION_FAILED']);
      }
      expect(simulator.requests).toEqual([]);
    },
  );
});

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

  it.each(connections)('E13 $name: what is no cursor is refused', async (connection) => {
    const system = await startSystem();
    for (const cursor of damaged)
      for (const args of [{ first: 5, after: cursor }, { after: cursor }, { last: 5, before: cursor }]) {
        const paths = await pathsOf(system.simulator, async () => {
          expect((await connection.read(system, args)).codes, cursor).toEqual(['BAD_USER_INPUT']);
        });
        expect(paths.filter(isListRequest)).toEqual([]);
      }
  });

  it('E13: a cursor as large as a request may be is refused', async () => {
    const { facade, simulator } = await startSystem({}, { settings: { MAX_REQUEST_BYTES: '3000000' } });
    const after = 'A'.repeat(1_000_000);
    const answer = await sendQuery(facade, 'query($after: String) { media(after: $after) { totalCount } }', {
      after,
    });
    expect(codesOf(answer)).toEqual(['media BAD_USER_INPUT']);
    expect(answer.text.length).toBeLessThan(1000);
    expect(simulator.requests).toEqual([]);
  });

  it('E13: every changed character is refused, or is a cursor of another lawful place', async () => {
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

  it('the same collection takes them at the root and under the organization', async () => {
    const { facade } = await startSystem();
    const list = 'screens(first: 2) { pageInfo { endCursor } nodes { id } }';
    const { data } = await sendQuery(facade, `{ ${list} organization { ${list} } }`);
    const atRoot = data?.['screens'] as { pageInfo: { endCursor: string } };
    expect(data?.['organization']).toEqual({ screens: atRoot });
  });

  it('E15: a cursor tells version, collection, grid, place and item id, and nothing else', async () => {
    const system = await startSystem();
    for (const connection of connections) {
      const { cursors, ids } = await connection.read(system, { first: 20 });
      const told: unknown = JSON.parse(Buffer.from(cursors[4] ?? '', 'base64url').toString());
      const total = expect.any(Number) as unknown;
      const collection =
        connection.name === 'Playlist.items' ? `playlistItems:${longestPlaylist}` : connection.name;
      expect(told).toEqual([1, collection, 20, 1, 4, 20, total, ids[4]]);
    }
  });
});

describe('ids that can name nothing', () => {
  const unusable = ['', '.', '..', 'x'.repeat(513), 'x'.repeat(100_000), '\ud800'];
  const lookUps = [
    'screen(id: $id) { id }',
    'playlist(id: $id) { id }',
    'mediaItem(id: $id) { id }',
    'playbackConfiguration(screenId: $id) { revision }',
  ];

  it.each(lookUps)('A1, A2, A3, A7: BAD_USER_INPUT with no REST request: %s', async (field) => {
    const { facade, simulator } = await startSystem();
    for (const id of unusable) {
      const answer = await sendQuery(facade, `query($id: ID!) { it: ${field} }`, { id });
      expect(codesOf(answer)).toEqual(['it BAD_USER_INPUT']);
      expect(answer.data).toEqual({ it: null });
      expect(answer.text.length).toBeLessThan(1500);
    }
    expect(simulator.requests).toEqual([]);
  });

  it('A1: in a list, they cost their own place alone', async () => {
    const { facade, simulator } = await startSystem();
    const ids = ['..', 'scr_1fyak', ''];
    const answer = await sendQuery(
      facade,
      'query($ids: [ID!]!) { playbackConfigurations(screenIds: $ids) { screen { id } } }',
      { ids },
    );
    expect(codesOf(answer).toSorted()).toEqual([
      'playbackConfigurations.0 BAD_USER_INPUT',
      'playbackConfigurations.2 BAD_USER_INPUT',
    ]);
    expect(answer.data).toEqual({ playbackConfigurations: [null, { screen: { id: 'scr_1fyak' } }, null] });
    expect(simulator.requests).toHaveLength(1);
  });

  it.each(lookUps)('A3, A4, A7: others are asked for, encoded once: %s', async (field) => {
    const { facade, simulator } = await startSystem();
    for (const id of [' ', '...', '%2e%2e', 'a/b', '?', '#', '\\', ';', '+', 'x'.repeat(512), '書']) {
      simulator.clearRequests();
      const answer = await sendQuery(facade, `query($id: ID!) { it: ${field} }`, { id });
      expect(codesOf(answer)).toEqual(['it NOT_FOUND']);
      const [request] = simulator.requests;
      const [segment] = /(?<=\/(?:screens|playlists|media)\/)[^/]+/.exec(request?.path ?? '') ?? [];
      expect(simulator.requests).toHaveLength(1);
      expect(decodeURIComponent(segment ?? '')).toBe(id);
    }
  });
});
