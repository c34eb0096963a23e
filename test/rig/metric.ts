import type { Facade } from '../../src/facade.js';

type Served = Pick<Facade, 'metrics'> | string;

/** The sum of the series of a metric that have these labels, at a façade or at an address. */
export const sumOf = async (from: Served, metric: string, labels = ''): Promise<number> =>
  (await seriesOf(from, metric))
    .filter(([series]) => series.includes(labels))
    .reduce((sum, [, value]) => sum + value, 0);

/** What a metric has counted by the values of a label, those that are 0 left out. */
export async function countsBy(
  from: Served,
  metric: string,
  label: string,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [series, value] of await seriesOf(from, metric)) {
    const name = new RegExp(`${label}="(\\w*)"`).exec(series)?.[1] ?? '';
    if (value > 0) counts[name] = (counts[name] ?? 0) + value;
  }
  return counts;
}

async function seriesOf(from: Served, metric: string) {
  // A connection of its own, which any worker may accept.
  const headers = { connection: 'close' };
  const response =
    typeof from === 'string' ? await fetch(`${from}/metrics`, { headers }) : await from.metrics();
  const lines = (await response.text()).split('\n');
  return lines
    .filter((line) => /^partner_graphql_(\w+)/.exec(line)?.[1] === metric)
    .map((line) => [line, Number(line.split(' ').at(-1))] as const);
}
