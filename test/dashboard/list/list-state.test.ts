import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isFiltered,
  type ListSpec,
  type ListState,
  readListState,
  withFacet,
  writeListState,
} from '../../../src/dashboard/list/list-state.js';

const spec: ListSpec = {
  facets: { status: ['ONLINE', 'OFFLINE'], timezone: null },
  sorts: ['name', 'updated'],
};
const all: ListState = { text: '', facets: {}, sort: undefined, layout: undefined };

/** A string that a browser can put into an address. */
const text = fc.string({ unit: 'grapheme' }).filter((value) => value.isWellFormed());
const values = (value: fc.Arbitrary<string>) => fc.uniqueArray(value, { minLength: 1, maxLength: 4 });

const states: fc.Arbitrary<ListState> = fc.record({
  text,
  facets: fc.record(
    {
      status: values(fc.constantFrom('ONLINE', 'OFFLINE')),
      timezone: values(text.filter((value) => value !== '')),
    },
    { requiredKeys: [] },
  ),
  sort: fc.option(fc.record({ by: fc.constantFrom('name', 'updated'), isDescending: fc.boolean() }), {
    nil: undefined,
  }),
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
      readListState('status=GONE&status=OFFLINE&status=OFFLINE&timezone=&sort=-size&as=map&page=3', spec),
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
