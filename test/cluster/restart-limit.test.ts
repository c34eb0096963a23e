import { describe, expect, it } from 'vitest';
import { createRestartLimit } from '../../src/cluster/restart-limit.js';

/** What the brake says of deaths at these milliseconds. */
function judge(moments: readonly number[]): boolean[] {
  let now = 0;
  const mayRestart = createRestartLimit(() => now);
  return moments.map((moment) => {
    now = moment;
    return mayRestart();
  });
}

describe('the brake on restarts', () => {
  it('lets five workers in ten seconds start again, and not a sixth', () => {
    expect(judge([0, 0, 1000, 5000, 9998, 9999])).toEqual([true, true, true, true, true, false]);
  });

  it('forgets a death after ten seconds', () => {
    expect(judge([0, 1, 2, 3, 4, 10_000])).toEqual([true, true, true, true, true, true]);
    expect(judge([0, 1, 2, 3, 4, 10_000, 10_000])).toEqual([true, true, true, true, true, true, false]);
  });

  it('a death every two seconds goes on for ever', () => {
    expect(judge(Array.from({ length: 50 }, (_, index) => index * 2000))).not.toContain(false);
  });
});
