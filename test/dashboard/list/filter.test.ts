import { describe, expect, it } from 'vitest';
import { optionsOf } from '../../../src/dashboard/list/facet.js';
import { readListState } from '../../../src/dashboard/list/list-state.js';
import { cityOf } from '../../../src/dashboard/component/zone-time.js';
import { mediaFilterOf, mediaOrderOf, mediaSpec } from '../../../src/dashboard/media/media-filter.js';
import {
  playlistFilterOf,
  playlistOrderOf,
  playlistSpec,
} from '../../../src/dashboard/playlist/playlist-filter.js';
import { screenFilterOf, screenOrderOf, screenSpec } from '../../../src/dashboard/screen/screen-filter.js';

describe('the filter and the order of an address', () => {
  it('are none for a plain list, which is then read page by page', () => {
    expect(screenFilterOf(readListState('as=cards', screenSpec))).toBeNull();
    expect(playlistFilterOf(readListState('', playlistSpec))).toBeNull();
    expect(mediaFilterOf(readListState('', mediaSpec))).toBeNull();
    expect(screenOrderOf(readListState('sort=nonsense', screenSpec))).toBeNull();
  });

  it('select screens', () => {
    const state = readListState(
      'q=gleis&status=OFFLINE&status=UNPAIRED&scheduled=off&orientation=PORTRAIT&timezone=Europe/Berlin&sort=-updated',
      screenSpec,
    );
    expect(screenFilterOf(state)).toEqual({
      nameContains: 'gleis',
      statusIn: ['OFFLINE', 'UNPAIRED'],
      isOnNow: false,
      orientationIn: ['PORTRAIT'],
      timezoneIn: ['Europe/Berlin'],
    });
    expect(screenOrderOf(state)).toEqual({ field: 'UPDATED_AT', direction: 'DESC' });
  });

  it('select playlists and media files', () => {
    const playlists = readListState('content=empty&sort=duration', playlistSpec);
    expect(playlistFilterOf(playlists)).toEqual({ isEmpty: true });
    expect(playlistOrderOf(playlists)).toEqual({ field: 'TOTAL_DURATION', direction: 'ASC' });
    const media = readListState('status=FAILED&type=VIDEO&sort=-size', mediaSpec);
    expect(mediaFilterOf(media)).toEqual({ statusIn: ['FAILED'], typeIn: ['VIDEO'] });
    expect(mediaOrderOf(media)).toEqual({ field: 'SIZE', direction: 'DESC' });
  });

  it('take both values of a pair for all', () => {
    expect(screenFilterOf(readListState('scheduled=on&scheduled=off', screenSpec))).toBeNull();
    expect(playlistFilterOf(readListState('content=items&content=empty', playlistSpec))).toBeNull();
  });
});

describe('the values of a filter', () => {
  const state = readListState('timezone=Asia/Tokyo', screenSpec);
  const labelOf = cityOf;

  it('are those always offered, those that occur, and those chosen', () => {
    const counts = new Map([['America/Argentina/Buenos_Aires', 2]]);
    expect(optionsOf({ state, name: 'timezone', always: ['Europe/Berlin'], counts, labelOf })).toEqual([
      { value: 'Europe/Berlin', label: 'Berlin', count: 0 },
      { value: 'America/Argentina/Buenos_Aires', label: 'Buenos Aires', count: 2 },
      { value: 'Asia/Tokyo', label: 'Tokyo', count: 0 },
    ]);
  });

  it('have no counts where the list is too long to be counted', () => {
    expect(optionsOf({ state, name: 'timezone', counts: undefined, labelOf })).toEqual([
      { value: 'Asia/Tokyo', label: 'Tokyo', count: undefined },
    ]);
  });
});
