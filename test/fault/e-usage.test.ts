import { describe, expect, it } from 'vitest';
import { edited, type Responder, reset, status } from '../rig/response.js';
import { dataAt, errorsOf, startRig } from '../rig/rig.js';
import type { Match, UpstreamOptions } from '../rig/upstream.js';
import { expectIntact, startFaulty } from './outcome.js';

/**
 * Two files, each with both fields: the first file is on every screen, and both are in every
 * playlist.
 */
const query = '{ media(first: 2) { nodes { name playlists { id } screens { id } } } }';

const sizes = { screens: 3, playlists: 3, items: 4, media: 2 };

const fields = ['playlists', 'screens'] as const;

const invalid = 'UPSTREAM_INVALID_RESPONSE';
const unavailable = 'UPSTREAM_UNAVAILABLE';

const playlists: Match = { operation: 'partnerV1_playlists' };
const screens: Match = { operation: 'partnerV1_screens' };
const items = (id: string): Match => ({ operation: 'partnerV1_playlistItems', id });
const configuration = (id: string): Match => ({ operation: 'partnerV1_screenConfiguration', id });

type Lost = (typeof fields)[number];
type Fault = readonly [
  what: string,
  lost: Lost,
  Match,
  Responder,
  code: string,
  UpstreamOptions['sizes']?,
];

const faults: readonly Fault[] = [
  ['the list of playlists', 'playlists', playlists, status(500), unavailable],
  ['the items of a playlist', 'playlists', items('p2'), reset, unavailable],
  ['a playlist that has gone', 'playlists', items('p3'), status(404), 'NOT_FOUND'],
  ['a broken playlist', 'playlists', playlists, edited('data.1.name', 7), invalid],
  ['a broken item', 'playlists', items('p2'), edited('data.1.slotId', 7), invalid],
  ['a playlist without a usable id', 'playlists', playlists, edited('data.1.id', ''), invalid],
  [
    'a later page of a playlist',
    'playlists',
    { ...items('p2'), nth: 3 },
    status(500),
    unavailable,
    { items: 250 },
  ],
  ['the list of screens', 'screens', screens, edited('pagination', null), invalid],
  ['a configuration', 'screens', configuration('s3'), status(500), unavailable],
  ['the first configuration', 'screens', configuration('s1'), status(500), unavailable],
  ['a broken screen', 'screens', screens, edited('data.1.name', 7), invalid],
  ['a broken configuration', 'screens', configuration('s2'), edited('data.items', 7), invalid],
  ['a screen without a usable id', 'screens', screens, edited('data.1.id', '..'), invalid],
  [
    'a later page of the list',
    'screens',
    { ...screens, nth: 2 },
    status(500),
    unavailable,
    { screens: 150 },
  ],
];

describe('where a file is used, when a part cannot be read', () => {
  const rows = faults.map((fault) => [fault[0], fault[1], fault] as const);

  it.each(rows)('%s: `%s` of each file is null, with its error', async (_what, _lost, fault) => {
    const [what, lost, match, respond, code, more] = fault;
    const { ask, upstream } = await startFaulty(match, respond, { sizes: { ...sizes, ...more } });
    const response = await ask(query);
    expect(response.status).toBe(200);
    expect(errorsOf(response)).toMatchObject(
      [0, 1].map((index) => ({
        path: `media.nodes.${index}.${lost}`,
        code,
        operation: match.operation,
      })),
    );
    for (const field of fields)
      expect(dataAt(response, `media.nodes.0.${field}`) === null, field).toBe(field === lost);
    if (what === 'a later page of the list')
      expect(upstream.count('partnerV1_screenConfiguration')).toBe(0);
  });
});

describe('where a file is used, over an odd upstream', () => {
  it('that serves smaller pages than requested', async () => {
    const { ask, upstream } = await startRig({
      sizes: { ...sizes, screens: 25, items: 25 },
      pageCap: 10,
    });
    const items = upstream.organizations.alpha.items.get('p2') ?? [];
    items.forEach((item, index) =>
      items.splice(index, 1, { ...item, mediaId: index === 24 ? 'm2' : 'm1' }),
    );
    upstream.organizations.alpha.items.get('p1')?.splice(0);
    const response = await ask(query);
    expectIntact(response);
    expect(dataAt(response, 'media.nodes.1.playlists')).toEqual([{ id: 'p2' }, { id: 'p3' }]);
    expect(dataAt(response, 'media.nodes.0.screens')).toHaveLength(25);
    expect(dataAt(response, 'media.nodes.1.screens')).toEqual([]);
  });

  it('whose `itemCount` says that a playlist is empty', async () => {
    const { ask } = await startFaulty(
      { operation: 'partnerV1_playlists' },
      edited('data.1.itemCount', 0),
      {
        sizes,
      },
    );
    const response = await ask(query);
    expectIntact(response);
    expect(dataAt(response, 'media.nodes.0.playlists')).toEqual([
      { id: 'p1' },
      { id: 'p2' },
      { id: 'p3' },
    ]);
  });

  it('without playback:read one configuration is requested, by a credential that really lacks it', async () => {
    const { ask, upstream } = await startRig({ sizes: { ...sizes, screens: 40 } });
    const credential =
      [...upstream.grants.keys()].find((each) => each.endsWith('alpha_media')) ?? '';
    upstream.grants.set(credential, {
      organization: 'alpha',
      scopes: ['media:read', 'playlists:read', 'screens:read'],
    });
    const response = await ask(query, {}, credential);
    expect(errorsOf(response)).toMatchObject(
      [0, 1].map((index) => ({
        path: `media.nodes.${index}.screens`,
        code: 'FORBIDDEN',
        requiredScope: 'playback:read',
      })),
    );
    expect(upstream.count('partnerV1_screenConfiguration')).toBe(1);
    expect(dataAt(response, 'media.nodes.0.playlists')).toHaveLength(3);
  });
});
