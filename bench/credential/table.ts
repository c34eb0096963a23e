import { digits, printRows } from '../table.js';
import type { CredentialResult } from './run.js';

/** A row for each round, and how much the second half of them adds. */
export const printCredentials = (results: readonly CredentialResult[]): string =>
  results.map(printResult).join('\n');

function printResult(result: CredentialResult): string {
  const { mode, credentials, start, rounds } = result;
  const head = [
    'each credential has sent',
    'resident MB',
    'MB after garbage collection',
    'CPU ms/query',
  ];
  const rows = rounds.map(({ residentMb, usedMb, cpuMsPerQuery }, index) => [
    index === 0 ? '1 query' : `${index + 1} queries`,
    residentMb.toFixed(0),
    usedMb.toFixed(1),
    digits(cpuMsPerQuery),
  ]);
  const first = ['nothing', start.residentMb.toFixed(0), start.usedMb.toFixed(1), ''];
  const about = `${credentials} credentials, upstream ${mode}; after the first half ${describeLevel(result)}`;
  return `${about}:\n\n${printRows(head, [first, ...rows])}`;
}

/**
 * Memory is level where the second half of the rounds adds less than a twentieth to what garbage
 * collection leaves.
 */
export function describeLevel({ rounds }: Pick<CredentialResult, 'rounds'>): string {
  const half = rounds[Math.ceil(rounds.length / 2) - 1]?.usedMb ?? NaN;
  const end = rounds.at(-1)?.usedMb ?? NaN;
  const change = `${end >= half ? '+' : '−'}${Math.abs(100 * (end / half - 1)).toFixed(1)} %`;
  return end / half <= 1.05 ? `level (${change})` : `growing (${change})`;
}
