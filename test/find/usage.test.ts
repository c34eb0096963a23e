import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexUsage, mediaIdsOfConfiguration, mediaIdsOfItem } from '../../src/find/usage.js';
import type { PlaybackConfiguration, PlaybackItem } from '../../src/partner/playback.js';
import type { PlaylistItem } from '../../src/partner/playlist.js';

/** `__proto__` and `constructor` are ids like any other. */
const mediaId = fc.constantFrom('a', 'b', 'c', '', '__proto__', 'constructor');

it('the index of usage has each record once for each of its files, in the order of the records', () => {
  const players = fc.array(fc.array(fc.array(mediaId, { maxLength: 4 }), { maxLength: 3 }), { maxLength: 8 });
  fc.assert(
    fc.property(players, mediaId, (ofRecords, sought) => {
      const usage = indexUsage(
        ofRecords.map((parts, record) => ({ record, parts })),
        (part) => part,
      );
      const expected = ofRecords.flatMap((parts, record) => (parts.flat().includes(sought) ? [record] : []));
      expect(usage.get(sought) ?? []).toEqual(expected);
      expect([...usage.keys()].toSorted()).toEqual([...new Set(ofRecords.flat(2))].toSorted());
    }),
  );
});

const slot = { slotId: 's', type: 'image', durationSeconds: 1 } as const;
const presentation = {
  mediaFit: 'cover',
  backgroundColor: '#000000',
  gapViewportHeightRatio: 0,
  paddingViewportHeightRatio: 0,
  cornerRadiusViewportHeightRatio: 0,
} as const;

const withPanels = (panels: readonly (readonly PlaybackItem[])[]): PlaybackItem => ({
  ...slot,
  layout: {
    presentation,
    panels: panels.map((items) => ({ id: 'p', x: 0, y: 0, width: 1, height: 1, items: [...items] })),
  },
});

const { item } = fc.letrec<{ item: PlaybackItem }>((tie) => ({
  item: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.option(mediaId, { nil: undefined }).map((id): PlaybackItem => ({ ...slot, mediaId: id })),
    fc.constant<PlaybackItem>({ ...slot, mediaId: null, layout: null }),
    fc
      .tuple(fc.array(fc.array(tie('item'), { maxLength: 3 }), { maxLength: 3 }), fc.option(mediaId))
      .map(([panels, id]): PlaybackItem => ({ ...withPanels(panels), mediaId: id })),
  ),
}));

const configurationOf = (items: PlaybackItem[], overlays: PlaybackItem[]): PlaybackConfiguration => ({
  resolvedAt: '2026-11-20T09:30:00Z',
  revision: 'r',
  screen: { id: 's', name: 's', status: 'online' },
  availability: { mode: 'always', timezone: 'Europe/Berlin', isOnNow: true },
  items,
  overlays,
});

/** Whatever is written as a `mediaId`, anywhere. */
function writtenIds(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'mediaId' && typeof inner === 'string' ? [inner] : writtenIds(inner),
  );
}

describe('the files of a configuration', () => {
  it('are those of items, overlays and panels, however deep', () => {
    const items = fc.array(item, { maxLength: 4 });
    fc.assert(
      fc.property(items, items, (played, overlays) => {
        const configuration = configurationOf(played, overlays);
        expect(mediaIdsOfConfiguration(configuration).toSorted()).toEqual(
          writtenIds(configuration).toSorted(),
        );
      }),
    );
  });

  it('are found at any depth without recursion', () => {
    let deep: PlaybackItem = { ...slot, mediaId: 'deepest' };
    for (let depth = 0; depth < 50_000; depth += 1) deep = withPanels([[deep]]);
    expect(mediaIdsOfConfiguration(configurationOf([deep], []))).toEqual(['deepest']);
  });
});

it('a disabled item of a playlist counts, and an app has no file', () => {
  const base: PlaylistItem = { slotId: 's', type: 'media', position: 1, durationSeconds: 1, enabled: false };
  expect(mediaIdsOfItem({ ...base, mediaId: 'a' })).toEqual(['a']);
  expect(mediaIdsOfItem({ ...base, type: 'app', mediaId: null })).toEqual([]);
  expect(mediaIdsOfItem(base)).toEqual([]);
});
