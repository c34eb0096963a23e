import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  isFiltered,
  type ListSpec,
  type ListState,
  readListState,
  withFacet,
  writeListState,
} from '../../../src/dashboard/list/list-state.js';
import { filterOf, optionsOf, orderOf, specOf } from '../../../src/dashboard/list/facet.js';
import { cityOf } from '../../../src/dashboard/component/zone-time.js';
import {
  mediaFacets,
  mediaSorts,
  playlistFacets,
  playlistSorts,
  screenFacets,
  screenSorts,
} from '../../../src/dashboard/list/collection-facet.js';

const spec: ListSpec = {
  facets: { status: ['ONLINE', 'OFFLINE'], timezone: null },
  sorts: ['name', 'updated'],
};
const all: ListState = { text: '', facets: {}, sort: undefined, layout: undefined };

/** A string that a browser can put into an address. */
const text = fc.string({ unit: 'grapheme' }).filter((value) => value.isWellFormed());
const values = (value: fc.Arbitrary<string>) =>
  fc.uniqueArray(value, { minLength: 1, maxLength: 4 });

const states: fc.Arbitrary<ListState> = fc.record({
  text,
  facets: fc.record(
    {
      status: values(fc.constantFrom('ONLINE', 'OFFLINE')),
      timezone: values(text.filter((value) => value !== '')),
    },
    { requiredKeys: [] },
  ),
  sort: fc.option(
    fc.record({ by: fc.constantFrom('name', 'updated'), isDescending: fc.boolean() }),
    {
      nil: undefined,
    },
  ),
  layout: fc.constantFrom('table', 'cards', undefined),
});

describe('the state of a list in its address', () => {
  it('reads back what it has written', () => {
    fc.assert(
      fc.property(states, (state) => {
        expect(readListState(writeListState(state), spec)).toEqual(state);
      }),
    );
  });

  it('is empty for a list as it is at first', () => {
    expect(writeListState(all)).toBe('');
    expect(readListState('', spec)).toEqual(all);
  });

  it('ignores what it does not know', () => {
    expect(
      readListState(
        'status=GONE&status=OFFLINE&status=OFFLINE&timezone=&sort=-size&as=map&page=3',
        spec,
      ),
    ).toEqual({ ...all, facets: { status: ['OFFLINE'] } });
  });

  it('reads any address', () => {
    fc.assert(
      fc.property(fc.string(), (search) => {
        const state = readListState(search, spec);
        expect(readListState(writeListState(state), spec)).toEqual(state);
      }),
    );
  });
});

describe('a choice of a filter', () => {
  it('leaves no empty filter behind', () => {
    const filtered = withFacet(all, 'status', ['OFFLINE']);
    expect(isFiltered(filtered)).toBe(true);
    expect(withFacet(filtered, 'status', [])).toEqual(all);
    expect(isFiltered(all)).toBe(false);
  });
});

const screenSpec = specOf(screenFacets, screenSorts);
const playlistSpec = specOf(playlistFacets, playlistSorts);
const mediaSpec = specOf(mediaFacets, mediaSorts);

describe('the filter and the order of an address', () => {
  it('are none for a plain list, which is then read page by page', () => {
    expect(filterOf(screenFacets, readListState('as=cards', screenSpec))).toBeNull();
    expect(filterOf(playlistFacets, readListState('', playlistSpec))).toBeNull();
    expect(filterOf(mediaFacets, readListState('', mediaSpec))).toBeNull();
    expect(orderOf(screenSorts, readListState('sort=nonsense', screenSpec))).toBeNull();
  });

  it('select screens', () => {
    const state = readListState(
      'q=gleis&status=OFFLINE&status=UNPAIRED&scheduled=off&orientation=PORTRAIT&timezone=Europe/Berlin&sort=-updated',
      screenSpec,
    );
    expect(filterOf(screenFacets, state)).toEqual({
      text: 'gleis',
      statusIn: ['OFFLINE', 'UNPAIRED'],
      isOnNow: false,
      orientationIn: ['PORTRAIT'],
      timezoneIn: ['Europe/Berlin'],
    });
    expect(orderOf(screenSorts, state)).toEqual({ field: 'UPDATED_AT', direction: 'DESC' });
  });

  it('select playlists and media files', () => {
    const playlists = readListState('content=empty&sort=duration', playlistSpec);
    expect(filterOf(playlistFacets, playlists)).toEqual({ isEmpty: true });
    expect(orderOf(playlistSorts, playlists)).toEqual({
      field: 'TOTAL_DURATION',
      direction: 'ASC',
    });
    const media = readListState('status=FAILED&type=VIDEO&sort=-size', mediaSpec);
    expect(filterOf(mediaFacets, media)).toEqual({ statusIn: ['FAILED'], typeIn: ['VIDEO'] });
    expect(orderOf(mediaSorts, media)).toEqual({ field: 'SIZE', direction: 'DESC' });
  });

  it('take both values of a pair for all', () => {
    expect(
      filterOf(screenFacets, readListState('scheduled=on&scheduled=off', screenSpec)),
    ).toBeNull();
    expect(
      filterOf(playlistFacets, readListState('content=items&content=empty', playlistSpec)),
    ).toBeNull();
  });
});

describe('the values of a filter', () => {
  const state = readListState('timezone=Asia/Tokyo', screenSpec);
  const labelOf = cityOf;

  it('are those always offered, those that occur, and those chosen', () => {
    const counts = { values: [{ value: 'America/Argentina/Buenos_Aires', count: 2 }] };
    expect(
      optionsOf({ name: 'timezone', always: ['Europe/Berlin'], labelOf }, state, counts),
    ).toEqual([
      { value: 'Europe/Berlin', label: 'Berlin', count: 0 },
      { value: 'America/Argentina/Buenos_Aires', label: 'Buenos Aires', count: 2 },
      { value: 'Asia/Tokyo', label: 'Tokyo', count: 0 },
    ]);
  });

  it('have no counts where the list is too long to be counted', () => {
    expect(optionsOf({ name: 'timezone', labelOf }, state, undefined)).toEqual([
      { value: 'Asia/Tokyo', label: 'Tokyo', count: undefined },
    ]);
  });
});
