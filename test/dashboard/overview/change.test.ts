import { describe, expect, it } from 'vitest';
import { formatAgo } from '../../../src/dashboard/component/format.js';
import { mergeChanges } from '../../../src/dashboard/overview/attention.js';

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
