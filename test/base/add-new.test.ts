import { expect, it } from 'vitest';
import { addNew } from '../../src/base/add-new.js';

it('adds a value, and says whether it was not there', () => {
  const set = new Set(['a']);
  expect([addNew(set, 'a'), addNew(set, 'b'), addNew(set, 'b')]).toEqual([false, true, false]);
  expect([...set]).toEqual(['a', 'b']);
});
