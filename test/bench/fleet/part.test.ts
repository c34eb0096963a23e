import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAgenda } from '../../../bench/fleet/agenda.js';
import { plotRefusals } from '../../../bench/fleet/plot.js';
import { createQuota, retryAfterOf } from '../../../bench/fleet/quota.js';
import { createRandom } from '../../../bench/fleet/random.js';
import { printStudy, runVariant } from '../../../bench/fleet/report.js';
import { standard } from '../../../bench/fleet/scenario.js';
import { fleetSizes, measures, studies } from '../../../bench/fleet/study.js';

describe('the agenda', () => {
  it('runs what is planned in the order of time, and of planning where times are equal', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { maxLength: 60 }), (times) => {
        const agenda = createAgenda();
        const seen: (readonly [number, number])[] = [];
        for (const [order, at] of times.entries()) agenda.plan(at, () => seen.push([agenda.now(), order]));
        agenda.run();
        const expected = times.map((at, order) => [at, order] as const);
        expect(seen).toEqual(expected.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]));
      }),
    );
  });
});

describe('random delays', () => {
  it('have the mean that is named, and a tail', () => {
    const random = createRandom(3);
    const delays = Array.from({ length: 100_000 }, () => random.delay(50)).toSorted((a, b) => a - b);
    const mean = delays.reduce((sum, delay) => sum + delay, 0) / delays.length;
    expect(Math.abs(mean - 50)).toBeLessThan(1);
    expect(delays.at(-500)).toBeGreaterThan(5 * (delays[50_000] ?? Infinity));
  });
});

describe.each(['window', 'bucket'] as const)('a quota with a %s', (kind) => {
  const rule = { kind, requests: 5, seconds: 10, namesWait: true };

  it('admits what it may, opens when it says so and not before, and names whole seconds', () => {
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
  });
});

describe('the tables and the plot', () => {
  const [study] = studies;
  const small = { ...standard, minutes: 0.5, credentials: 1 };
  const row = runVariant({
    title: 'small',
    of: (replicas) => ({ ...small, replicas: Math.min(4, replicas) }),
  });

  it('have a row for each variant and a column for each number of replicas', () => {
    if (study === undefined) throw new Error('There is no study.');
    const lines = printStudy(study, [row]).split('\n');
    expect(lines.filter((line) => line.startsWith('| small |'))).toHaveLength(measures.length);
    expect(lines.find((line) => line.startsWith('| small |'))?.split('|')).toHaveLength(
      fleetSizes.length + 3,
    );
  });

  it('show a line for each variant', () => {
    const svg = plotRefusals([row, row]);
    expect(svg.match(/<polyline /g)).toHaveLength(2);
    expect(svg).not.toContain('NaN');
  });

  it('compare variants that differ in what they name alone', () => {
    for (const { variants } of studies)
      expect(new Set(variants.map(({ title }) => title)).size).toBe(variants.length);
  });
});
