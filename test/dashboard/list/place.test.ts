import { describe, expect, it } from 'vitest';
import { numbersOf, placeIn } from '../../../src/dashboard/list/place.js';

const row = (id: number) => ({ id: `id-${id}`, name: `Row ${id}` });

describe('a place of a list', () => {
  const page = { totalCount: 302, nodes: [row(0), null] };

  it.each([
    ['has a record', page, 0, row(0)],
    ['holds a record that breaks the contract', page, 1, 'unreadable'],
    ['is hidden: the page is short, as the credential does not see all', page, 2, 'hidden'],
    ['is behind the end', page, 302, 'unread'],
    ['is in a page that could not be read', null, 150, 'failed'],
    ['is in a page that is not read yet', undefined, 250, 'unread'],
  ])('%s', (_case, read, index, place) => {
    expect(placeIn(read, index, 302)).toEqual(place);
  });
});

it('the pages of a list are those that hold a range, of those that the list has', () => {
  expect(numbersOf({ from: 0, to: 40 }, undefined)).toEqual([1]);
  expect(numbersOf({ from: 90, to: 130 }, 5000)).toEqual([1, 2]);
  expect(numbersOf({ from: 280, to: 310 }, 300)).toEqual([3]);
  expect(numbersOf({ from: 280, to: 310 }, 0)).toEqual([1]);
});
