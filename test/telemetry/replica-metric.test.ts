import { describe, expect, it } from 'vitest';
import { createMetrics } from '../../src/telemetry/metric.js';
import { startSame, startWatchedSystem, type WatchedSystem } from './watched.js';

/** The series of our metrics with their values, without those of time. */
async function countsOf(system: WatchedSystem): Promise<ReadonlyMap<string, number>> {
  const lines = (await system.metrics()).filter((line) => line.startsWith('partner_graphql_'));
  const series = lines.map((line) => /^(\S+(?:\{.*\})?) (\S+)$/.exec(line) ?? []);
  const counts = series.filter(([, name = '']) => !/_seconds_(?:bucket|sum)|_build_info/.test(name));
  return new Map(counts.map(([, name = '', value]) => [name, Number(value)]));
}

/** What `sum without (instance)` makes of several replicas. */
function sumOf(replicas: readonly ReadonlyMap<string, number>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const [name, value] of replicas.flatMap((each) => [...each])) sum[name] = (sum[name] ?? 0) + value;
  return sum;
}

const load = [
  ['query List { screens(first: 150) { nodes { id } } }', '{ organization { name } o: organization { id } }'],
  ['query List { screens(first: 3) { totalCount } }', '{ screen(id: "absent") { id } }', '{', '{ nothing }'],
];

describe('the metrics of replicas', () => {
  it('add up to those of one façade that served all', async () => {
    const { url } = await startSame(200, { data: { id: 'o', name: 'N', mood: 'odd' } });
    const run = async (operations: readonly string[]): Promise<ReadonlyMap<string, number>> => {
      const [system, odd] = [await startWatchedSystem(), await startWatchedSystem({}, {}, url)];
      for (const query of operations) await system.ask(query);
      await odd.ask('{ organization { id } }');
      await system.get('/health/ready');
      return new Map(Object.entries(sumOf([await countsOf(system), await countsOf(odd)])));
    };
    const replicas = await Promise.all(load.map(run));
    const single = sumOf([await run(load.flat()), await run([])]);
    expect(sumOf(replicas)).toEqual(single);
    expect(Object.keys(single).length).toBeGreaterThan(20);
  });

  it('have names that say how: counters end with _total, histograms with their unit, and one is an info', async () => {
    const metrics = createMetrics(() => 0);
    metrics.fleet();
    const text = await (await metrics.read()).text();
    const types = [...text.matchAll(/^# TYPE (partner_graphql_\w+) (\w+)$/gm)];
    expect(types.length).toBeGreaterThan(15);
    const endings: Readonly<Record<string, RegExp>> = {
      counter: /_total$/,
      histogram: /_seconds$/,
      gauge: /_(?:in_flight|waiting|streams|up|info)$/,
    };
    for (const [, name = '', type = ''] of types) expect(name).toMatch(endings[type] ?? /never/);
  });
});
