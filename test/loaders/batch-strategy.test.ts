import { describe, expect, it } from 'vitest';
import { type BatchState, chooseBatchStrategy } from '../../src/loaders/record-batch.js';
import { sweepPages } from '../../src/loaders/list-facts.js';

const fresh: BatchState = {
  missing: 10,
  pagesLeft: undefined,
  pagesRead: 0,
  found: 0,
  sample: undefined,
  unlistedShare: undefined,
};
const plan = (state: Partial<BatchState>) => chooseBatchStrategy({ ...fresh, ...state });

describe('the next step of a batch', () => {
  it.each<[string, Partial<BatchState>, string]>([
    ['two ids of a list of unknown length: a probe could not pay', { missing: 2 }, 'singles'],
    ['three ids of a list of unknown length', { missing: 3 }, 'probe'],
    ['as many pages as ids', { pagesLeft: 10 }, 'singles'],
    ['no page that is not read', { pagesLeft: 0, pagesRead: 4, found: 90 }, 'singles'],
    ['fewer pages than ids, and nothing vouches for them', { pagesLeft: 9 }, 'probe'],
    ['fewer pages, and the last sweep has shown its ids', { pagesLeft: 9, unlistedShare: 0 }, 'sweep'],
    ['fewer pages, and the last sweep would not have paid', { pagesLeft: 5, unlistedShare: 0.5 }, 'probe'],
    ['the first page has shown one', { missing: 9, pagesLeft: 8, pagesRead: 1, found: 1 }, 'sweep'],
    ['the first page has shown none', { pagesLeft: 8, pagesRead: 1 }, 'sample'],
    ['the sample is there', { missing: 9, pagesLeft: 8, pagesRead: 1, sample: true }, 'sweep'],
    ['the sample is gone', { missing: 9, pagesLeft: 8, pagesRead: 1, sample: false }, 'singles'],
    [
      'pages in vain, whatever the last sweep was',
      { pagesLeft: 5, pagesRead: 4, unlistedShare: 0 },
      'sample',
    ],
    [
      'what is left of the list is longer than what is missing',
      { missing: 3, pagesLeft: 3, pagesRead: 7, found: 97 },
      'singles',
    ],
  ])('%s', (_what, state, step) => {
    expect(plan(state)).toBe(step);
  });

  it('a list of 101 places has two pages of 100; an empty one has none', () => {
    expect([0, 1, 100, 101, 50_000].map(sweepPages)).toEqual([0, 1, 1, 2, 500]);
  });
});
