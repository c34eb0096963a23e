import type { Facade } from '../../src/facade.js';

/** The sum of the series of a metric that have these labels, at a façade or at an address. */
export async function sumOf(
  from: Pick<Facade, 'metrics'> | string,
  metric: string,
  labels = '',
): Promise<number> {
  // A connection of its own, which any worker may accept.
  const headers = { connection: 'close' };
  const response =
    typeof from === 'string' ? await fetch(`${from}/metrics`, { headers }) : await from.metrics();
  const lines = (await response.text()).split('\n');
  return lines
    .filter((line) => /^partner_graphql_(\w+)/.exec(line)?.[1] === metric && line.includes(labels))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}
