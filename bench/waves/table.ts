import { printRows } from '../table.js';
import type { WaveFigures, WaveResult } from './run.js';

/**
 * A row for each operation; "4, then 2" is the first operation of a credential, and its later ones.
 */
export function printWaves(results: readonly WaveResult[]): string {
  const latencies = [...new Set(results.map(({ latencyMs }) => latencyMs))];
  const titles = [...new Set(results.map(({ operation }) => operation.title))];
  const rows = titles.map((title) => {
    const own = results.filter(({ operation }) => operation.title === title);
    const slowest = own.at(-1);
    return [
      title,
      pair(slowest, ({ requests }) => String(requests)),
      pair(slowest, ({ waves }) => String(waves)),
      ...own.map((result) => pair(result, ({ roundTrips }) => roundTrips.toFixed(1))),
    ];
  });
  const times = latencies.map((latencyMs) => `time at ${latencyMs} ms, round trips`);
  return printRows(['operation', 'REST requests', 'waves', ...times], rows);
}

function pair(result: WaveResult | undefined, read: (figures: WaveFigures) => string): string {
  if (result === undefined) return '';
  const [first, later] = [read(result.first), read(result.later)];
  return first === later ? first : `${first}, then ${later}`;
}
