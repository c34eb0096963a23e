// First: it adds the types of the schema in their order.
import '../../../src/graphql/schema.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  indexUsage,
  mediaIdsOfConfiguration,
  mediaIdsOfItem,
} from '../../../src/graphql/types/media-usage.js';
import type { PlaybackConfiguration, PlaybackItem } from '../../../src/partner/playback.js';
import type { PlaylistItem } from '../../../src/partner/playlist.js';
import { places } from '../../economy/ask.js';

/** `__proto__` and `constructor` are ids like any other. */
const mediaId = fc.constantFrom('a', 'b', 'c', '', '__proto__', 'constructor');

it('the index of usage has each record once for each of its files, in the order of the records', () => {
  const players = fc.array(fc.array(fc.array(mediaId, { maxLength: 4 }), { maxLength: 3 }), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(players, mediaId, (ofRecords, sought) => {
      const usage = indexUsage(
        ofRecords.map((parts, record) => ({ record, parts })),
        (part) => part,
      );
      const expected = ofRecords.flatMap((parts, record) =>
        parts.flat().includes(sought) ? [record] : [],
      );
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

const withPanel = (items: PlaybackItem[]): PlaybackItem => ({
  ...slot,
  layout: { presentation, panels: [{ id: 'p', x: 0, y: 0, width: 1, height: 1, items }] },
});

const configurationOf = (item: PlaybackItem): PlaybackConfiguration => ({
  resolvedAt: '2026-11-20T09:30:00Z',
  revision: 'r',
  screen: { id: 's', name: 's', status: 'online' },
  availability: { mode: 'always', timezone: 'Europe/Berlin', isOnNow: true },
  items: [item],
  overlays: [],
});

it('the files of a configuration are found at any depth without recursion', () => {
  let deep: PlaybackItem = { ...slot, mediaId: 'deepest' };
  for (let depth = 0; depth < 50_000; depth += 1) deep = withPanel([deep]);
  expect(mediaIdsOfConfiguration(configurationOf(deep))).toEqual(['deepest']);
});

it('the files of a configuration are found in more panels than a call may have arguments', () => {
  const panel = { id: 'p', x: 0, y: 0, width: 1, height: 1, items: [{ ...slot, mediaId: 'm' }] };
  const panels = places(200_000).map(() => panel);
  const wide = { ...slot, layout: { presentation, panels } };
  expect(mediaIdsOfConfiguration(configurationOf(wide))).toHaveLength(200_000);
});

it('a disabled item of a playlist counts, and an app has no file', () => {
  const base: PlaylistItem = {
    slotId: 's',
    type: 'media',
    position: 1,
    durationSeconds: 1,
    enabled: false,
  };
  expect(mediaIdsOfItem({ ...base, mediaId: 'a' })).toEqual(['a']);
  expect(mediaIdsOfItem({ ...base, type: 'app', mediaId: null })).toEqual([]);
  expect(mediaIdsOfItem(base)).toEqual([]);
});
