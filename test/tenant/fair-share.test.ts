import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fairShare } from '../../src/tenant/limiter.js';

describe('the share of a queue', () => {
  const every = fc.record({ max: fc.integer({ min: 1, max: 500 }), own: fc.nat(500), free: fc.nat(500) });

  it('is zero where no slot is free, and a first slot wherever one is', () => {
    fc.assert(
      fc.property(every, ({ max, own, free }) => {
        const share = fairShare(max);
        expect(share(own, 0)).toBe(false);
        expect(share(0, free)).toBe(free > 0);
      }),
      { seed: 20_261_120, numRuns: 1000 },
    );
  });

  it('is no smaller for a queue that holds less, nor where more is free', () => {
    fc.assert(
      fc.property(every, ({ max, own, free }) => {
        const share = fairShare(max);
        if (!share(own, free)) return;
        expect(share(own, free + 1)).toBe(true);
        if (own > 0) expect(share(own - 1, free)).toBe(true);
      }),
      { seed: 20_261_120, numRuns: 1000 },
    );
  });
});
