import { describe, expect, it } from 'vitest';
import type { ReadError } from '../../../src/dashboard/error/read-error.js';
import { checkCost, checkFailures, goneSlots } from '../../../src/dashboard/overview/slot-check.js';

const slot = (slotId: string, mediaId: string | null, isThere: boolean) => ({
  slotId,
  position: 7,
  mediaId,
  media: isThere && mediaId !== null ? { id: mediaId } : null,
});
const errorAt = (code: string, ...path: (string | number)[]): ReadError => ({ code, message: '', path });

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
const path = (index: number) => ['playlists', 'nodes', 1, 'items', 'nodes', index, 'media'] as const;

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
