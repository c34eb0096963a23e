import { describe, expect, it } from 'vitest';
import { specOf } from '../../../src/dashboard/list/facet.js';
import { readListState } from '../../../src/dashboard/list/list-state.js';
import { mediaFacets, playlistFacets, screenFacets } from '../../../src/dashboard/list/collection-facet.js';
import { attentionOf } from '../../../src/dashboard/overview/attention.js';

const record = (id: string) => ({ id, name: `name of ${id}`, updatedAt: '2026-10-01T00:00:00Z' });
const found = (totalCount: number, ...ids: string[]) => ({ totalCount, nodes: ids.map(record) });

describe('what needs attention', () => {
  it('comes in order of urgency: what should play now and does not is first', () => {
    const groups = attentionOf({
      processingMedia: found(1, 'm1'),
      offlineOff: found(1, 's1'),
      emptyPlaylists: found(1, 'p1'),
      unpaired: found(1, 's2'),
      failedMedia: found(1, 'm2'),
      offlineOn: found(9, 's3', 's4'),
    });
    expect(groups.map(({ title }) => title)).toEqual([
      'Offline while scheduled on',
      'Failed media files',
      'Unpaired screens',
      'Empty playlists',
      'Offline, scheduled off',
      'Media files in processing',
    ]);
    expect(groups[0]).toMatchObject({
      count: 9,
      href: '#/screens?status=OFFLINE&scheduled=on&sort=-updated',
      records: [{ id: 's3' }, { id: 's4' }],
    });
  });

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
      expect(facets).toEqual(Object.fromEntries([...search].map(([name, value]) => [name, [value]])));
    }
  });

  it('is empty where each list is empty, could not be read, or was not asked for', () => {
    expect(attentionOf({ offlineOn: found(0), failedMedia: null })).toEqual([]);
  });

  it('leaves out records that could not be read', () => {
    const [group] = attentionOf({ unpaired: { totalCount: 2, nodes: [null, record('s1')] } });
    expect(group).toMatchObject({ count: 2, records: [{ id: 's1' }] });
  });
});
