import { digits, median, printRows } from '../table.js';
import { cheapestRatio, type Variant, type VariantResult } from './measure.js';

/** A row for each case, mode and number of credentials: the processor time of each variant, against the first one. */
export function printVariants(
  results: readonly VariantResult[],
  variants: readonly Pick<Variant, 'name'>[],
): string {
  const [first, ...others] = variants.map(({ name }) => name);
  const head = others.flatMap((name) => [`${name}, CPU ms`, `× ${first}`, 'by round']);
  const rows = results.map(({ case: { name, title }, mode, credentials, cpuMs: [base = [], ...own] }) => [
    `${name}: ${title}`,
    mode,
    String(credentials),
    digits(median(base)),
    ...own.flatMap((times) => [
      digits(median(times)),
      cheapestRatio(times, base).toFixed(2),
      range(times, base),
    ]),
  ]);
  return printRows(['query', 'upstream', 'credentials', `${first}, CPU ms`, ...head], rows);
}

/** The lowest and the highest ratio within a round. Where they are far apart, the machine did something else meanwhile. */
function range(own: readonly number[], base: readonly number[]): string {
  const ratios = own.map((time, round) => time / (base[round] ?? NaN));
  return `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
}
