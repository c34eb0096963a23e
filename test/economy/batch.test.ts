import { describe, expect, it } from 'vitest';
import { type TestSystem, startSystem } from '../system/test-system.js';
import { readRecord } from '../system/rest.js';
import { ask, type Asked, askMedia, count, type Json, mediaAt, noMedia, places } from './ask.js';

const libraryOf = (media: number): Promise<TestSystem> => startSystem({ size: { media } });

/** Places that a small generator scatters over the list, each once. */
function scattered(wanted: number, total: number): number[] {
  const found = new Set<number>();
  for (let state = 7; found.size < wanted; state = (state * 48_271) % 2_147_483_647) found.add(state % total);
  return [...found];
}

interface Case {
  readonly total: number;
  readonly where: string;
  readonly indexes: readonly number[];
  /** What the promise allows: min(k, pages + ids not listed) + 1. */
  readonly most: number;
  /** What it is: pages, and a sample where the first page shows none of the ids. */
  readonly cold: number;
  /** The length of the list is known from the run before. */
  readonly warm: number;
}

const cases: readonly Case[] = [
  { total: 150, where: 'scattered', indexes: scattered(100, 150), most: 3, cold: 2, warm: 2 },
  { total: 150, where: 'the last 100', indexes: places(100, 50), most: 3, cold: 2, warm: 2 },
  { total: 150, where: 'the first 100', indexes: places(100), most: 3, cold: 1, warm: 2 },
  { total: 1000, where: 'scattered', indexes: scattered(100, 1000), most: 11, cold: 10, warm: 10 },
  { total: 1000, where: 'on the last page', indexes: places(100, 900), most: 11, cold: 11, warm: 10 },
  { total: 1000, where: 'on the first page', indexes: places(100), most: 11, cold: 1, warm: 10 },
  { total: 50_000, where: 'scattered', indexes: places(100, 250, 497), most: 101, cold: 101, warm: 100 },
  { total: 50_000, where: 'on the last page', indexes: places(100, 49_900), most: 101, cold: 101, warm: 100 },
  { total: 50_000, where: 'on the first page', indexes: places(100), most: 101, cold: 1, warm: 100 },
];

describe('a batch of 100 media costs the cheaper of single reads and a sweep of the list, and one at most besides', () => {
  it.each(cases)('$total media, ids $where: at most $most', async ({ total, indexes, most, cold, warm }) => {
    const house = await libraryOf(total);
    const ids = indexes.map(mediaAt);
    const run = async (): Promise<number> => {
      let requests = 0;
      const seen = await count(house, async () => {
        const { data, errors, upstream } = await askMedia(house, ids);
        expect(errors).toEqual([]);
        expect(data['nodes']?.map((node) => node['id'])).toEqual(ids);
        requests = upstream?.requests ?? 0;
      });
      expect(seen).toBe(requests);
      return seen;
    };
    const costs = [await run(), await run()];
    expect(costs).toEqual([cold, warm]);
    expect(Math.max(...costs)).toBeLessThanOrEqual(most);
  });

  it('each answer is the one that a read by its id gives', async () => {
    const house = await libraryOf(250);
    const ids = scattered(60, 250).map(mediaAt);
    const { data } = await askMedia(house, ids);
    const records = await Promise.all(ids.map((id) => readRecord(house.simulator, `/media/${id}`)));
    expect(data['nodes']?.map((node) => node['name'])).toEqual(records.map((record) => record['name']));
  });
});

