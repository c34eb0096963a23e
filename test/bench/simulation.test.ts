import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAgenda } from '../../bench/fleet/agenda.js';
import { simulate } from '../../bench/fleet/fleet.js';
import { createQuota, retryAfterOf } from '../../bench/fleet/quota.js';
import { inRegion, type Scenario, standard } from '../../bench/fleet/scenario.js';

it('the agenda runs what is planned in the order of time, and of planning where times are equal', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 60 }), (times) => {
      const agenda = createAgenda();
      const seen: (readonly [number, number])[] = [];
      for (const [order, at] of times.entries())
        agenda.plan(at, () => seen.push([agenda.now(), order]));
      agenda.run();
      const expected = times.map((at, order) => [at, order] as const);
      expect(seen).toEqual(expected.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]));
    }),
  );
});

it.each(['window', 'bucket'] as const)(
  'a quota with a %s admits what it may, opens when it says so and not before, and names whole seconds',
  (kind) => {
    const rule = { kind, requests: 5, seconds: 10, namesWait: true };
    fc.assert(
      fc.property(fc.array(fc.nat(4000), { maxLength: 80 }), (gaps) => {
        const quota = createQuota(rule);
        let [at, accepted] = [0, 0];
        for (const gap of gaps) {
          at += gap;
          const opensAt = quota.opensAt(at);
          const isAccepted = quota.spend(at);
          expect(isAccepted).toBe(opensAt <= at);
          accepted += isAccepted ? 1 : 0;
          const seconds = retryAfterOf(rule, quota, at) ?? 0;
          expect(Number.isInteger(seconds) && seconds >= 1 && seconds <= 10).toBe(true);
          expect(at + seconds * 1000).toBeGreaterThanOrEqual(quota.opensAt(at));
        }
        const windows = kind === 'window' ? Math.floor(at / 10_000) + 1 : 1 + at / 10_000;
        expect(accepted).toBeLessThanOrEqual(windows * rule.requests + 1e-6);
      }),
    );
  },
);

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
    fc.record({ delayMs: fc.constantFrom(1, 80, 1000), downShare: fc.constantFrom(0, 0.5) }),
    { nil: undefined },
  ),
  returning: fc.constantFrom(0, 0.5, 1),
  retryJitterMs: fc.constantFrom(0, 2000),
});

describe('a run of the simulation', () => {
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

const rules = (['window', 'bucket'] as const).flatMap((kind) =>
  [true, false].map((namesWait) => ({ ...tiny.quota, kind, namesWait })),
);

describe('sharing', () => {
  it.each(rules)('changes nothing for one replica: $kind, wait named: $namesWait', (quota) => {
    const alone: Scenario = { ...tiny, replicas: 1, quota };
    expect(simulate(alone).counts).toEqual(simulate(notShared(alone)).counts);
  });

  it('never refuses more than none', () => {
    for (let seed = 1; seed <= 12; seed += 1)
      for (const quota of rules.filter(({ kind }) => kind === 'window')) {
        const scenario: Scenario = { ...tiny, seed, quota, replicas: 6 };
        expect(refused(scenario)).toBeLessThanOrEqual(refused(notShared(scenario)));
      }
  });

  it('refuses as one replica does, at most 1.2 times as much, wherever the wait comes from', () => {
    for (const namesWait of [true, false]) {
      const quota = { ...standard.quota, namesWait };
      const scenario: Scenario = { ...standard, minutes: 3, replicas: 3, quota };
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

it('Redis writes each publication to every replica, and carries nothing while no request is refused', () => {
  const { commands, deliveries } = simulate(tiny).traffic;
  expect(commands).toBeGreaterThan(0);
  expect(deliveries).toBe(commands * tiny.replicas);
  const quota = { ...tiny.quota, requests: 10_000 };
  expect(simulate({ ...tiny, quota }).traffic).toEqual({ commands: 0, deliveries: 0, lost: 0 });
});
