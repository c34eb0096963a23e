import { describe, expect, it } from 'vitest';
import { specOf } from '../../../src/dashboard/list/facet.js';
import { readListState } from '../../../src/dashboard/list/list-state.js';
import {
  mediaFacets,
  playlistFacets,
  screenFacets,
} from '../../../src/dashboard/list/collection-facet.js';
import { attentionOf, mergeChanges } from '../../../src/dashboard/overview/attention.js';
import { formatAgo } from '../../../src/dashboard/component/format.js';
import type { ReadError } from '../../../src/dashboard/error/read-error.js';
import { checkCost, checkFailures, goneSlots } from '../../../src/dashboard/overview/slot-check.js';

const record = (id: string) => ({ id, name: `name of ${id}`, updatedAt: '2026-10-01T00:00:00Z' });
const found = (totalCount: number, ...ids: string[]) => ({ totalCount, nodes: ids.map(record) });

describe('what needs attention', () => {
  it('leads to lists that know what they are asked for', () => {
    const data = {
      processingMedia: found(1),
      offlineOff: found(1),
      emptyPlaylists: found(1),
      offlineOn: found(1),
    };
    const specs = {
      screens: specOf(screenFacets, {}),
      playlists: specOf(playlistFacets, {}),
      media: specOf(mediaFacets, {}),
    };
    for (const { collection, href } of attentionOf(data)) {
      const search = new URLSearchParams(href.split('?')[1]);
      const { facets } = readListState(search.toString(), specs[collection]);
      search.delete('sort');
      expect(facets).toEqual(
        Object.fromEntries([...search].map(([name, value]) => [name, [value]])),
      );
    }
  });

  it('is empty where each list is empty, could not be read, or was not asked for', () => {
    expect(attentionOf({ offlineOn: found(0), failedMedia: null })).toEqual([]);
  });

  it('leaves out records that could not be read', () => {
    const [group] = attentionOf({ offlineOn: { totalCount: 2, nodes: [null, record('s1')] } });
    const href = '#/screens?status=OFFLINE&scheduled=on&sort=-updated';
    expect(group).toMatchObject({ count: 2, href, records: [{ id: 's1' }] });
  });
});

const at = (id: string, updatedAt: string) => ({ id, name: id, updatedAt });

describe('the last changes', () => {
  it('are one list of the newest of all collections, the newest first, whatever the offset of their times', () => {
    const changes = mergeChanges(
      {
        screens: [at('s1', '2026-10-03T00:00:00Z'), at('s2', '2026-10-01T00:00:00Z')],
        playlists: [null, at('p1', '2026-10-03T01:00:00+02:00')],
        media: [at('m1', 'no time'), at('m2', '2026-10-02T00:00:00.500Z'), at('m3', 'no time')],
      },
      5,
    );
    expect(changes.map(({ collection, id }) => `${collection} ${id}`)).toEqual([
      'screens s1',
      'playlists p1',
      'media m2',
      'screens s2',
      'media m1',
    ]);
  });

  it('are nothing where nothing may be read', () => {
    expect(mergeChanges({ screens: undefined }, 5)).toEqual([]);
  });
});

describe('a time ago', () => {
  const now = Date.parse('2026-11-22T12:00:00Z');

  it.each([
    ['2026-11-22T11:59:30Z', 'just now'],
    ['2026-11-22T11:58:30Z', '1 minute ago'],
    ['2026-11-22T09:00:00Z', '3 hours ago'],
    ['2026-11-21T11:00:00Z', 'yesterday'],
    ['2026-11-01T12:00:00Z', '3 weeks ago'],
    ['2026-01-01T00:00:00Z', '10 months ago'],
    ['2023-01-01T00:00:00Z', '3 years ago'],
    ['2026-11-22T12:00:20Z', 'just now'],
    ['whenever', 'whenever'],
  ])('%s is %s', (timestamp, text) => {
    expect(formatAgo(timestamp, now)).toBe(text);
  });
});

const slot = (slotId: string, mediaId: string | null, isThere: boolean) => ({
  slotId,
  position: 7,
  mediaId,
  media: isThere && mediaId !== null ? { id: mediaId } : null,
});
const errorAt = (code: string, ...path: (string | number)[]): ReadError => ({
  code,
  message: '',
  path,
});

const data = {
  playlists: {
    nodes: [
      null,
      {
        id: 'p1',
        name: 'Morning',
        items: {
          nodes: [
            slot('a', 'm1', true),
            slot('b', 'm2', false),
            slot('c', 'm3', false),
            null,
            slot('d', null, false),
          ],
        },
      },
      { id: 'p2', name: 'Evening', items: null },
    ],
  },
};
const path = (index: number) =>
  ['playlists', 'nodes', 1, 'items', 'nodes', index, 'media'] as const;

describe('slots whose file is gone', () => {
  it('are those that NOT_FOUND names, not those whose file could not be read', () => {
    const errors = [errorAt('NOT_FOUND', ...path(1)), errorAt('UPSTREAM_TIMEOUT', ...path(2))];
    expect(goneSlots(data, errors)).toEqual([
      { playlistId: 'p1', playlistName: 'Morning', slotId: 'b', position: 7, mediaId: 'm2' },
    ]);
    expect(checkFailures(errors).map(({ code }) => code)).toEqual(['UPSTREAM_TIMEOUT']);
  });

  it('are none before the check, and none where the list could not be read', () => {
    expect(goneSlots(undefined, [])).toEqual([]);
    expect(goneSlots({ playlists: null }, [errorAt('RATE_LIMITED', 'playlists')])).toEqual([]);
  });

  it('cost the items of each playlist and, for each operation, a page of playlists and the list of media', () => {
    expect(checkCost({ playlists: 36, items: 3112, media: 420 })).toBe(1 + 36 + 31 + 5);
    expect(checkCost({ playlists: 412, items: 4000, media: 100 })).toBe(9 * 2 + 412 + 40);
  });
});
