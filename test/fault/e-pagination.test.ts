import { describe, expect, it } from 'vitest';
import type { Json } from '../rig/json.js';
import { edited, editedBy, reset, status } from '../rig/response.js';
import { dataAt, errorsOf, type Rig, startRig } from '../rig/rig.js';
import type { Upstream } from '../rig/upstream.js';
import { connections, withPagination } from './connections.js';
import { drifts, expectErrors, expectIntact, startFaulty } from './outcome.js';

describe.each(connections)('the pagination of $name', ({ operation, path, select }) => {
  it.each<[string, Json | undefined]>([
    ['pagination', undefined],
    ['pagination.total', 5e9],
    ['pagination.page', 2],
    ['pagination.limit', 1],
  ])('E5: %s of %j is invalid, and never an Int error', async (place, value) => {
    const { ask, upstream } = await startFaulty({ operation }, edited(place, value));
    const answer = await ask(
      `{ intact: organization { name } ${select('(first: 3) { totalCount edges { node { __typename } } pageInfo { hasNextPage } }')} }`,
    );
    expectErrors(answer, { path, code: 'UPSTREAM_INVALID_RESPONSE', operation, status: 200 });
    expect(answer.body.errors?.[0]?.message).not.toMatch(/Int cannot|represent/);
    expect(dataAt(answer, path)).toBeNull();
    expect(dataAt(answer, 'intact.name')).toBe('Organization stamp:alpha');
    expect(upstream.count(operation)).toBe(1);
  });

  it('E5: a large total over true items shows them, and its number', async () => {
    const { ask } = await startFaulty(
      { operation },
      editedBy((body) => withPagination(body, { total: 2 ** 31 - 1, totalPages: 715_827_883 })),
    );
    const answer = await ask(
      `{ ${select('(first: 3) { totalCount edges { node { __typename } } pageInfo { hasNextPage } }')} }`,
    );
    expectIntact(answer);
    expect(dataAt(answer, `${path}.totalCount`)).toBe(2 ** 31 - 1);
    expect(dataAt(answer, `${path}.edges`)).toHaveLength(3);
    expect(dataAt(answer, `${path}.pageInfo.hasNextPage`)).toBe(true);
  });

  it('E17: totalCount alone asks for one item, once, at any first', async () => {
    for (const size of [
      '',
      '(first: 0)',
      '(first: 7)',
      '(first: 1000)',
      '(last: 50)',
      '(page: 3)',
    ]) {
      const { ask, upstream } = await startRig();
      const answer = await ask(`{ ${select(`${size} { totalCount }`)} }`);
      expectIntact(answer);
      expect(dataAt(answer, `${path}.totalCount`)).toEqual(expect.any(Number));
      const lists = upstream.requests.filter(({ routed }) => routed?.operation === operation);
      expect(lists.map(({ routed }) => routed?.query)).toEqual(['page=1&limit=1']);
    }
  });
});

