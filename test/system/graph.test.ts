import { describe, expect, it } from 'vitest';
import type { Simulator } from '../../src/simulator/simulator.js';
import { LinkedPlayback, WholeOrganization } from './graph-document.js';
import { startSystem } from './test-system.js';
import { expectedOf, type Json, readAll, readRecord } from './rest.js';

const now = () => new Date('2026-11-20T09:30:00.000Z');

describe('the edges of the graph', () => {
  it('organization → screens → configuration → screen; playlists → items → media; media', async () => {
    const { simulator, query } = await startSystem({
      now,
      size: { screens: 14, playlists: 7, media: 30, playlistItems: 12 },
    });
    const { data, errors } = await query(WholeOrganization, { first: 100, itemsFirst: 100 });
    const organization = data?.organization;
    expect(organization?.id).toBe('org_nordlicht');
    const screens = await readAll(simulator, '/screens');
    expect(organization?.screens?.totalCount).toBe(14);
    expect(organization?.screens?.nodes).toEqual(
      await Promise.all(screens.map((screen) => expectedScreen(simulator, screen))),
    );

    const media = new Map((await readAll(simulator, '/media')).map((each) => [each['id'], each]));
    expect(organization?.media?.nodes).toEqual([...media.keys()].map((id) => expectedMedia(media, id)));

    let dangling = 0;
    for (const [index, playlist] of (await readAll(simulator, '/playlists')).entries()) {
      const shown = organization?.playlists?.nodes[index];
      expect(shown).toMatchObject(expectedOf('Playlist', playlist));
      const items = await readAll(simulator, `/playlists/${String(playlist['id'])}/items`);
      expect(shown?.items?.totalCount).toBe(items.length);
      expect(shown?.items?.nodes).toEqual(items.map((item) => expectedItem(media, item)));
      dangling += items.filter(({ mediaId }) => mediaId !== undefined && !media.has(mediaId)).length;
    }
    expect(dangling).toBeGreaterThan(0);
    expect(errors?.map(({ extensions }) => extensions['code'])).toEqual(
      Array.from({ length: dangling }, () => 'NOT_FOUND'),
    );
  });

  it('items, overlays and panels at every depth → media; null where mediaId is absent', async () => {
    const { simulator, query } = await startSystem({ now });
    const [screen] = await readAll(simulator, '/screens');
    const screenId = String(screen?.['id']);
    const { data, errors } = await query(LinkedPlayback, { screenId });
    const configuration = data?.playbackConfiguration;
    const media = new Map((await readAll(simulator, '/media')).map((each) => [each['id'], each]));
    const items = configuration?.items ?? [];
    const panels = items.flatMap(({ layout }) => layout?.panels ?? []);
    const inner = panels.flatMap((panel) => panel.items);
    const innermost = inner.flatMap(({ layout }) => layout?.panels.flatMap((panel) => panel.items) ?? []);
    const linked = [items, inner, innermost, configuration?.overlays ?? []];
    for (const level of linked) expect(level.some((item) => item.media != null)).toBe(true);
    for (const { mediaId, media: shown } of linked.flat()) {
      const record = mediaId == null ? undefined : media.get(mediaId);
      if (record === undefined) expect(shown).toBeNull();
      else expect(shown).toEqual({ ...expectedOf('Media', record), nodeId: anyText });
    }
    expect(linked.flat().some(({ mediaId }) => mediaId == null)).toBe(true);
    expect(configuration?.screen.screen).toMatchObject(expectedOf('Screen', screen ?? {}));
    // B34: the demo data plays one deleted file.
    const gone = items.findIndex(({ mediaId }) => mediaId != null && !media.has(mediaId));
    expect(errors?.map(({ path, extensions }) => [path, extensions['code'], extensions['status']])).toEqual([
      [['playbackConfiguration', 'items', gone, 'media'], 'NOT_FOUND', 404],
    ]);
  });

  it('an unpaired screen plays nothing, without an error', async () => {
    const { simulator, query } = await startSystem();
    const unpaired = (await readAll(simulator, '/screens')).find(({ status }) => status === 'unpaired');
    const { data, errors } = await query(LinkedPlayback, { screenId: String(unpaired?.['id']) });
    expect(errors).toBeUndefined();
    expect(data?.playbackConfiguration?.items).toEqual([]);
    expect(data?.playbackConfiguration?.overlays).toEqual([]);
  });
});

const anyText = expect.any(String) as unknown;

/** A screen with its configuration, and the link from there back to the screen. */
async function expectedScreen(simulator: Simulator, screen: Json): Promise<Json> {
  const path = `/screens/${String(screen['id'])}/configuration`;
  const configuration = expectedOf('PlaybackConfiguration', await readRecord(simulator, path));
  const link = { id: screen['id'], nodeId: anyText };
  return {
    ...expectedOf('Screen', screen),
    nodeId: anyText,
    // The contract's table makes this an object.
    playbackConfiguration: {
      ...configuration,
      screen: { ...(configuration['screen'] as Json), screen: link },
    },
  };
}

type MediaById = ReadonlyMap<unknown, Json>;

function expectedMedia(media: MediaById, id: unknown): Json | null {
  const record = media.get(id);
  return record === undefined ? null : { ...expectedOf('Media', record), nodeId: anyText };
}

const expectedItem = (media: MediaById, item: Json): Json => ({
  ...expectedOf('PlaylistItem', item),
  media: expectedMedia(media, item['mediaId']),
});
