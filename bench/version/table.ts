import { digits, printRows } from '../table.js';
import type { VersionResult } from './run.js';

/** A row for each case and mode of the upstream: the processor time on each version, against the first one. */
export function printVersions(results: readonly VersionResult[]): string {
  const [first = '', ...others] = [...(results[0]?.cpuMs.keys() ?? [])];
  const head = others.flatMap((version) => [`${version}, CPU ms`, `× ${first}`]);
  const rows = results.map(({ case: { name, title }, mode, cpuMs }) => {
    const base = cpuMs.get(first) ?? NaN;
    const compared = others.flatMap((version) => {
      const own = cpuMs.get(version) ?? NaN;
      return [digits(own), (own / base).toFixed(2)];
    });
    return [`${name}: ${title}`, mode, digits(base), ...compared];
  });
  return printRows(['query', 'upstream', `${first}, CPU ms`, ...head], rows);
}
