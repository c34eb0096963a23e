import { describe, expect, it } from 'vitest';
import { edited } from '../rig/response.js';
import { dataAt, errorsOf, startRig } from '../rig/rig.js';

describe('dangling references', () => {
  it('B34: a media that is gone is null and NOT_FOUND at its place; its neighbours are served', async () => {
    const { ask, upstream } = await startRig();
    upstream.on({ operation: 'partnerV1_screenConfiguration' }, edited('data.items.0.mediaId', 'gone'));
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
    expect(errorsOf(answer)).toMatchObject([
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
    ]);
    expect(errorsOf(answer)[0]?.['requestId']).toMatch(/^up-/);
    expect(dataAt(answer, 'playbackConfiguration.items')).toEqual([
      { mediaId: 'gone', media: null },
      { mediaId: 'm1', media: { name: 'Media 1 stamp:alpha' } },
    ]);
    expect(dataAt(answer, 'playlist.items.nodes.2.media.name')).toBe('Media 3 stamp:alpha');
    expect(upstream.requests.filter(({ routed }) => routed?.id === 'gone')).toHaveLength(1);
  });
});
