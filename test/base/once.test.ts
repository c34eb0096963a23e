import { expect, it, vi } from 'vitest';
import { onceFor } from '../../src/base/once.js';

it('computes a value once for each object, undefined too', () => {
  const compute = vi.fn<(key: { name?: string }) => string | undefined>(({ name }) => name);
  const nameOf = onceFor(compute);
  const [named, unnamed] = [{ name: 'a' }, {}];
  expect([named, unnamed, named, unnamed, { name: 'b' }].map(nameOf)).toEqual([
    'a',
    undefined,
    'a',
    undefined,
    'b',
  ]);
  expect(compute).toHaveBeenCalledTimes(3);
});

it('computes again where it has thrown', () => {
  const compute = vi.fn<(key: object) => number>(() => 1);
  compute.mockImplementationOnce(() => {
    throw new Error('not now');
  });
  const read = onceFor(compute);
  const key = {};
  expect(() => read(key)).toThrow('not now');
  expect([read(key), read(key)]).toEqual([1, 1]);
  expect(compute).toHaveBeenCalledTimes(2);
});
