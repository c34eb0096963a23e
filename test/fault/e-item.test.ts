import { describe, expect, it } from 'vitest';
import { edited, reset, status } from '../rig/response.js';
import { isList } from '../rig/json.js';
import { dataAt, errorsOf, startRig } from '../rig/rig.js';
import { expectIntact } from './outcome.js';

describe('the order of playlist items', () => {
  it('E16: is that of the upstream, whatever their positions say', async () => {
    const { ask, upstream } = await startRig();
    const items = upstream.organizations.alpha.items.get('p1') ?? [];
    const positions = [7, -1, 7, 0];
    positions.forEach((position, index) =>
      items.splice(index, 1, { ...items[index], position, slotId: `x${index}` }),
    );
    const answer = await ask('{ playlist(id: "p1") { items(first: 4) { nodes { slotId position } } } }');
    expectIntact(answer);
    expect(dataAt(answer, 'playlist.items.nodes')).toEqual(
      positions.map((position, index) => ({ slotId: `x${index}`, position })),
    );
  });

  it('E16: items of one slot id, and of no media, are all delivered', async () => {
    const { ask, upstream } = await startRig({ sizes: { items: 6 } });
    const items = upstream.organizations.alpha.items.get('p1') ?? [];
    items.forEach((item, index) => items.splice(index, 1, { ...item, slotId: 'same', position: index }));
    const answer = await ask('{ playlist(id: "p1") { items(first: 6) { nodes { slotId position } } } }');
    expect(isList(dataAt(answer, 'playlist.items.nodes'))).toBe(true);
    expect(dataAt(answer, 'playlist.items.nodes')).toEqual(
      [0, 1, 2, 3, 4, 5].map((position) => ({ slotId: 'same', position })),
    );
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
    const { ask, upstream } = await startRig({ sizes: { playlists: 6 } });
    upstream.on({ operation: 'partnerV1_playlistItems', id: 'p3' }, answerOne);
    const answer = await ask(query);
    expect(errorsOf(answer)).toMatchObject([
      { path: 'playlists.nodes.2.items', code, operation: 'partnerV1_playlistItems' },
    ]);
    expect(dataAt(answer, 'playlists.nodes.2')).toEqual({ name: 'Playlist 3 stamp:alpha', items: null });
    for (const index of [0, 1, 3, 4, 5])
      expect(dataAt(answer, `playlists.nodes.${index}.items.nodes.3.media.name`)).toBe('Media 4 stamp:alpha');
  });

  it('E18: the budget bounds them, and data that was read stays', async () => {
    const { ask, upstream } = await startRig({
      sizes: { playlists: 20 },
      settings: { MAX_UPSTREAM_REQUESTS: '12' },
    });
    const answer = await ask(query);
    expect(upstream.count()).toBeLessThanOrEqual(12);
    for (const { code } of errorsOf(answer)) expect(code).toBe('UPSTREAM_BUDGET_EXCEEDED');
    expect(errorsOf(answer).length).toBeGreaterThanOrEqual(9);
    expect(answer.status).toBe(200);
  });
});
