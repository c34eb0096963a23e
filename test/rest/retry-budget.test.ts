import { describe, expect, it } from 'vitest';
import { createRetryBudget } from '../../src/rest/retry-budget.js';

/** Second attempts that a budget grants in a row. */
function granted(budget: ReturnType<typeof createRetryBudget>): number {
  let taken = 0;
  while (taken < 1000 && budget.take()) taken += 1;
  return taken;
}

describe('D5: second attempts of the whole process', () => {
  it('are ten where little is under way', () => {
    const budget = createRetryBudget();
    budget.started();
    expect(granted(budget)).toBe(10);
  });

  it('are a tenth of what is under way where that is more', () => {
    const budget = createRetryBudget();
    for (let request = 0; request < 400; request += 1) budget.started();
    expect(granted(budget)).toBe(40);
  });

  it('are fewer again when requests have ended', () => {
    const budget = createRetryBudget();
    for (let request = 0; request < 400; request += 1) budget.started();
    for (let request = 0; request < 200; request += 1) budget.ended();
    expect(granted(budget)).toBe(20);
  });

  it('one that is over makes room for another', () => {
    const budget = createRetryBudget();
    expect(granted(budget)).toBe(10);
    budget.refund();
    expect(granted(budget)).toBe(1);
  });
});
