import { expect, it } from 'vitest';
import { extend } from '../../src/base/extend.js';

it('makes another object, in which later members win', () => {
  const object = { name: 'a', size: 1 };
  expect(Object.entries(extend(object, { size: 2, type: 'b' }))).toEqual([
    ['name', 'a'],
    ['size', 2],
    ['type', 'b'],
  ]);
  expect(object).toEqual({ name: 'a', size: 1 });
});
