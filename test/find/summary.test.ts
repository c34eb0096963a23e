import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mediaFinder } from '../../src/find/media.js';
import { playlistFinder } from '../../src/find/playlist.js';
import { screenFinder } from '../../src/find/screen.js';
import { countBy, type Figure, latestOf, summarize, sumOf } from '../../src/find/summary.js';
import type { Media } from '../../src/partner/media.js';
import type { Playlist } from '../../src/partner/playlist.js';
import type { Screen } from '../../src/partner/screen.js';
import { completed } from './steps.js';

function figureOf<T, V>(figure: Figure<T, V>, records: readonly T[]): V {
  const counter = figure.start();
  for (const record of records) counter.add(record);
  return counter.value();
}

const status = { description: '', field: 'status', type: 'ScreenStatus', value: '', count: '' };

describe('a summary', () => {
  it('counts the values that occur, the most frequent first, then by name, null last', () => {
    const values = ['portrait', null, 'UNRECOGNIZED', 'landscape', 'portrait', 'a-b', null, 'zone'];
    const counts = countBy((value: string | null) => value, '', status);
    expect(figureOf(counts, values)).toEqual([
      { value: 'portrait', count: 2 },
      { value: null, count: 2 },
      { value: 'a-b', count: 1 },
      { value: 'landscape', count: 1 },
      { value: 'UNRECOGNIZED', count: 1 },
      { value: 'zone', count: 1 },
    ]);
  });

  it('reports the latest time as its record writes it, and none where no record has one', () => {
    const times = ['2026-05-17T08:00:00Z', '2026-05-17T10:00:01+02:00', 'never', '2026-05-17'];
    const latest = latestOf((text: string) => text, '');
    expect(figureOf(latest, times)).toBe('2026-05-17T10:00:01+02:00');
    expect(figureOf(latest, ['never'])).toBeNull();
    expect(figureOf(latest, [])).toBeNull();
  });

  it('adds up the sizes that are known, and counts the others', () => {
    const file = (sizeBytes: number | null | undefined): Media => ({
      id: 'm',
      name: 'm',
      type: 'image',
      status: 'ready',
      sizeBytes,
      createdAt: '2026-05-17T08:00:00Z',
      updatedAt: '2026-05-17T08:00:00Z',
    });
    const files = [file(5_000_000_000), file(1), file(null), file(undefined), file(0)];
    expect(completed(summarize(mediaFinder.figures, files))).toMatchObject({
      totalSizeBytes: 5_000_000_001,
      sizeUnknown: 2,
      byType: [{ value: 'image', count: 5 }],
    });
  });
});

/** As the enums of the schema name it. */
const nameOf = (value: string | null): string => value?.toUpperCase() ?? '\uffff';

/** Counts each value by a walk of its own. */
const naiveCounts = (values: readonly (string | null)[]) =>
  [...new Set(values)]
    .map((value) => ({ value, count: values.filter((each) => each === value).length }))
    .sort((a, b) => b.count - a.count || (nameOf(a.value) < nameOf(b.value) ? -1 : 1));

const addAll = (values: readonly number[]): number => {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
};

/** Any of the latest: records may be changed at one instant and write it in several ways. */
const expectLatest = (lastUpdatedAt: unknown, texts: readonly string[]): void => {
  const times = texts.filter((text) => text.includes('T'));
  // A `DateTime` of the schema.
  const latest = lastUpdatedAt as string | null;
  expect(latest === null).toBe(times.length === 0);
  if (latest === null) return;
  expect(times).toContain(latest);
  expect(Date.parse(latest)).toBe(Math.max(...times.map((text) => Date.parse(text))));
};

/** Some dates without a time of day, which the contract's form allows and which are no instant. */
const time = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 0, max: 4e9 }).map((s) => new Date(s * 1000).toISOString()) },
  { weight: 2, arbitrary: fc.nat(9).map((day) => `2026-05-1${day}T23:30:00+0${day}:00`) },
  { weight: 1, arbitrary: fc.constant('2026-05-17') },
);

// Quarters add up exactly, in any order.
const seconds = fc.integer({ min: 0, max: 1e6 }).map((quarters) => quarters / 4);
const common = { id: fc.string(), name: fc.string(), createdAt: time, updatedAt: time };

