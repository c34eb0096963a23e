import { digits, median, printRows } from '../table.js';
import { cheapestRatio, type CpuTimes, type Variant, type VariantResult } from './measure.js';

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
    digits(median(base.flat())),
    ...own.flatMap((times) => [
      digits(median(times.flat())),
      cheapestRatio(times, base).toFixed(2),
      range(times, base),
    ]),
  ]);
  return printRows(['query', 'upstream', 'credentials', `${first}, CPU ms`, ...head], rows);
}

/**
 * The lowest and the highest ratio within a round of processes that started one after the other. Where they are far apart, the
 * machine did something else meanwhile, or V8 has compiled the processes in other ways.
 */
function range(own: CpuTimes, base: CpuTimes): string {
  const ratios = own.flatMap((rounds, start) =>
    rounds.map((time, round) => time / (base[start]?.[round] ?? NaN)),
  );
  return `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
}
