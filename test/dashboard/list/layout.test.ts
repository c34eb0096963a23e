import { describe, expect, it } from 'vitest';
import { stepOf } from '../../../src/dashboard/list/use-list-keys.js';

describe('the keys of a list', () => {
  it.each([
    ['from row to row', 1, [1, -1, 1, -1, undefined, undefined]],
    ['from card to card in two directions', 5, [1, -1, 5, -5, 1, -1]],
    ['to the first row, and leave the arrows to the page, while no row has the focus', undefined, [1, -1]],
  ])('go %s', (_where, columns, steps) => {
    const keys = ['j', 'k', 'ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft', 'x'];
    expect(keys.map((key) => stepOf(key, columns))).toEqual(keys.map((_key, at) => steps[at]));
  });
});
