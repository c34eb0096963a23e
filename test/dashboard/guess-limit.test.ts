import { expect, it } from 'vitest';
import { GuessLimit } from '../../src/http/dashboard/guess-limit.js';

/** A limit, its clock, and how many of some attempts it takes. */
function open() {
  let now = 0;
  const limit = new GuessLimit(() => now);
  const take = (): boolean => {
    try {
      limit.take();
      return true;
    } catch {
      return false;
    }
  };
  const taken = (count: number): number => Array.from({ length: count }, take).filter(Boolean).length;
  const pass = (milliseconds: number): void => {
    now += milliseconds;
  };
  return { limit, taken, pass };
}

it('takes 20 at once, and one more each three seconds', () => {
  const { taken, pass } = open();
  expect(taken(100)).toBe(20);
  pass(2999);
  expect(taken(100)).toBe(0);
  pass(1);
  expect(taken(100)).toBe(1);
  pass(7000);
  expect(taken(100)).toBe(2);
  pass(2000);
  expect(taken(100)).toBe(1);
});

it('takes no more than 20 after a long time, and never more for what was given back', () => {
  const { limit, taken, pass } = open();
  for (let count = 0; count < 50; count += 1) limit.giveBack();
  expect(taken(100)).toBe(20);
  pass(3_600_000);
  expect(taken(100)).toBe(20);
  limit.giveBack();
  expect(taken(100)).toBe(1);
});

it('says when to try again', () => {
  const { limit, taken, pass } = open();
  taken(20);
  pass(1500);
  expect(() => limit.take()).toThrow('Try again in 2 s.');
});
