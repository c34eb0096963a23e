import { describe, expect, it } from 'vitest';
import { createRetryBudget } from '../../src/rest/retry-budget.js';

/** Second attempts that a budget grants in a row. */
function granted(budget: ReturnType<typeof createRetryBudget>): number {
  let taken = 0;
  while (taken < 1000 && budget.take()) taken += 1;
  return taken;
}

describe('D5: second attempts of the whole process', () => {
  it.each([
    ['ten where little is under way', 1, 0, 10],
    ['a tenth of what is under way where that is more', 400, 0, 40],
    ['fewer again when requests have ended', 400, 200, 20],
  ])('are %s', (_rule, started, ended, most) => {
    const budget = createRetryBudget();
    for (let request = 0; request < started; request += 1) budget.started();
    for (let request = 0; request < ended; request += 1) budget.ended();
    expect(granted(budget)).toBe(most);
  });

  it('one that is over makes room for another', () => {
    const budget = createRetryBudget();
    expect(granted(budget)).toBe(10);
    budget.refund();
    expect(granted(budget)).toBe(1);
  });
});
