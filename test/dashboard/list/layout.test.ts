import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsFor } from '../../../src/dashboard/list/definition.js';
import { stepOf } from '../../../src/dashboard/list/use-list-keys.js';

describe('the keys of a list', () => {
  it('go from row to row', () => {
    expect(['j', 'k', 'ArrowDown', 'ArrowUp'].map((key) => stepOf(key, 1))).toEqual([1, -1, 1, -1]);
  });

  it('go from card to card in two directions', () => {
    const keys = ['j', 'ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp'];
    expect(keys.map((key) => stepOf(key, 5))).toEqual([1, 1, -1, 5, -5]);
  });

  it('leave the arrows to the page while no row has the focus', () => {
    expect(['ArrowDown', 'ArrowUp', 'ArrowLeft', 'x'].map((key) => stepOf(key, undefined))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(stepOf('j', undefined)).toBe(1);
  });
});

describe('the columns of a table', () => {
  it('are never fewer in a wider window', () => {
    const column = fc.record({
      title: fc.string(),
      width: fc.constant('1fr'),
      from: fc.nat(3000),
      show: fc.constant(() => null),
    });
    fc.assert(
      fc.property(fc.array(column), fc.nat(3000), fc.nat(3000), (columns, one, other) => {
        const narrow = columnsFor(columns, Math.min(one, other));
        const wide = columnsFor(columns, Math.max(one, other));
        expect(narrow.every((column) => wide.includes(column))).toBe(true);
      }),
    );
  });
});
