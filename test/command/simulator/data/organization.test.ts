import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldsOf } from '../../../partner/contract.js';
import { startSimulator, type Simulator } from '../../../../src/command/simulator/simulator.js';
import { ask, asItem, asItems, crawl, idsOf, type Item } from '../ask.js';

let simulator: Simulator;
let screens: Item[];
let playlists: Item[];
let media: Item[];
let configurations: Item[];
let time = Date.UTC(2026, 10, 20, 12);

beforeAll(async () => {
  simulator = await startSimulator({ now: () => new Date(time) });
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

/**
 * Every field that appears, with how often: an optional field must be there sometimes and absent
 * sometimes.
 */
function countFields(items: readonly Item[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const field of items.flatMap(Object.keys)) counts.set(field, (counts.get(field) ?? 0) + 1);
  return counts;
}

/** All items below a playback configuration, those in the panels of layouts included. */
const flattenItems = (items: readonly Item[]): Item[] =>
  items.flatMap((item) => [
    item,
    ...flattenItems(panelsOf(item).flatMap((panel) => asItems(panel['items']))),
  ]);

const panelsOf = ({ layout }: Item): Item[] =>
  layout === undefined ? [] : asItems(asItem(layout)['panels']);

function isMissing({ mediaId }: Item, known: ReadonlySet<string>): boolean {
  return typeof mediaId === 'string' && !known.has(mediaId);
}

describe('the network', () => {
  it('has 240 screens, 36 playlists and 420 media, each with an id of its own', () => {
    expect([screens, playlists, media].map((items) => new Set(idsOf(items)).size)).toEqual([
      240, 36, 420,
    ]);
    expect(new Set(screens.map((screen) => screen['name'])).size).toBe(240);
  });

  it('Resources, Screen: shows every status and orientation, with each optional field sometimes absent', () => {
    expect(values(screens, 'status')).toEqual(['offline', 'online', 'unpaired']);
    const orientations = ['landscape', 'landscape-flipped', 'portrait', 'portrait-flipped'];
    expect(values(screens, 'orientation')).toEqual([...orientations, undefined]);
    const counts = countFields(screens);
    for (const field of ['description', 'orientation', 'viewport'])
      expect(counts.get(field)).toBeLessThan(240);
  });

  it.each(['Screen', 'Playlist', 'Media'] as const)('Resources, %s: shows every field', (table) => {
    const counts = countFields({ Screen: screens, Playlist: playlists, Media: media }[table]);
    const missing = fieldsOf(table).filter(({ name }) => !counts.has(name));
    expect(missing, 'add to src/command/simulator/data').toEqual([]);
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

  it('are long, and empty, and name a medium that does not exist', async () => {
    const counts = playlists.map((playlist) => Number(playlist['itemCount']));
    expect(counts[0]).toBe(250);
    expect(counts.filter((count) => count > 100).length).toBeGreaterThan(5);
    expect(counts).toContain(0);
    const items = await crawl(simulator, `/playlists/${String(playlists[0]?.['id'])}/items`);
    expect(items).toHaveLength(250);
    const seconds = items.map((item) => (item['enabled'] ? Number(item['durationSeconds']) : 0));
    const sum = seconds.reduce((one, other) => one + other, 0);
    expect(playlists[0]?.['totalDurationSeconds']).toBeCloseTo(sum, 6);
    expect(values(items, 'enabled')).toEqual([false, true]);
    expect(values(items, 'type')).toEqual(['app', 'media']);
    const known = new Set(idsOf(media));
    const missing = items.filter((item) => isMissing(item, known));
    expect(missing).toHaveLength(1);
    expect((await ask(simulator, `/media/${String(missing[0]?.['mediaId'])}`)).status).toBe(404);
  });
});

describe('playback', () => {
  const itemsOf = (configuration: Item) => asItems(configuration['items']);
  const playedItems = () =>
    flattenItems(configurations.flatMap((one) => [...itemsOf(one), ...asItems(one['overlays'])]));

  it('Resources, PlaybackItem: shows every type and rendering mode, and every optional field', () => {
    const items = playedItems();
    expect(values(items, 'type')).toEqual(['app', 'image', 'video']);
    expect(values(items, 'renderingMode')).toEqual([
      'overlay',
      'standard',
      'takeover',
      'zones',
      undefined,
    ]);
    expect(countFields(items).size).toBe(12);
    expect(new Set(idsOf(items)).size).toBe(items.length);
  });

  it('Resources, ZonesPanel: holds items, and in a few a layout again', () => {
    const panels = configurations.flatMap(itemsOf).flatMap(panelsOf);
    const inPanels = panels.flatMap((panel) => asItems(panel['items']));
    expect(inPanels.length).toBeGreaterThan(100);
    expect(inPanels.filter((item) => item['layout'] !== undefined).length).toBeGreaterThan(3);
  });

  it('points at media of the organization, but for a few deleted ones', () => {
    const known = new Set(idsOf(media));
    const missing = playedItems().filter((item) => isMissing(item, known));
    expect(missing.length).toBeGreaterThan(3);
    for (const item of missing) expect(item['url']).toBeUndefined();
  });
});

it('partnerV1_screenConfiguration: resolvedAt is the moment of the response, and the revision changes only with the content', async () => {
  const path = `/screens/${idsOf(screens)[1] ?? ''}/configuration`;
  const noon = asItem((await ask(simulator, path)).data);
  time += 12 * 3_600_000;
  const midnight = asItem((await ask(simulator, path)).data);
  expect(noon['resolvedAt']).toBe('2026-11-20T12:00:00.000Z');
  expect(midnight['resolvedAt']).toBe('2026-11-21T00:00:00.000Z');
  expect([noon, midnight].map(({ availability }) => asItem(availability)['isOnNow'])).toEqual([
    true,
    false,
  ]);
  expect(midnight['revision']).toBe(noon['revision']);
});

it.each(['everything', 'second organization'])(
  'the demo data keeps to the document: %s',
  async (name) => {
    const formats = {
      'date-time': (text: string) => new Date(text).toISOString() === text,
      uri: (text: string) => URL.canParse(text),
    };
    const response = await fetch(`${simulator.url}/api/partner/openapi.json`);
    const document = asItem(await response.json());
    const ajv = new Ajv({ formats, allErrors: true });
    ajv.addVocabulary(Object.keys(document)).addSchema(document, 'openapi');
    const expectAll = (records: readonly unknown[], table: string): void => {
      const validate = ajv.getSchema(`openapi#/components/schemas/${table}`) ?? expect.fail(table);
      for (const record of records)
        expect(validate(record), ajv.errorsText(validate.errors)).toBe(true);
    };
    const [screens, playlists, media] = await Promise.all(
      ['/screens', '/playlists', '/media'].map((path) => crawl(simulator, path, name)),
    );
    expectAll(screens ?? [], 'Screen');
    expectAll(playlists ?? [], 'Playlist');
    expectAll(media ?? [], 'Media');
    for (const id of idsOf(playlists ?? []))
      expectAll(await crawl(simulator, `/playlists/${id}/items`, name), 'PlaylistItem');
    for (const id of idsOf(screens ?? []))
      expectAll(
        [(await ask(simulator, `/screens/${id}/configuration`, name)).data],
        'PlaybackConfiguration',
      );
    expectAll([(await ask(simulator, '/organization', name)).data], 'Organization');
    expectAll([(await ask(simulator, '/media?limit=7', name)).pagination], 'Pagination');
  },
);
