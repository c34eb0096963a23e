import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Outcome, simulate } from '../../../bench/fleet/fleet.js';
import { inRegion, type Scenario, standard } from '../../../bench/fleet/scenario.js';

/** A quota that a tiny run exceeds. */
const tiny: Scenario = {
  ...standard,
  replicas: 3,
  credentials: 2,
  minutes: 0.5,
  operationsPerSecond: 2,
  requests: 3,
  quota: { kind: 'window', requests: 10, seconds: 6, namesWait: true },
};

const notShared = (scenario: Scenario): Scenario => ({ ...scenario, sharing: undefined });
const refused = (scenario: Scenario): number => simulate(scenario).counts.refused;

const scenarios: fc.Arbitrary<Scenario> = fc.record({
  seed: fc.nat(1000),
  replicas: fc.integer({ min: 1, max: 8 }),
  credentials: fc.integer({ min: 1, max: 3 }),
  minutes: fc.constant(0.3),
  operationsPerSecond: fc.integer({ min: 1, max: 6 }),
  requests: fc.integer({ min: 1, max: 6 }),
  quota: fc.record({
    kind: fc.constantFrom('window' as const, 'bucket' as const),
    requests: fc.integer({ min: 1, max: 30 }),
    seconds: fc.constantFrom(2, 6, 60),
    namesWait: fc.boolean(),
  }),
  latencyMs: fc.constantFrom(5, 200),
  sharing: fc.option(
    fc.record({
      delayMs: fc.constantFrom(1, 80, 1000),
      downShare: fc.constantFrom(0, 0.5),
    }),
    { nil: undefined },
  ),
  returning: fc.constantFrom(0, 0.5, 1),
  retryJitterMs: fc.constantFrom(0, 2000),
});

describe('a run of the simulation', () => {
  it('is the same for the same seed, and another one for another seed', () => {
    expect(simulate(tiny)).toEqual(simulate(tiny));
    expect(simulate({ ...tiny, seed: 2 })).not.toEqual(simulate(tiny));
  });

  it('counts every operation and every request once, whatever is simulated', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const { counts } = simulate(scenario);
        expect(counts.served + counts.refusedAtOnce + counts.refusedLater).toBe(counts.operations);
        expect(counts.accepted + counts.refused).toBe(counts.sent);
        expect(counts.served * scenario.requests).toBeLessThanOrEqual(counts.accepted);
        expect(counts.served + counts.refusedLater).toBeLessThanOrEqual(counts.sent);
        expect(counts.sent).toBeLessThanOrEqual(
          (counts.operations - counts.refusedAtOnce) * scenario.requests,
        );
      }),
      { numRuns: 60, seed: 7 },
    );
  });
});

const seeds = Array.from({ length: 12 }, (_, index) => index + 1);
const rules = (['window', 'bucket'] as const).flatMap((kind) =>
  [true, false].map((namesWait) => ({ ...tiny.quota, kind, namesWait })),
);

describe('sharing', () => {
  it.each(rules)('changes nothing for one replica: $kind, wait named: $namesWait', (quota) => {
    const alone: Scenario = { ...tiny, replicas: 1, quota };
    expect(simulate(alone).counts).toEqual(simulate(notShared(alone)).counts);
  });

  it.each(seeds)('never refuses more than none: seed %d', (seed) => {
    for (const quota of rules.filter(({ kind }) => kind === 'window')) {
      const scenario: Scenario = { ...tiny, seed, quota, replicas: 6 };
      expect(refused(scenario)).toBeLessThanOrEqual(refused(notShared(scenario)));
    }
  });

  it('refuses as one replica does, at most 1.2 times as much, wherever the wait comes from', () => {
    for (const namesWait of [true, false]) {
      const scenario: Scenario = {
        ...standard,
        minutes: 3,
        replicas: 3,
        quota: { ...standard.quota, namesWait },
      };
      expect(refused(scenario)).toBeLessThanOrEqual(1.2 * refused({ ...scenario, replicas: 1 }));
    }
  });

  it('refuses more with Redis down for a part of the time, and still less than none', () => {
    const down: Scenario = { ...tiny, minutes: 11, sharing: { ...inRegion, downShare: 0.7 } };
    const { counts, traffic } = simulate(down);
    expect(traffic.lost).toBeGreaterThan(0);
    expect(counts.refused).toBeGreaterThan(refused({ ...down, sharing: inRegion }));
    expect(counts.refused).toBeLessThan(refused(notShared(down)));
  });
});

describe('Redis', () => {
  const trafficOf = (scenario: Scenario): Outcome['traffic'] => simulate(scenario).traffic;

  it('writes each publication to every replica', () => {
    const { commands, deliveries } = trafficOf(tiny);
    expect(commands).toBeGreaterThan(0);
    expect(deliveries).toBe(commands * tiny.replicas);
  });

  it('carries nothing while no request is refused', () => {
    const quota = { ...tiny.quota, requests: 10_000 };
    expect(trafficOf({ ...tiny, quota })).toEqual({ commands: 0, deliveries: 0, lost: 0 });
  });
});