describe('totals that contradict the shown items', () => {
  async function driftOf({ log, fetch }: Rig<Upstream>) {
    const metrics = await (await fetch(new Request('http://facade.test/metrics'))).text();
    return {
      logged: drifts(log),
      counted: metrics
        .split('\n')
        .filter((line) => line.startsWith('partner_graphql_contract_drift_total')),
    };
  }

  it.each(connections)(
    'E5: $name are served, logged once, and counted',
    async ({ operation, select, path }) => {
      const rig = await startFaulty(
        { operation },
        editedBy((body) => withPagination(body, { total: 2, totalPages: 7 })),
      );
      for (let time = 0; time < 3; time += 1) {
        const answer = await rig.ask(
          `{ ${select('(first: 3) { edges { node { __typename } } totalCount }')} }`,
        );
        expectIntact(answer);
        expect(dataAt(answer, `${path}.edges`)).toHaveLength(3);
        expect(dataAt(answer, `${path}.totalCount`)).toBe(2);
      }
      const { logged, counted } = await driftOf(rig);
      const fields = ['pagination.total', 'pagination.totalPages'];
      expect(logged).toEqual(
        fields.map((field): unknown =>
          expect.objectContaining({ level: 40, operation, kind: 'contradictory total', field }),
        ),
      );
      expect(logged[0]?.['msg']).toBe('the Partner API contradicts itself');
      expect(counted).toEqual(
        fields.map(
          (field) =>
            `partner_graphql_contract_drift_total{operation="${operation}",kind="contradictory total",field="${field}"} 3`,
        ),
      );
    },
  );

  it('E5: a page that is read for single records is counted once too', async () => {
    const rig = await startFaulty(
      { operation: 'partnerV1_media' },
      edited('pagination.totalPages', 2),
      {
        sizes: { media: 5, items: 5 },
      },
    );
    expectIntact(
      await rig.ask('{ playlist(id: "p1") { items(first: 5) { nodes { media { name } } } } }'),
    );
    const { counted } = await driftOf(rig);
    expect(rig.upstream.count('partnerV1_media')).toBe(1);
    expect(counted).toHaveLength(1);
    expect(counted[0]).toMatch(/partnerV1_media.*totalPages"} 1$/);
  });
});

describe('the order of playlist items', () => {
  it('E16: is that of the upstream, whatever positions say, and items of one slot id are all delivered', async () => {
    const { ask, upstream } = await startRig({ sizes: { items: 6 } });
    const items = upstream.organizations.alpha.items.get('p1') ?? [];
    const odd = [7, -1, 7, 0, 3, 3].map((position, index) => ({
      slotId: `x${index >> 1}`,
      position,
    }));
    odd.forEach((facts, index) => items.splice(index, 1, { ...items[index], ...facts }));
    const answer = await ask(
      '{ playlist(id: "p1") { items(first: 6) { nodes { slotId position } } } }',
    );
    expectIntact(answer);
    expect(dataAt(answer, 'playlist.items.nodes')).toEqual(odd);
  });
});

describe('connections inside lists', () => {
  const query =
    '{ playlists(first: 20) { nodes { name items(first: 100) { nodes { slotId media { name } } } } } }';

  it.each([
    ['a fault of the upstream', status(500), 'UPSTREAM_UNAVAILABLE'],
    ['an answer that is none', edited('pagination', null), 'UPSTREAM_INVALID_RESPONSE'],
    ['a closed connection', reset, 'UPSTREAM_UNAVAILABLE'],
  ])('E18: %s to one child costs that child', async (_what, answerOne, code) => {
    const { ask } = await startFaulty(
      { operation: 'partnerV1_playlistItems', id: 'p3' },
      answerOne,
      {
        sizes: { playlists: 6 },
      },
    );
    const answer = await ask(query);
    expectErrors(answer, {
      path: 'playlists.nodes.2.items',
      code,
      operation: 'partnerV1_playlistItems',
    });
    expect(dataAt(answer, 'playlists.nodes.2')).toEqual({
      name: 'Playlist 3 stamp:alpha',
      items: null,
    });
    for (const index of [0, 1, 3, 4, 5])
      expect(dataAt(answer, `playlists.nodes.${index}.items.nodes.3.media.name`)).toBe(
        'Media 4 stamp:alpha',
      );
  });
});

describe('dangling references', () => {
  it('B34: a media that is gone is null and NOT_FOUND at its place; its neighbours are served', async () => {
    const { ask, upstream } = await startFaulty(
      { operation: 'partnerV1_screenConfiguration' },
      edited('data.items.0.mediaId', 'gone'),
    );
    upstream.organizations.alpha.items.get('p1')?.splice(1, 1, {
      slotId: 'x',
      type: 'media',
      position: 2,
      durationSeconds: 1,
      enabled: true,
      mediaId: 'gone',
    });
    const answer = await ask(
      `{ playbackConfiguration(screenId: "s1") { items { mediaId media { name } } overlays { media { name } } }
         playlist(id: "p1") { items(first: 4) { nodes { mediaId media { name } } } } }`,
    );
    expectErrors(
      answer,
      {
        path: 'playbackConfiguration.items.0.media',
        code: 'NOT_FOUND',
        status: 404,
        operation: 'partnerV1_mediaItem',
      },
      {
        path: 'playlist.items.nodes.1.media',
        code: 'NOT_FOUND',
        status: 404,
        operation: 'partnerV1_mediaItem',
      },
    );
    expect(errorsOf(answer)[0]?.['requestId']).toMatch(/^up-/);
    expect(dataAt(answer, 'playbackConfiguration.items')).toEqual([
      { mediaId: 'gone', media: null },
      { mediaId: 'm1', media: { name: 'Media 1 stamp:alpha' } },
    ]);
    expect(dataAt(answer, 'playlist.items.nodes.2.media.name')).toBe('Media 3 stamp:alpha');
    expect(upstream.requests.filter(({ routed }) => routed?.id === 'gone')).toHaveLength(1);
  });
});