describe('ids that no page of the list shows', () => {
  it('hidden media are asked for singly after the sweep', async () => {
    const house = await startSystem({ size: { media: 300 }, hiddenEvery: 10 });
    const ids = places(100).map(mediaAt);
    let data: Json | undefined;
    // Every tenth of the first hundred is hidden: the first page shows 90, and two pages are cheaper than ten reads.
    const requests = await count(house, async () => void ({ data } = await askMedia(house, ids)));
    expect(data?.['nodes']?.map((node) => node['id'])).toEqual(ids);
    expect(requests).toBe(3 + 10);
  });

  it('ids that name nothing are NOT_FOUND, each at its place, and cost one read each', async () => {
    const house = await libraryOf(300);
    const gone = [noMedia(1), noMedia(2)];
    const ids = [...places(20).map(mediaAt), ...gone, ...places(20, 100).map(mediaAt)];
    const asked: Asked[] = [];
    const requests = await count(house, async () => asked.push(await askMedia(house, ids)));
    // The first page shows 20 of 42, so the other two are read together; then the two that are left.
    expect(requests).toBe(3 + 2);
    expect(
      asked[0]?.errors.map(({ path, extensions }) => [path, extensions['code'], extensions['operation']]),
    ).toEqual([
      [['nodes', 20], 'NOT_FOUND', 'partnerV1_mediaItem'],
      [['nodes', 21], 'NOT_FOUND', 'partnerV1_mediaItem'],
    ]);
  });

  it('a batch of nothing but gone ids never costs more than one beside its own number', async () => {
    for (const total of [0, 50, 150, 250, 1000]) {
      const house = await libraryOf(total);
      const gone = places(12).map(noMedia);
      const costs = [];
      for (let run = 0; run < 3; run += 1) costs.push(await count(house, () => askMedia(house, gone)));
      expect(Math.max(...costs), String(total)).toBeLessThanOrEqual(12 + 1);
    }
  });

  it('a batch of gone ids does not keep later batches of the credential from the list', async () => {
    const house = await libraryOf(150);
    for (let run = 0; run < 3; run += 1) await askMedia(house, places(30).map(noMedia));
    const requests = await count(house, () => askMedia(house, places(100).map(mediaAt)));
    expect(requests).toBeLessThanOrEqual(3);
  });
});

describe('where the list fails, single reads take over', () => {
  it('a list that answers 500 costs its one request, and no id is lost', async () => {
    const house = await libraryOf(150);
    house.simulator.setFaults([{ operation: 'partnerV1_media', status: 500 }]);
    const ids = places(20).map(mediaAt);
    const requests = await count(house, async () => {
      const { data, errors } = await askMedia(house, ids);
      expect(errors).toEqual([]);
      expect(data['nodes']?.map((node) => node['id'])).toEqual(ids);
    });
    expect(requests).toBe(1 + 20);
  });

  it('an id whose own read fails is one error; its neighbours stand', async () => {
    const house = await libraryOf(5);
    house.simulator.setFaults([
      { operation: 'partnerV1_media', status: 500 },
      { operation: 'partnerV1_mediaItem', id: mediaAt(2), status: 500 },
    ]);
    const { data, errors } = await askMedia(house, places(5).map(mediaAt));
    expect(data['nodes']?.map((node) => (node as Json | null)?.['id'] ?? null)).toEqual([
      mediaAt(0),
      mediaAt(1),
      null,
      mediaAt(3),
      mediaAt(4),
    ]);
    expect(errors.map(({ path }) => path)).toEqual([['nodes', 2]]);
  });
});

describe('links of several parents make one batch', () => {
  const Wall = `{ screens(first: 20) { nodes { name playbackConfiguration { items { mediaId media { name } } } } } }`;

  it('20 screens with configuration and media of a library of 1,000: at most 1 + 20 + 11', async () => {
    const house = await libraryOf(1000);
    const cold = await count(house, () => ask(house, Wall));
    expect(cold).toBeLessThanOrEqual(1 + 20 + 11);
    // The first screen plays a file that is gone: ten pages and the one read that tells so.
    expect(await count(house, () => ask(house, Wall))).toBeLessThanOrEqual(1 + 20 + 11);
  });

  it('media of items of several playlists are one batch', async () => {
    const house = await startSystem({ size: { media: 200, playlists: 6, playlistItems: 80 } });
    const requests = await count(house, () =>
      ask(house, '{ playlists(first: 6) { nodes { items(first: 100) { nodes { media { name } } } } } }'),
    );
    // One page of playlists, six of items, two of media, and the deleted file of the first playlist.
    expect(requests).toBe(1 + 6 + 2 + 1);
  });
});
