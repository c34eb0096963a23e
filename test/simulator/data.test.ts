import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldsOf } from '../partner/contract.js';
import { startSimulator, type Simulator } from '../../src/simulator/simulator.js';
import { ask, asItem, asItems, crawl, idsOf, nth, type Item } from './ask.js';
import { countFields, flattenItems, panelsOf } from './schema-check.js';

let simulator: Simulator;
let screens: Item[];
let playlists: Item[];
let media: Item[];
let configurations: Item[];

beforeAll(async () => {
  simulator = await startSimulator({ now: () => new Date('2026-11-20T12:00:00Z') });
  [screens, playlists, media] = await Promise.all([
    crawl(simulator, '/screens'),
    crawl(simulator, '/playlists'),
    crawl(simulator, '/media'),
  ]);
  const responses = await Promise.all(
    idsOf(screens).map((id) => ask(simulator, `/screens/${id}/configuration`)),
  );
  configurations = responses.map(({ data }) => asItem(data));
});
afterAll(() => simulator.close());

function values(items: readonly Item[], field: string): unknown[] {
  return [...new Set(items.map((item) => item[field]))].sort();
}

function isMissing({ mediaId }: Item, known: ReadonlySet<string>): boolean {
  return typeof mediaId === 'string' && !known.has(mediaId);
}

describe('the network', () => {
  it('has 240 screens, 36 playlists and 420 media, each with an id of its own', () => {
    expect([screens, playlists, media].map((items) => new Set(idsOf(items)).size)).toEqual([240, 36, 420]);
    expect(new Set(screens.map((screen) => screen['name'])).size).toBe(240);
  });

  it('Resources, Screen: shows every status and orientation, with each optional field sometimes absent', () => {
    expect(values(screens, 'status')).toEqual(['offline', 'online', 'unpaired']);
    expect(values(screens, 'orientation')).toEqual([
      'landscape',
      'landscape-flipped',
      'portrait',
      'portrait-flipped',
      undefined,
    ]);
    const counts = countFields(screens);
    for (const field of ['description', 'orientation', 'viewport'])
      expect(counts.get(field)).toBeLessThan(240);
  });

  it.each(['Screen', 'Playlist', 'Media'] as const)('Resources, %s: shows every field', (table) => {
    const counts = countFields({ Screen: screens, Playlist: playlists, Media: media }[table]);
    const missing = fieldsOf(table).filter(({ name }) => !counts.has(name));
    expect(
      missing.map(({ address }) => address),
      'add to src/simulator/data',
    ).toEqual([]);
  });

  it('Resources, Availability: shows every mode in many time zones, on and off', () => {
    const availabilities = screens.map((screen) => asItem(screen['availability']));
    expect(values(availabilities, 'mode')).toEqual(['always', 'special', 'weekly']);
    expect(values(availabilities, 'timezone').length).toBeGreaterThan(10);
    expect(values(availabilities, 'isOnNow')).toEqual([false, true]);
    for (const { mode, weekly, special } of availabilities) {
      if (mode === 'weekly') expect(weekly).toBeDefined();
      expect(special !== undefined).toBe(mode === 'special');
    }
  });

  it('Resources, Media: shows every status of both types, sizes over 2 GiB and fractions of seconds', () => {
    const kinds = new Set(media.map(({ type, status }) => `${String(type)} ${String(status)}`));
    expect(kinds.size).toBe(6);
    expect(media.filter(({ sizeBytes }) => Number(sizeBytes) > 2 ** 31).length).toBeGreaterThan(5);
    expect(media.some(({ defaultDurationSeconds: seconds }) => Number(seconds) % 1 > 0)).toBe(true);
    for (const { status, url } of media) expect(url !== undefined).toBe(status === 'ready');
  });
});

