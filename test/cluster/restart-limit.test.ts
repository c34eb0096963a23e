import { describe, expect, it } from 'vitest';
import { createRestartLimit } from '../../src/cluster/fork.js';

/** Whether each exit at these milliseconds may be followed by a restart. */
function judge(moments: readonly number[]): boolean[] {
  let now = 0;
  const mayRestart = createRestartLimit(() => now);
  return moments.map((moment) => {
    now = moment;
    return mayRestart();
  });
}

describe('the limit of restarts', () => {
  it('allows five restarts in ten seconds, and no sixth', () => {
    expect(judge([0, 0, 1000, 5000, 9998, 9999])).toEqual([true, true, true, true, true, false]);
  });

  it('forgets an exit after ten seconds', () => {
    expect(judge([0, 1, 2, 3, 4, 10_000])).toEqual([true, true, true, true, true, true]);
    expect(judge([0, 1, 2, 3, 4, 10_000, 10_000])).toEqual([true, true, true, true, true, true, false]);
  });

  it('allows an exit every two seconds without end', () => {
    expect(judge(Array.from({ length: 50 }, (_, index) => index * 2000))).not.toContain(false);
  });
});
