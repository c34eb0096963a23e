import { describe, expect, it } from 'vitest';
import type { TableName } from '../partner/contract.js';
import {
  ListMedia,
  ListPlaylistItems,
  ListPlaylists,
  ListScreens,
  ReadConfiguration,
  ReadMediaItem,
  ReadOrganization,
  ReadPlaylist,
  ReadScreen,
} from './document.js';
import { startSystem } from './test-system.js';
import { expectedOf, type Json, pathsOf, readAll, readRecord } from './rest.js';

/** `isOnNow` and `resolvedAt` depend on the clock, which is fixed here. */
const now = () => new Date('2026-11-20T09:30:00.000Z');

/** A global id is opaque, so only its presence is compared. */
const withNodeId = (table: TableName, record: Json): Json => ({
  ...expectedOf(table, record),
  nodeId: expect.any(String) as unknown,
});

describe('the nine endpoints, field by field against the REST response', () => {
  it('partnerV1_organization: every field, with and without a slug', async () => {
    const { simulator, query } = await startSystem({ now });
    for (const credential of ['demo-everything-credential', 'demo-second-organization-credential']) {
      const record = await readRecord(simulator, '/organization', credential);
      const { data, errors } = await query(ReadOrganization, {}, credential);
      expect(errors).toBeUndefined();
      expect(data?.organization).toEqual(withNodeId('Organization', record));
    }
  });

  it('partnerV1_screen: every field of screens of all states, orientations and opening hours', async () => {
    const { simulator, query } = await startSystem({ now });
    const records = (await readAll(simulator, '/screens')).slice(0, 32);
    for (const record of records) {
      const id = String(record['id']);
      const { data } = await query(ReadScreen, { id });
      expect(data?.screen).toEqual(withNodeId('Screen', await readRecord(simulator, `/screens/${id}`)));
    }
    const shown = new Set(records.flatMap((record) => [record['status'], record['orientation']]));
    const orientations = ['landscape', 'landscape-flipped', 'portrait', 'portrait-flipped', undefined];
    expect(shown).toEqual(new Set(['online', 'offline', 'unpaired', ...orientations]));
    const modes = new Set(records.map((record) => (record['availability'] as Json)['mode']));
    expect(modes).toEqual(new Set(['always', 'weekly', 'special']));
  });

  it('partnerV1_screens: every field of every screen', async () => {
    const { simulator, query } = await startSystem({ now });
    const records = await readAll(simulator, '/screens');
    const { data } = await query(ListScreens, { first: 1000 });
    expect(data?.screens?.edges.map(({ node }) => node)).toEqual(
      records.map((record) => withNodeId('Screen', record)),
    );
    expect(data?.screens?.nodes.map((node) => node?.id)).toEqual(records.map((record) => record['id']));
    expect(data?.screens?.totalCount).toBe(240);
  });

  it('partnerV1_screenConfiguration: every field, with zones inside zones, overlays and takeovers', async () => {
    const { simulator, query } = await startSystem({ now });
    const screens = (await readAll(simulator, '/screens')).slice(0, 31);
    const modes = new Set<unknown>();
    for (const { id } of screens) {
      const record = await readRecord(simulator, `/screens/${String(id)}/configuration`);
      const { data } = await query(ReadConfiguration, { screenId: String(id) });
      expect(data?.playbackConfiguration).toEqual(expectedOf('PlaybackConfiguration', record));
      for (const item of [...asList(record['items']), ...asList(record['overlays'])])
        modes.add(item['renderingMode']);
    }
    expect(modes).toEqual(new Set(['standard', 'zones', 'overlay', 'takeover', undefined]));
  });

  it('partnerV1_playlists: every field of every playlist', async () => {
    const { simulator, query } = await startSystem();
    const records = await readAll(simulator, '/playlists');
    const { data } = await query(ListPlaylists, { first: 100 });
    expect(data?.playlists?.edges.map(({ node }) => node)).toEqual(
      records.map((record) => withNodeId('Playlist', record)),
    );
    expect(data?.playlists?.nodes.map((node) => node?.id)).toEqual(records.map((record) => record['id']));
  });

  it('partnerV1_playlist: every field', async () => {
    const { simulator, query } = await startSystem();
    for (const record of (await readAll(simulator, '/playlists')).slice(0, 12)) {
      const { data } = await query(ReadPlaylist, { id: String(record['id']) });
      expect(data?.playlist).toEqual(withNodeId('Playlist', record));
    }
  });

  it('partnerV1_playlistItems, pagination rule 4: every field of every item, in order', async () => {
    const { simulator, query } = await startSystem();
    for (const { id } of (await readAll(simulator, '/playlists')).slice(0, 12)) {
      const records = await readAll(simulator, `/playlists/${String(id)}/items`);
      const { data } = await query(ListPlaylistItems, { id: String(id), first: 1000 });
      const items = data?.playlist?.items;
      expect(items?.edges.map(({ node }) => node)).toEqual(
        records.map((record) => expectedOf('PlaylistItem', record)),
      );
      expect(items?.nodes.map((node) => node?.slotId)).toEqual(records.map((record) => record['slotId']));
      expect(items?.totalCount).toBe(records.length);
    }
  });

  it('partnerV1_media: every field of every file, sizes above 2 GiB and fractions included', async () => {
    const { simulator, query } = await startSystem();
    const records = await readAll(simulator, '/media');
    const { data } = await query(ListMedia, { first: 1000 });
    expect(data?.media?.edges.map(({ node }) => node)).toEqual(
      records.map((record) => withNodeId('Media', record)),
    );
    expect(records.some((record) => Number(record['sizeBytes']) > 2 ** 31)).toBe(true);
    expect(records.some((record) => Number(record['defaultDurationSeconds']) % 1 > 0)).toBe(true);
  });

  it('partnerV1_mediaItem: every field of files of every status', async () => {
    const { simulator, query } = await startSystem();
    const records = await readAll(simulator, '/media');
    const some = ['processing', 'ready', 'failed'].flatMap((status) =>
      records.filter((record) => record['status'] === status).slice(0, 4),
    );
    expect(some).toHaveLength(12);
    for (const record of some) {
      const { data } = await query(ReadMediaItem, { id: String(record['id']) });
      expect(data?.mediaItem).toEqual(withNodeId('Media', record));
    }
  });

  it('locations arrive unchanged: their signatures still open the pictures', async () => {
    const { query } = await startSystem();
    const { data } = await query(ListMedia, { first: 3 });
    for (const { node } of data?.media?.edges ?? []) {
      const picture = await fetch(node?.url ?? '');
      expect(picture.status).toBe(200);
      await picture.body?.cancel();
    }
  });

  it('rule 1: an id with reserved characters is one encoded segment, and NOT_FOUND comes from upstream', async () => {
    const { simulator, query } = await startSystem();
    const id = 'a/b?c=1#d;%2e %ä\u{1f980}';
    const paths = await pathsOf(simulator, async () => {
      const { errors } = await query(ReadScreen, { id });
      expect(errors?.[0]?.extensions['code']).toBe('NOT_FOUND');
    });
    expect(paths).toEqual([`/screens/${encodeURIComponent(id)}`]);
  });
});

const asList = (value: unknown): Json[] => value as Json[];
