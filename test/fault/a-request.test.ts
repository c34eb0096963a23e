import { describe, expect, it } from 'vitest';
import { dataAt, startRig } from '../rig/rig.js';
import { edited } from '../rig/response.js';
import { expectErrors, messageOf, startFaulty } from './outcome.js';

const nodeIdOf = (type: string, id: string): string =>
  Buffer.from(`${type}:${id}`).toString('base64url');

/** Every argument that takes an id; `$id` is its placeholder. */
const idArguments = [
  ['screen(id:)', 'faulty: screen(id: $id) { name }', 'faulty', undefined],
  [
    'playbackConfiguration(screenId:)',
    'faulty: playbackConfiguration(screenId: $id) { revision }',
    'faulty',
    undefined,
  ],
  [
    'playbackConfigurations(screenIds:)',
    'faulty: playbackConfigurations(screenIds: [$id]) { revision }',
    'faulty.0',
    undefined,
  ],
  ['playlist(id:)', 'faulty: playlist(id: $id) { name }', 'faulty', undefined],
  ['mediaItem(id:)', 'faulty: mediaItem(id: $id) { name }', 'faulty', undefined],
  ['node(nodeId:) of a screen', 'faulty: node(nodeId: $id) { nodeId }', 'faulty', 'Screen'],
  ['node(nodeId:) of a playlist', 'faulty: node(nodeId: $id) { nodeId }', 'faulty', 'Playlist'],
  ['nodes(nodeIds:) of a media', 'faulty: nodes(nodeIds: [$id]) { nodeId }', 'faulty.0', 'Media'],
] as const;

const unusable = [
  ['A1', '..', '..'],
  ['A2', '.', '.'],
  ['A3', 'empty', ''],
  ['A7', '513 characters', 'x'.repeat(513)],
  ['A7', '100 KB', 'x'.repeat(102_400)],
  ['A4', 'half a surrogate pair', 'a\ud800'],
] as const;

describe.each(idArguments)('%s', (_argument, field, path, type) => {
  const query = `query ($id: ID!) { intact: organization { name } ${field} }`;

  it.each(unusable)(
    '%s: refuses an id that is %s, and sends nothing for it',
    async (_row, _what, id) => {
      // UTF-8 inside a nodeId cannot hold it.
      if (type !== undefined && id.endsWith('\ud800')) return;
      const { ask, upstream } = await startRig({ settings: { MAX_REQUEST_BYTES: '200000' } });
      const answer = await ask(query, { id: type === undefined ? id : nodeIdOf(type, id) });
      expectErrors(answer, { path, code: 'BAD_USER_INPUT' });
      expect(messageOf(answer).length).toBeLessThan(1000);
      expect(dataAt(answer, 'intact.name')).toBe('Organization stamp:alpha');
      expect(upstream.requests.map(({ routed }) => routed?.operation)).toEqual([
        'partnerV1_organization',
      ]);
    },
  );

  it.each([
    ['A3', 'blanks', '   '],
    ['A7', '512 characters', 'x'.repeat(512)],
    ['A1', 'three dots', '...'],
    ['A4', 'already escaped', '%2e%2e'],
    ['A4', 'a path', '../organization'],
    ['A4', 'a query', 'a?limit=1000#x'],
  ])('%s: sends an id of %s as one segment', async (_row, _what, id) => {
    const { ask, upstream } = await startRig();
    const answer = await ask(query, { id: type === undefined ? id : nodeIdOf(type, id) });
    expectErrors(answer, { path, code: 'NOT_FOUND', status: 404 });
    expect(
      upstream.requests.map(({ routed }) => routed?.id).filter((each) => each !== undefined),
    ).toEqual([id]);
    expect(upstream.count()).toBe(2);
  });
});

describe('ids in data', () => {
  const links =
    '{ playbackConfiguration(screenId: "s1") { revision items { mediaId media { name } } } }';

  it.each([
    ['A1', '..'],
    ['A2', '.'],
    ['A3', ''],
    ['A7', 'x'.repeat(513)],
  ])('%s: a mediaId of %j becomes no request, and costs its link alone', async (_row, id) => {
    const { ask, upstream } = await startFaulty(
      { operation: 'partnerV1_screenConfiguration' },
      edited('data.items.0.mediaId', id),
    );
    const answer = await ask(links);
    expectErrors(answer, {
      path: 'playbackConfiguration.items.0.media',
      code: 'UPSTREAM_INVALID_RESPONSE',
    });
    expect(dataAt(answer, 'playbackConfiguration.items.0.mediaId')).toBe(id);
    expect(dataAt(answer, 'playbackConfiguration.items.1.media.name')).toBe('Media 1 stamp:alpha');
    expect(upstream.count()).toBe(2);
  });

  it.each([
    [
      'the screen of a configuration',
      'partnerV1_screenConfiguration',
      'data.screen.id',
      '{ playbackConfiguration(screenId: "s1") { revision screen { screen { name } } } }',
      'playbackConfiguration.screen.screen',
    ],
    [
      'a listed screen',
      'partnerV1_screens',
      'data.0.id',
      '{ screens(first: 1) { nodes { name playbackConfiguration { revision } } } }',
      'screens.nodes.0.playbackConfiguration',
    ],
    [
      'a listed playlist',
      'partnerV1_playlists',
      'data.0.id',
      '{ playlists(first: 1) { nodes { name items { totalCount } } } }',
      'playlists.nodes.0.items',
    ],
  ] as const)(
    'A1: %s of id ".." leads to no request',
    async (_what, operation, place, query, path) => {
      const { ask, upstream } = await startFaulty({ operation }, edited(place, '..'));
      const answer = await ask(query);
      expectErrors(answer, { path, code: 'UPSTREAM_INVALID_RESPONSE' });
      expect(upstream.count()).toBe(1);
    },
  );
});
