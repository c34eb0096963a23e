import { describe, expect, it } from 'vitest';
import { ask, type Json } from '../economy/ask.js';
import * as documents from './document.js';
import { expectedOf, pathsOf, readAll, readRecord, type RestRecord, withNodeId } from './rest.js';
import { startSystem } from './test-system.js';

/** `isOnNow` and `resolvedAt` depend on the clock, which is fixed here. */
const now = () => new Date('2026-11-20T09:30:00.000Z');

const valuesOf = (records: readonly RestRecord[], ...names: readonly string[]): Set<unknown> =>
  new Set(records.flatMap((record) => names.map((name) => record[name])));

describe('the nine endpoints, field by field against the REST response', () => {
  it('partnerV1_organization: every field, with and without a slug', async () => {
    const system = await startSystem({ now });
    for (const credential of [
      'demo-everything-credential',
      'demo-second-organization-credential',
    ]) {
      const record = await readRecord(system.simulator, '/organization', credential);
      const { data, errors } = await ask(system, documents.ReadOrganization, { credential });
      expect(errors).toEqual([]);
      expect(data).toEqual({ organization: withNodeId('Organization', record) });
    }
  });

  it.each([
    ['partnerV1_screens', '/screens', documents.ListScreens, 'Screen'],
    ['partnerV1_playlists', '/playlists', documents.ListPlaylists, 'Playlist'],
    ['partnerV1_media', '/media', documents.ListMedia, 'Media'],
  ] as const)(
    '%s: every field of every record, in order',
    async (_operation, path, document, table) => {
      const system = await startSystem({ now });
      const records = await readAll(system.simulator, path);
      const { data } = await ask(system, document, { variables: { first: 1000 } });
      const list = data[path.slice(1)];
      const nodes = records.map((record) => withNodeId(table, record));
      expect(list?.['edges']?.map(({ node }) => node)).toEqual(nodes);
      expect(list?.['nodes']).toEqual(records.map(({ id }) => ({ id })));
      expect(list?.['totalCount']).toBe(records.length);
    },
  );

  it.each([
    ['partnerV1_screen', 'screen', '/screens', documents.ReadScreen, 'Screen'],
    ['partnerV1_playlist', 'playlist', '/playlists', documents.ReadPlaylist, 'Playlist'],
    ['partnerV1_mediaItem', 'mediaItem', '/media', documents.ReadMediaItem, 'Media'],
  ] as const)('%s: every field', async (_operation, field, path, document, table) => {
    const system = await startSystem({ now });
    for (const { id } of (await readAll(system.simulator, path)).slice(0, 32)) {
      const record = await readRecord(system.simulator, `${path}/${String(id)}`);
      const { data } = await ask(system, document, { variables: { id } });
      expect(data).toEqual({ [field]: withNodeId(table, record) });
    }
  });

  it('partnerV1_screenConfiguration: every field, with zones inside zones, overlays and takeovers', async () => {
    const system = await startSystem({ now });
    const modes = new Set<unknown>();
    for (const { id } of (await readAll(system.simulator, '/screens')).slice(0, 31)) {
      const record = await readRecord(system.simulator, `/screens/${String(id)}/configuration`);
      const { data } = await ask(system, documents.ReadConfiguration, {
        variables: { screenId: id },
      });
      expect(data).toEqual({ playbackConfiguration: expectedOf('PlaybackConfiguration', record) });
      // Both are lists in the contract.
      for (const items of [record['items'], record['overlays']])
        for (const { renderingMode } of items as RestRecord[]) modes.add(renderingMode);
    }
    expect(modes).toEqual(new Set(['standard', 'zones', 'overlay', 'takeover', undefined]));
  });

  it('partnerV1_playlistItems, pagination rule 4: every field of every item, in order', async () => {
    const system = await startSystem();
    for (const { id } of (await readAll(system.simulator, '/playlists')).slice(0, 12)) {
      const records = await readAll(system.simulator, `/playlists/${String(id)}/items`);
      const { data } = await ask(system, documents.ListPlaylistItems, {
        variables: { id, first: 1000 },
      });
      const items = data['playlist']?.['items'];
      expect(items?.['edges']?.map(({ node }) => node)).toEqual(
        records.map((record) => expectedOf('PlaylistItem', record)),
      );
      expect(items?.['nodes']).toEqual(records.map(({ slotId }) => ({ slotId })));
      expect(items?.['totalCount']).toBe(records.length);
    }
  });

  it('the records that are compared have every state, orientation and kind of hours, and odd sizes', async () => {
    const { simulator } = await startSystem();
    const screens = (await readAll(simulator, '/screens')).slice(0, 32);
    const orientations = [
      'landscape',
      'landscape-flipped',
      'portrait',
      'portrait-flipped',
      undefined,
    ];
    expect(valuesOf(screens, 'status', 'orientation')).toEqual(
      new Set(['online', 'offline', 'unpaired', ...orientations]),
    );
    const hours = screens.map(({ availability }) => availability as RestRecord);
    expect(valuesOf(hours, 'mode')).toEqual(new Set(['always', 'weekly', 'special']));
    const media = (await readAll(simulator, '/media')).slice(0, 32);
    expect(valuesOf(media, 'status')).toEqual(new Set(['processing', 'ready', 'failed']));
    expect(media.some(({ sizeBytes }) => Number(sizeBytes) > 2 ** 31)).toBe(true);
    expect(media.some(({ defaultDurationSeconds }) => Number(defaultDurationSeconds) % 1 > 0)).toBe(
      true,
    );
  });

  it('locations arrive unchanged: their signatures still open the pictures', async () => {
    const { data } = await ask(await startSystem(), documents.ListMedia, {
      variables: { first: 3 },
    });
    const edges: readonly Json[] = data['media']?.['edges'] ?? [];
    expect(edges).toHaveLength(3);
    for (const { node } of edges) {
      const picture = await fetch(node?.['url'] ?? '');
      expect(picture.status).toBe(200);
      await picture.body?.cancel();
    }
  });

  it('rule 1: an id with reserved characters is one encoded segment, and NOT_FOUND comes from upstream', async () => {
    const system = await startSystem();
    const id = 'a/b?c=1#d;%2e %ä\u{1f980}';
    const paths = await pathsOf(system.simulator, async () => {
      const { errors } = await ask(system, documents.ReadScreen, { variables: { id } });
      expect(errors[0]?.extensions['code']).toBe('NOT_FOUND');
    });
    expect(paths).toEqual([`/screens/${encodeURIComponent(id)}`]);
  });
});