const screen: fc.Arbitrary<Screen> = fc.record({
  ...common,
  status: fc.constantFrom('online', 'offline', 'unpaired', 'UNRECOGNIZED'),
  orientation: fc.constantFrom(undefined, null, 'portrait', 'landscape', 'landscape-flipped', 'UNRECOGNIZED'),
  availability: fc.record({
    mode: fc.constant('always'),
    timezone: fc.constantFrom('Europe/Berlin', 'UTC', 'Etc/GMT+1', 'europe/berlin2'),
    isOnNow: fc.boolean(),
  }),
  itemCount: fc.nat(9),
  totalDurationSeconds: seconds,
});

const playlist: fc.Arbitrary<Playlist> = fc.record({
  ...common,
  itemCount: fc.nat(3),
  totalDurationSeconds: seconds,
});

const file: fc.Arbitrary<Media> = fc.record({
  ...common,
  type: fc.constantFrom('image', 'video', 'UNRECOGNIZED'),
  status: fc.constantFrom('processing', 'ready', 'failed', 'UNRECOGNIZED'),
  sizeBytes: fc.option(fc.integer({ min: 0, max: 2 ** 40 }), { freq: 3 }),
});

describe('the figures of any records are those of a walk for each figure', () => {
  /** @param walk each figure of a list of records, but for the latest time, which all collections have */
  const holds = <Each extends { readonly updatedAt: string }>(
    record: fc.Arbitrary<Each>,
    figuresOf: (records: readonly Each[]) => Readonly<Record<string, unknown>>,
    walk: (records: readonly Each[]) => object,
  ): void =>
    fc.assert(
      fc.property(fc.array(record), (records) => {
        const { lastUpdatedAt, ...figures } = figuresOf(records);
        expect(figures).toEqual(walk(records));
        expectLatest(
          lastUpdatedAt,
          records.map(({ updatedAt }) => updatedAt),
        );
      }),
    );

  it('screens', () =>
    holds(
      screen,
      (screens) => completed(summarize(screenFinder.figures, screens)),
      (screens) => ({
        byStatus: naiveCounts(screens.map(({ status }) => status)),
        byOrientation: naiveCounts(screens.map(({ orientation }) => orientation ?? null)),
        byTimezone: naiveCounts(screens.map(({ availability }) => availability.timezone)),
        onNow: screens.filter(({ availability }) => availability.isOnNow).length,
        totalDurationSeconds: addAll(screens.map(({ totalDurationSeconds }) => totalDurationSeconds)),
      }),
    ));

  it('playlists', () =>
    holds(
      playlist,
      (playlists) => completed(summarize(playlistFinder.figures, playlists)),
      (playlists) => ({
        empty: playlists.filter(({ itemCount }) => itemCount === 0).length,
        itemCount: addAll(playlists.map(({ itemCount }) => itemCount)),
        totalDurationSeconds: addAll(playlists.map(({ totalDurationSeconds }) => totalDurationSeconds)),
      }),
    ));

  it('media', () =>
    holds(
      file,
      (media) => completed(summarize(mediaFinder.figures, media)),
      (media) => ({
        byType: naiveCounts(media.map(({ type }) => type)),
        byStatus: naiveCounts(media.map(({ status }) => status)),
        totalSizeBytes: addAll(media.map(({ sizeBytes }) => sizeBytes ?? 0)),
        sizeUnknown: media.filter(({ sizeBytes }) => sizeBytes === null).length,
      }),
    ));
});

describe('a sum', () => {
  it('stays finite, whatever finite numbers it adds up', () => {
    const huge = [Number.MAX_VALUE, Number.MAX_VALUE, -Number.MAX_VALUE, -Number.MAX_VALUE, -1e300];
    const sum = sumOf((each: number) => each, '');
    for (let length = 0; length <= huge.length; length += 1)
      expect(Number.isFinite(figureOf(sum, huge.slice(0, length)))).toBe(true);
    expect(figureOf(sum, [0.25, 5e9])).toBe(5_000_000_000.25);
  });
});
