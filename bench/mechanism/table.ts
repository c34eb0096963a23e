import { printRows } from '../table.js';
import type { MechanismResult } from './run.js';

/** A row for each mechanism, mode and number of credentials: how much processor time it saves. */
export function printMechanisms(results: readonly MechanismResult[]): string {
  const names = [...new Set(results.flatMap(({ ratios }) => [...ratios.keys()]))];
  const inOrder = results.toSorted((one, other) =>
    one.mechanism.title.localeCompare(other.mechanism.title),
  );
  const rows = inOrder.map(({ mechanism, mode, credentials, ratios }) => [
    mechanism.title,
    mechanism.instead,
    mode,
    String(credentials),
    ...names.map((name) => saving(ratios.get(name) ?? NaN)),
  ]);
  return printRows(['mechanism', 'without it', 'upstream', 'credentials', ...names], rows);
}

/** The share of the processor time without the mechanism that it saves; below 0 it costs. */
export const saving = (ratio: number): string =>
  `${(100 * (1 - 1 / ratio)).toFixed(0).replace('-', '−')} %`;
