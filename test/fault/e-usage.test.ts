import { describe, expect, it } from 'vitest';
import { edited, type Responder, reset, status } from '../rig/response.js';
import { dataAt, errorsOf, type Rig, startRig } from '../rig/rig.js';
import type { Match, Upstream } from '../rig/upstream.js';
import { expectIntact } from './outcome.js';

/** Two files, each with both fields: the first file is on every screen, and both are in every playlist. */
const query = '{ media(first: 2) { nodes { name playlists { id } screens { id } } } }';

const sizes = { screens: 3, playlists: 3, items: 4, media: 2 };

const fields = ['playlists', 'screens'] as const;

/** Everything but the field of each file that failed. */
async function expectLost(
  { ask, upstream }: Rig<Upstream>,
  fault: readonly [Match, Responder],
  lost: (typeof fields)[number],
  code: string,
): Promise<void> {
  upstream.on(...fault);
  const response = await ask(query);
  expect(response.status).toBe(200);
  expect(errorsOf(response)).toMatchObject(
    [0, 1].map((index) => ({ path: `media.nodes.${index}.${lost}`, code, operation: fault[0].operation })),
  );
  for (const field of fields)
    expect(dataAt(response, `media.nodes.0.${field}`) === null, field).toBe(field === lost);
}

const invalid = 'UPSTREAM_INVALID_RESPONSE';
const unavailable = 'UPSTREAM_UNAVAILABLE';

const playlists: Match = { operation: 'partnerV1_playlists' };
const screens: Match = { operation: 'partnerV1_screens' };
const items = (id: string): Match => ({ operation: 'partnerV1_playlistItems', id });
const configuration = (id: string): Match => ({ operation: 'partnerV1_screenConfiguration', id });

type Fault = readonly [what: string, match: Match, responder: Responder, code: string];

const ofPlaylists: readonly Fault[] = [
  ['the list of playlists', playlists, status(500), unavailable],
  ['the items of a playlist', items('p2'), reset, unavailable],
  ['a playlist that has gone', items('p3'), status(404), 'NOT_FOUND'],
  ['a broken playlist', playlists, edited('data.1.name', 7), invalid],
  ['a broken item', items('p2'), edited('data.1.slotId', 7), invalid],
  ['a playlist without a usable id', playlists, edited('data.1.id', ''), invalid],
];

const ofScreens: readonly Fault[] = [
  ['the list of screens', screens, edited('pagination', null), invalid],
  ['a configuration', configuration('s3'), status(500), unavailable],
  ['the first configuration', configuration('s1'), status(500), unavailable],
  ['a broken screen', screens, edited('data.1.name', 7), invalid],
  ['a broken configuration', configuration('s2'), edited('data.items', 7), invalid],
  ['a screen without a usable id', screens, edited('data.1.id', '..'), invalid],
];

describe('where a file is used, when a part cannot be read', () => {
  it.each(ofPlaylists)(
    '%s: `playlists` of every file is null with its error',
    async (_what, match, responder, code) => {
      await expectLost(await startRig({ sizes }), [match, responder], 'playlists', code);
    },
  );

  it.each(ofScreens)(
    '%s: `screens` of every file is null with its error',
    async (_what, match, responder, code) => {
      await expectLost(await startRig({ sizes }), [match, responder], 'screens', code);
    },
  );

  it('a later page of a playlist', async () => {
    const rig = await startRig({ sizes: { ...sizes, items: 250 } });
    await expectLost(rig, [{ ...items('p2'), nth: 3 }, status(500)], 'playlists', unavailable);
  });

  it('a later page of a list', async () => {
    const rig = await startRig({ sizes: { ...sizes, screens: 150 } });
    await expectLost(rig, [{ ...screens, nth: 2 }, status(500)], 'screens', unavailable);
    expect(rig.upstream.count('partnerV1_screenConfiguration')).toBe(0);
  });

  it('after a failure no further part is requested', async () => {
    const rig = await startRig({
      sizes: { ...sizes, screens: 80 },
      settings: { UPSTREAM_MAX_CONCURRENCY: '4' },
    });
    const match: Match = { operation: 'partnerV1_screenConfiguration', from: 2 };
    await expectLost(rig, [match, status(500)], 'screens', unavailable);
    expect(rig.upstream.count('partnerV1_screenConfiguration')).toBeLessThanOrEqual(1 + 4);
  });
});

describe('where a file is used, over an odd upstream', () => {
  it('that serves smaller pages than requested', async () => {
    const { ask, upstream } = await startRig({ sizes: { ...sizes, screens: 25, items: 25 }, pageCap: 10 });
    const items = upstream.organizations.alpha.items.get('p2') ?? [];
    items.forEach((item, index) => items.splice(index, 1, { ...item, mediaId: index === 24 ? 'm2' : 'm1' }));
    upstream.organizations.alpha.items.get('p1')?.splice(0);
    const response = await ask(query);
    expectIntact(response);
    expect(dataAt(response, 'media.nodes.1.playlists')).toEqual([{ id: 'p2' }, { id: 'p3' }]);
    expect(dataAt(response, 'media.nodes.0.screens')).toHaveLength(25);
    expect(dataAt(response, 'media.nodes.1.screens')).toEqual([]);
  });

  it('whose `itemCount` says that a playlist is empty', async () => {
    const { ask, upstream } = await startRig({ sizes });
    upstream.on({ operation: 'partnerV1_playlists' }, edited('data.1.itemCount', 0));
    const response = await ask(query);
    expectIntact(response);
    expect(dataAt(response, 'media.nodes.0.playlists')).toEqual([{ id: 'p1' }, { id: 'p2' }, { id: 'p3' }]);
  });

  it('without playback:read one configuration is requested, by a credential that really lacks it', async () => {
    const { ask, upstream } = await startRig({ sizes: { ...sizes, screens: 40 } });
    const credential = [...upstream.grants.keys()].find((each) => each.endsWith('alpha_media')) ?? '';
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