describe('playlists', () => {
  it('partnerV1_playlistItems, pagination rule 4: positions ascend by one, from 0 or from 1', async () => {
    const firsts = new Set<unknown>();
    for (const id of idsOf(playlists)) {
      const positions = (await crawl(simulator, `/playlists/${id}/items`)).map((item) =>
        Number(item['position']),
      );
      firsts.add(positions[0]);
      expect(positions).toEqual(positions.map((_, index) => (positions[0] ?? 0) + index));
    }
    expect(firsts).toEqual(new Set([0, 1, undefined]));
  });

  it('count what they hold: itemCount is the number of items, the duration that of the enabled ones', async () => {
    const playlist = nth(playlists, 0);
    const items = await crawl(simulator, `/playlists/${idsOf([playlist]).join()}/items`);
    expect(items).toHaveLength(Number(playlist['itemCount']));
    const seconds = items.reduce(
      (sum, item) => sum + (item['enabled'] ? Number(item['durationSeconds']) : 0),
      0,
    );
    expect(playlist['totalDurationSeconds']).toBeCloseTo(seconds, 6);
    expect(values(items, 'enabled')).toEqual([false, true]);
    expect(values(items, 'type')).toEqual(['app', 'media']);
  });

  it('are long, and empty, and name a medium that does not exist', async () => {
    const counts = playlists.map((playlist) => Number(playlist['itemCount']));
    expect(counts[0]).toBe(250);
    expect(counts.filter((count) => count > 100).length).toBeGreaterThan(5);
    expect(counts).toContain(0);
    const items = await crawl(simulator, `/playlists/${String(playlists[0]?.['id'])}/items`);
    const known = new Set(idsOf(media));
    const missing = items.filter((item) => isMissing(item, known));
    expect(missing).toHaveLength(1);
    expect((await ask(simulator, `/media/${String(missing[0]?.['mediaId'])}`)).status).toBe(404);
  });
});

describe('playback', () => {
  const itemsOf = (configuration: Item) => asItems(configuration['items']);
  const overlaysOf = (configuration: Item) => asItems(configuration['overlays']);

  it('Resources, PlaybackItem: shows every type and rendering mode, and every optional field', () => {
    const items = flattenItems(configurations.flatMap((one) => [...itemsOf(one), ...overlaysOf(one)]));
    expect(values(items, 'type')).toEqual(['app', 'image', 'video']);
    expect(values(items, 'renderingMode')).toEqual(['overlay', 'standard', 'takeover', 'zones', undefined]);
    expect(countFields(items).size).toBe(12);
    expect(new Set(idsOf(items)).size).toBe(items.length);
  });

  it('Resources, ZonesPanel: holds items, and in a few a layout again', () => {
    const inPanels = configurations
      .flatMap(itemsOf)
      .flatMap(panelsOf)
      .flatMap((panel) => asItems(panel['items']));
    expect(inPanels.length).toBeGreaterThan(100);
    expect(inPanels.filter((item) => item['layout'] !== undefined).length).toBeGreaterThan(3);
  });

  it('repeats the screen: its name, status, viewport, availability, number and duration of items', () => {
    configurations.forEach((configuration, index) => {
      const { id, name, status, orientation, viewport, availability, ...screen } = nth(screens, index);
      expect(configuration).toMatchObject({
        screen: JSON.parse(JSON.stringify({ id, name, status, orientation, viewport })) as Item,
        availability,
      });
      const items = itemsOf(configuration);
      expect(items).toHaveLength(Number(screen['itemCount']));
      const seconds = items.reduce((sum, item) => sum + Number(item['durationSeconds']), 0);
      expect(screen['totalDurationSeconds']).toBeCloseTo(seconds, 6);
    });
  });

  it('points at media of the organization, but for a few deleted ones', () => {
    const known = new Set(idsOf(media));
    const items = flattenItems(configurations.flatMap((one) => [...itemsOf(one), ...overlaysOf(one)]));
    const missing = items.filter((item) => isMissing(item, known));
    expect(missing.length).toBeGreaterThan(3);
    for (const item of missing) expect(item['url']).toBeUndefined();
  });
});
