import { digits, printRows } from '../table.js';
import { exponentOf, type Point, upperHalf } from './fit.js';
import type { GrowthResult } from './measure.js';

/** A summary, and a table for each series. */
export function printGrowth(results: readonly GrowthResult[]): string {
  const rows = results.map((result) => {
    const { series, points } = result;
    const range = `${count(points[0]?.x)} to ${count(points.at(-1)?.x)} ${series.unit}`;
    const { cpuMs, peakMb } = points.at(-1) ?? { cpuMs: 0, peakMb: 0 };
    const exponents = [exponentOf(upperHalf(timePoints(result))), exponentOf(memoryPoints(result))];
    return [series.title, range, ...exponents.map(slope), digits(cpuMs), peakMb.toFixed(0)];
  });
  const head = [
    'what grows',
    'range',
    'CPU, exponent',
    'memory, exponent',
    'CPU ms at most',
    'peak MB',
  ];
  return [printRows(head, rows), ...results.map(printSeries)].join('\n');
}

function printSeries({ series, points, baseMb }: GrowthResult): string {
  const head = [series.unit, 'CPU ms', `CPU µs for each`, 'peak MB', 'MB after garbage collection'];
  const rows = points.map(({ x, cpuMs, peakMb, usedMb }) => [
    count(x),
    digits(cpuMs),
    digits((1000 * cpuMs) / x),
    peakMb.toFixed(0),
    usedMb.toFixed(1),
  ]);
  return `${series.title}; ${baseMb.toFixed(0)} MB before:\n\n${printRows(head, rows)}`;
}

export const timePoints = ({ points }: GrowthResult): readonly Point[] =>
  points.map(({ x, cpuMs }) => ({ x, y: cpuMs }));

/**
 * The peak against the value, both beyond those of the first value that needs more memory than a
 * process has anyway: what it has to spare would look like growth otherwise.
 */
export function memoryPoints({ points }: Pick<GrowthResult, 'points'>): readonly Point[] {
  const least = points[0]?.peakMb ?? 0;
  const [origin, ...further] = points.filter(({ peakMb }) => peakMb > least * 1.02);
  if (origin === undefined) return [];
  return further.map(({ x, peakMb }) => ({ x: x - origin.x, y: peakMb - origin.peakMb }));
}

export const peakPoints = ({ points }: GrowthResult): readonly Point[] =>
  points.map(({ x, peakMb }) => ({ x, y: peakMb }));

const slope = (exponent: number | undefined): string => exponent?.toFixed(2) ?? '–';

const count = (value = 0): string => value.toLocaleString('en');
