import { digits, median, printRows } from '../table.js';
import { cheapestRatio, type Costs, type Variant, type VariantResult } from './measure.js';

/**
 * A row for each case, mode and number of credentials: what a query costs each variant, against the
 * first one.
 */
export function printVariants(
  results: readonly VariantResult[],
  variants: readonly Pick<Variant, 'name'>[],
  unit: 'CPU ms' | '1,000 instructions',
): string {
  const [first, ...others] = variants.map(({ name }) => name);
  const head = others.flatMap((name) => [`${name}, ${unit}`, `× ${first}`, 'by round']);
  const rows = results.map(
    ({ case: { name, title }, mode, credentials, costs: [base = [], ...own] }) => [
      `${name}: ${title}`,
      mode,
      String(credentials),
      digits(median(base.flat())),
      ...own.flatMap((costs) => [
        digits(median(costs.flat())),
        cheapestRatio(costs, base).toFixed(2),
        range(costs, base),
      ]),
    ],
  );
  return printRows(['query', 'upstream', 'credentials', `${first}, ${unit}`, ...head], rows);
}

/**
 * The lowest and the highest ratio within a round of processes that started one after the other.
 * Where they are far apart, the machine did something else meanwhile, or V8 has compiled the
 * processes in other ways.
 */
function range(own: Costs, base: Costs): string {
  const ratios = own.flatMap((rounds, start) =>
    rounds.map((cost, round) => cost / (base[start]?.[round] ?? NaN)),
  );
  return `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
}
