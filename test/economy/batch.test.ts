import { describe, expect, it } from 'vitest';
import { type TestSystem, startSystem } from '../system/test-system.js';
import { readRecord } from '../system/rest.js';
import { ask, askMedia, count, type Json, mediaAt, noMedia, type OperationResponse, places } from './ask.js';

const libraryOf = (media: number): Promise<TestSystem> => startSystem({ size: { media } });

/** Distinct places, scattered over the list by a small generator. */
function scattered(wanted: number, total: number): number[] {
  const found = new Set<number>();
  for (let state = 7; found.size < wanted; state = (state * 48_271) % 2_147_483_647) found.add(state % total);
  return [...found];
}

interface Case {
  readonly total: number;
  readonly where: string;
  readonly indexes: readonly number[];
  /** The documented bound: min(k, pages + ids not listed) + 1. */
  readonly max: number;
  /** Pages, and a sample if the first page has none of the ids. */
  readonly cold: number;
  /** With the length of the list known from the first run. */
  readonly warm: number;
}

const cases: readonly Case[] = [
  { total: 150, where: 'scattered', indexes: scattered(100, 150), max: 3, cold: 2, warm: 2 },
  { total: 150, where: 'the last 100', indexes: places(100, 50), max: 3, cold: 2, warm: 2 },
  { total: 150, where: 'the first 100', indexes: places(100), max: 3, cold: 1, warm: 2 },
  { total: 1000, where: 'scattered', indexes: scattered(100, 1000), max: 11, cold: 10, warm: 10 },
  { total: 1000, where: 'on the last page', indexes: places(100, 900), max: 11, cold: 11, warm: 10 },
  { total: 1000, where: 'on the first page', indexes: places(100), max: 11, cold: 1, warm: 10 },
  { total: 50_000, where: 'scattered', indexes: places(100, 250, 497), max: 101, cold: 101, warm: 100 },
  { total: 50_000, where: 'on the last page', indexes: places(100, 49_900), max: 101, cold: 101, warm: 100 },
  { total: 50_000, where: 'on the first page', indexes: places(100), max: 101, cold: 1, warm: 100 },
];

describe('a batch of 100 media costs at most one request more than the cheaper of single reads and a sweep', () => {
  it.each(cases)('$total media, ids $where: at most $max', async ({ total, indexes, max, cold, warm }) => {
    const system = await libraryOf(total);
    const ids = indexes.map(mediaAt);
    const run = async (): Promise<number> => {
      let requests = 0;
      const seen = await count(system, async () => {
        const { data, errors, upstream } = await askMedia(system, ids);
        expect(errors).toEqual([]);
        expect(data['nodes']?.map((node) => node['id'])).toEqual(ids);
        requests = upstream?.requests ?? 0;
      });
      expect(seen).toBe(requests);
      return seen;
    };
    const costs = [await run(), await run()];
    expect(costs).toEqual([cold, warm]);
    expect(Math.max(...costs)).toBeLessThanOrEqual(max);
  });

  it('each record is the one that a read by its id returns', async () => {
    const system = await libraryOf(250);
    const ids = scattered(60, 250).map(mediaAt);
    const { data } = await askMedia(system, ids);
    const records = await Promise.all(ids.map((id) => readRecord(system.simulator, `/media/${id}`)));
    expect(data['nodes']?.map((node) => node['name'])).toEqual(records.map((record) => record['name']));
  });
});

describe('ids that are on no page of the list', () => {
  it('hidden media are read by id after the sweep', async () => {
    const system = await startSystem({ size: { media: 300 }, hiddenEvery: 10 });
    const ids = places(100).map(mediaAt);
    let data: Json | undefined;
    // Every tenth of the first hundred is hidden: the first page has 90, and two pages are cheaper than ten reads.
    const requests = await count(system, async () => void ({ data } = await askMedia(system, ids)));
    expect(data?.['nodes']?.map((node) => node['id'])).toEqual(ids);
    expect(requests).toBe(3 + 10);
  });

  it('ids of no record are NOT_FOUND, each at its place, and cost one read each', async () => {
    const system = await libraryOf(300);
    const missing = [noMedia(1), noMedia(2)];
    const ids = [...places(20).map(mediaAt), ...missing, ...places(20, 100).map(mediaAt)];
    const responses: OperationResponse[] = [];
    const requests = await count(system, async () => responses.push(await askMedia(system, ids)));
    // The first page has 20 of 42, so the other two pages are read together; then the two missing ids.
    expect(requests).toBe(3 + 2);
    expect(
      responses[0]?.errors.map(({ path, extensions }) => [path, extensions['code'], extensions['operation']]),
    ).toEqual([
      [['nodes', 20], 'NOT_FOUND', 'partnerV1_mediaItem'],
      [['nodes', 21], 'NOT_FOUND', 'partnerV1_mediaItem'],
    ]);
  });

  it('a batch of missing ids costs at most one request more than their number', async () => {
    for (const total of [0, 50, 150, 250, 1000]) {
      const system = await libraryOf(total);
      const missing = places(12).map(noMedia);
      const costs = [];
      for (let run = 0; run < 3; run += 1) costs.push(await count(system, () => askMedia(system, missing)));
      expect(Math.max(...costs), String(total)).toBeLessThanOrEqual(12 + 1);
    }
  });

  it('a batch of missing ids does not keep later batches of the credential from a sweep', async () => {
    const system = await libraryOf(150);
    for (let run = 0; run < 3; run += 1) await askMedia(system, places(30).map(noMedia));
    const requests = await count(system, () => askMedia(system, places(100).map(mediaAt)));
    expect(requests).toBeLessThanOrEqual(3);
  });
});

describe('a failing list is replaced by single reads', () => {
  it('a list with status 500 costs one request, and no record is lost', async () => {
    const system = await libraryOf(150);
    system.simulator.setFaults([{ operation: 'partnerV1_media', status: 500 }]);
    const ids = places(20).map(mediaAt);
    const requests = await count(system, async () => {
      const { data, errors } = await askMedia(system, ids);
      expect(errors).toEqual([]);
      expect(data['nodes']?.map((node) => node['id'])).toEqual(ids);
    });
    expect(requests).toBe(1 + 20);
  });

  it('an id whose own read fails is one error, and spares the others', async () => {
    const system = await libraryOf(5);
    system.simulator.setFaults([
      { operation: 'partnerV1_media', status: 500 },
      { operation: 'partnerV1_mediaItem', id: mediaAt(2), status: 500 },
    ]);
    const { data, errors } = await askMedia(system, places(5).map(mediaAt));
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

describe('links of several parents are one batch', () => {
  const Playback = `{ screens(first: 20) { nodes { name playbackConfiguration { items { mediaId media { name } } } } } }`;

  it('20 screens with configuration and media of a library of 1,000: at most 1 + 20 + 11', async () => {
    const system = await libraryOf(1000);
    const cold = await count(system, () => ask(system, Playback));
    expect(cold).toBeLessThanOrEqual(1 + 20 + 11);
    // The first screen plays a deleted file: ten pages, and the one read that returns 404.
    expect(await count(system, () => ask(system, Playback))).toBeLessThanOrEqual(1 + 20 + 11);
  });

  it('media of items of several playlists are one batch', async () => {
    const system = await startSystem({ size: { media: 200, playlists: 6, playlistItems: 80 } });
    const requests = await count(system, () =>
      ask(system, '{ playlists(first: 6) { nodes { items(first: 100) { nodes { media { name } } } } } }'),
    );
    // One page of playlists, six of items, two of media, and the deleted file of the first playlist.
    expect(requests).toBe(1 + 6 + 2 + 1);
  });
});
