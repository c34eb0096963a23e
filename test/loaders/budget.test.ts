import { describe, expect, it } from 'vitest';
import { Budget } from '../../src/loaders/budget.js';
import { PartnerError } from '../../src/partner/error.js';
import { getScreen } from '../../src/partner/screen.js';

function caught(work: () => void): PartnerError | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof PartnerError) return error;
    throw error;
  }
}

describe('the budget of one operation', () => {
  it('D14: the request beyond the limit is refused, in the name of its operation and of the setting', () => {
    const budget = new Budget(2);
    budget.spend(getScreen);
    budget.spend(getScreen);
    const over = caught(() => budget.spend(getScreen));
    expect([over?.code, over?.facts]).toEqual([
      'UPSTREAM_BUDGET_EXCEEDED',
      { operation: 'partnerV1_screen' },
    ]);
    expect(over?.message).toMatch(
      /^partnerV1_screen was not read: .* 2 REST requests \(MAX_UPSTREAM_REQUESTS\)/,
    );
    expect(budget.cost.requests).toBe(2);
  });

  it('D14: second attempts are counted, and not sent beyond the limit', () => {
    const budget = new Budget(2);
    budget.spend(getScreen);
    expect([budget.spendForRetry(), budget.spendForRetry()]).toEqual([true, false]);
    expect(budget.cost.requests).toBe(2);
  });

  it('starts with nothing spent and nothing saved', () => {
    const { cost } = new Budget(250);
    expect(new Set(Object.values(cost))).toEqual(new Set([0]));
  });
});
