import { describe, expect, it } from 'vitest';
import { edited } from '../rig/response.js';
import { dataAt, errorsOf, startRig } from '../rig/rig.js';
import { expectIntact } from './outcome.js';
import { askMedia } from './value.js';

describe('numbers', () => {
  it.each([
    ['5e9', 5_000_000_000],
    ['9007199254740992', 2 ** 53],
    ['1e300', 1e300],
  ])('B23: sizeBytes %s is exact', async (raw, value) => {
    const answer = await askMedia('sizeBytes', raw);
    expectIntact(answer);
    expect(dataAt(answer, 'media.nodes.1.sizeBytes')).toBe(value);
  });

  it.each(['1e400', '-1e400', '"12"', 'true', '[]', '{}'])(
    'B23: sizeBytes %s costs its item',
    async (raw) => {
      const answer = await askMedia('sizeBytes', raw);
      expect(errorsOf(answer)).toMatchObject([
        {
          path: 'media.nodes.1',
          code: 'UPSTREAM_INVALID_RESPONSE',
          operation: 'partnerV1_media',
          status: 200,
        },
      ]);
      expect(answer.body.errors?.[0]?.message).toContain('sizeBytes');
      expect(answer.body.errors?.[0]?.message).not.toMatch(/Int|Float|represent/);
      expect(dataAt(answer, 'media.nodes.1')).toBeNull();
      expect(dataAt(answer, 'media.nodes.2.sizeBytes')).toBe(12345);
      expect(dataAt(answer, 'intact.name')).toBe('Organization stamp:alpha');
    },
  );

  it.each([
    ['partnerV1_screens', 'screens', 'itemCount'],
    ['partnerV1_playlists', 'playlists', 'itemCount'],
    ['partnerV1_playlistItems', 'playlist.items', 'position'],
  ] as const)('B23: %s: a count that is no Int costs its item', async (operation, place, field) => {
    const { ask, upstream } = await startRig();
    const select = `(first: 3) { nodes { ${field} } }`;
    const query =
      place === 'playlist.items' ? `{ playlist(id: "p1") { items${select} } }` : `{ ${place}${select} }`;
    for (const value of [1.5, 2 ** 31, 5e9, -(2 ** 31) - 1, '7']) {
      upstream.on({ operation }, edited(`data.1.${field}`, value));
      const answer = await ask(query);
      expect(errorsOf(answer)).toMatchObject([
        { path: `${place}.nodes.1`, code: 'UPSTREAM_INVALID_RESPONSE' },
      ]);
      expect(answer.body.errors?.[0]?.message).toContain(field);
      expect(dataAt(answer, `${place}.nodes.2.${field}`)).toEqual(expect.any(Number));
    }
    for (const value of [0, -1, 2 ** 31 - 1]) {
      upstream.on({ operation }, edited(`data.1.${field}`, value));
      const answer = await ask(query);
      expectIntact(answer);
      expect(dataAt(answer, `${place}.nodes.1.${field}`)).toBe(value);
    }
  });

  it.each([
    ['screen(id: "s1") { totalDurationSeconds }', 'partnerV1_screen', 'totalDurationSeconds', 0.1],
    ['screen(id: "s1") { viewport { width } }', 'partnerV1_screen', 'viewport.width', 3e9],
    ['mediaItem(id: "m1") { height }', 'partnerV1_mediaItem', 'height', 0.333_333_333_333_333_3],
    [
      'playbackConfiguration(screenId: "s1") { items { layout { panels { x } } } }',
      'partnerV1_screenConfiguration',
      'items.1.layout.panels.0.x',
      0.1,
    ],
    [
      'playbackConfiguration(screenId: "s1") { items { layout { presentation { gapViewportHeightRatio } } } }',
      'partnerV1_screenConfiguration',
      'items.1.layout.presentation.gapViewportHeightRatio',
      5e-324,
    ],
  ] as const)('B24: %s of %s, %s: %d is kept exactly', async (field, operation, place, value) => {
    const { ask, upstream } = await startRig();
    upstream.on({ operation }, edited(`data.${place}`, value));
    const answer = await ask(`{ faulty: ${field} }`);
    expectIntact(answer);
    expect(dataAt(answer, `faulty.${place}`)).toBe(value);
  });
});
