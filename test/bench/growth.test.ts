import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exponentOf, upperHalf } from '../../bench/growth/fit.js';
import type { GrowthResult } from '../../bench/growth/measure.js';
import { plotGrowth } from '../../bench/growth/plot.js';
import { growthSeries, type Series } from '../../bench/growth/series.js';
import { memoryPoints, printGrowth } from '../../bench/growth/table.js';

describe('the exponent of growth', () => {
  it('is that of the power that the points follow', () => {
    const values = fc.uniqueArray(fc.integer({ min: 1, max: 100_000 }), { minLength: 4, maxLength: 12 });
    const factor = fc.double({ min: 0.001, max: 1000, noNaN: true });
    const power = fc.double({ min: -1, max: 3, noNaN: true });
    fc.assert(
      fc.property(values, factor, power, (xs, c, e) => {
        expect(exponentOf(xs.map((x) => ({ x, y: c * x ** e })))).toBeCloseTo(e, 6);
      }),
    );
  });

  it('is taken of the upper half, where a fixed cost weighs little', () => {
    const points = [1, 2, 1000, 10_000, 100_000].map((x) => ({ x, y: x < 1000 ? 5000 : x }));
    expect(exponentOf(upperHalf(points))).toBeCloseTo(1, 6);
  });

  it.each([
    ['no point', []],
    ['one point', [{ x: 1, y: 1 }]],
    [
      'one place',
      [
        { x: 2, y: 1 },
        { x: 2, y: 3 },
      ],
    ],
    [
      'nothing above 0',
      [
        { x: 1, y: 0 },
        { x: 2, y: 0 },
        { x: 3, y: 0 },
      ],
    ],
  ])('is unknown for %s', (_what, points) => {
    expect(exponentOf(points)).toBeUndefined();
  });
});

const [items] = growthSeries;
if (items === undefined) throw new Error('There is no series.');

const resultOf = (series: Series, peaks: readonly number[], baseMb: number): GrowthResult => ({
  series,
  baseMb,
  points: peaks.map((peakMb, index) => ({ x: 10 ** index, cpuMs: 10 ** index / 2, peakMb, usedMb: 30 })),
});

describe('the memory', () => {
  it('is what is needed beyond the first value that does not fit into what a process has anyway', () => {
    expect(memoryPoints(resultOf(items, [100, 101, 110, 191, 1001], 90))).toEqual([
      { x: 900, y: 81 },
      { x: 9900, y: 891 },
    ]);
  });

  it('does not grow where a warm process has room for all values', () => {
    expect(memoryPoints(resultOf(items, [100, 100, 101], 100))).toEqual([]);
  });
});

describe('the tables of growth', () => {
  const text = printGrowth([resultOf(items, [100, 101, 110, 191, 1001], 100)]);

  it('begin with the exponents of each series', () => {
    expect(text).toContain('| items of a list | 1 to 10,000 items | 1.00 | 1.00 | 5000 | 1001 |');
  });

  it('have a row for each value', () => {
    expect(text).toContain('| 100 | 50 | 500 | 110 | 30.0 |');
  });
});

describe('the plot of growth', () => {
  const plot = plotGrowth([resultOf(items, [100, 101, 110, 191], 100), resultOf(items, [90], 90)]);

  it('is drawn where numbers are', () => {
    expect(plot).not.toMatch(/NaN|Infinity|undefined/);
    expect(plot.match(/<circle /g)).toHaveLength(5);
    expect(plot.match(/<rect x=/g)).toHaveLength(5);
  });
});

describe('the series', () => {
  it.each(growthSeries)('$name: its values grow', ({ values }) => {
    expect(values).toEqual([...new Set(values)].toSorted((one, other) => one - other));
  });
});
