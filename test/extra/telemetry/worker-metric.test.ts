import { describe, expect, it } from 'vitest';
import { type Snapshot, WorkerMetrics } from '../../../src/extra/telemetry/worker-metric.js';
import { startSame, startWatchedSystem, type WatchedSystem } from './watched.js';

type Values = readonly (readonly [
  labels: Readonly<Record<string, string | number>>,
  value: number,
  metricName?: string,
])[];

/** One metric as prom-client returns it. */
const metric = (type: string, name: string, help: string, values: Values) => ({
  name,
  help,
  type,
  aggregator: 'sum',
  values: values.map(([labels, value, metricName]) => ({
    labels,
    value,
    ...(metricName && { metricName }),
  })),
});

const counters = (values: Readonly<Record<string, number>>) =>
  metric(
    'counter',
    'partner_graphql_operations_total',
    'GraphQL operations by name and outcome.',
    Object.entries(values).map(([name, value]) => [{ name, outcome: 'ok' }, value]),
  );

const counter = (value: number, name = 'List') => counters({ [name]: value });

const gauge = (value: number) =>
  metric('gauge', 'partner_graphql_operations_in_flight', 'GraphQL operations under way.', [
    [{}, value],
  ]);

const histogram = (count: number) => {
  const name = 'partner_graphql_operation_duration_seconds';
  return metric('histogram', name, 'Time.', [
    [{ le: 0.5, outcome: 'ok' }, count - 1, `${name}_bucket`],
    [{ le: '+Inf', outcome: 'ok' }, count, `${name}_bucket`],
    [{ outcome: 'ok' }, count / 4, `${name}_sum`],
    [{ outcome: 'ok' }, count, `${name}_count`],
  ]);
};

/** prom-client leaves some metrics of a process out of a sum, or averages them. */
const memory = (value: number) => ({
  ...metric('gauge', 'process_memory', 'Memory.', [[{}, value]]),
  aggregator: 'omit',
});

/** As it arrives from a worker. */
const snapshot = (...metrics: readonly object[]): Snapshot =>
  // As prom-client returns them, though its types know neither its texts for a type nor those of a
  // bucket.
  structuredClone(metrics) as Snapshot;

const linesOf = (text: string): string[] =>
  text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

describe('metrics of several workers', () => {
  it('are sums of counters, gauges and histograms, with one header for each', async () => {
    const metrics = new WorkerMetrics();
    metrics.update(1, snapshot(counter(3), gauge(1), histogram(4)));
    metrics.update(2, snapshot(counter(5), gauge(2), histogram(2)));
    expect(await metrics.read()).toMatchInlineSnapshot(`
      "# HELP partner_graphql_operations_total GraphQL operations by name and outcome.
      # TYPE partner_graphql_operations_total counter
      partner_graphql_operations_total{name="List",outcome="ok"} 8

      # HELP partner_graphql_operations_in_flight GraphQL operations under way.
      # TYPE partner_graphql_operations_in_flight gauge
      partner_graphql_operations_in_flight 3

      # HELP partner_graphql_operation_duration_seconds Time.
      # TYPE partner_graphql_operation_duration_seconds histogram
      partner_graphql_operation_duration_seconds_bucket{le="0.5",outcome="ok"} 4
      partner_graphql_operation_duration_seconds_bucket{le="+Inf",outcome="ok"} 6
      partner_graphql_operation_duration_seconds_sum{outcome="ok"} 1.5
      partner_graphql_operation_duration_seconds_count{outcome="ok"} 6
      "
    `);
  });

  it('have one series of the version, of value 1', async () => {
    const info = (version: string) => ({
      ...metric('gauge', 'partner_graphql_build_info', 'The version.', [[{ version }, 1]]),
      aggregator: 'first',
    });
    const metrics = new WorkerMetrics();
    metrics.update(1, snapshot(info('1.0.0')));
    metrics.update(2, snapshot(info('1.0.0')));
    expect(linesOf(await metrics.read())).toEqual([
      'partner_graphql_build_info{version="1.0.0"} 1',
    ]);
  });

  it('keep the counts of an ended worker, and drop its gauges and its process', async () => {
    const metrics = new WorkerMetrics();
    metrics.update(1, snapshot(counter(3), gauge(1), memory(7)));
    metrics.update(2, snapshot(counter(5), gauge(2), memory(8)));
    metrics.retire(1);
    expect(linesOf(await metrics.read())).toEqual([
      'partner_graphql_operations_total{name="List",outcome="ok"} 8',
      'partner_graphql_operations_in_flight 2',
      'process_memory{worker="2"} 8',
    ]);
    // Its successor starts from zero, and ends too.
    metrics.update(1, snapshot(counter(1)));
    metrics.retire(1);
    expect(linesOf(await metrics.read())[0]).toBe(
      'partner_graphql_operations_total{name="List",outcome="ok"} 9',
    );
  });

  it('count a worker once if it is retired during a read', async () => {
    const metrics = new WorkerMetrics();
    metrics.update(1, snapshot(counter(3)));
    const read = metrics.read();
    metrics.retire(1);
    const expected = ['partner_graphql_operations_total{name="List",outcome="ok"} 3'];
    expect(linesOf(await read)).toEqual(expected);
    expect(linesOf(await metrics.read())).toEqual(expected);
  });

  it('F21: have at most 80 names over all workers, and the façade’s own names do not count', async () => {
    const metrics = new WorkerMetrics();
    for (const worker of [1, 2, 3]) {
      const names = Array.from({ length: 80 }, (_, index) => `Name${worker * 1000 + index}`);
      metrics.update(
        worker,
        snapshot(counters(Object.fromEntries(names.map((name) => [name, 1])))),
      );
    }
    metrics.update(4, snapshot(counter(6, '(anonymous)')));
    const lines = linesOf(await metrics.read());
    expect(lines).toHaveLength(82);
    expect(lines).toContain('partner_graphql_operations_total{name="(other)",outcome="ok"} 160');
    expect(lines).toContain('partner_graphql_operations_total{name="(anonymous)",outcome="ok"} 6');
  });

  it('F21: add up the spend, of at most 40 clients over all workers', async () => {
    const spend = 'partner_graphql_operation_upstream_requests_total';
    const metrics = new WorkerMetrics();
    for (const worker of [1, 2]) {
      const clients = [
        'shared',
        '(none)',
        ...Array.from({ length: 38 }, (_, index) => `${worker}-${index}`),
      ];
      const values: Values = clients.map((client) => [{ name: 'List', client }, worker]);
      metrics.update(worker, snapshot(metric('counter', spend, 'REST requests.', values)));
    }
    const lines = linesOf(await metrics.read());
    // 40 clients, and those that are none or too many.
    expect(lines).toHaveLength(42);
    expect(lines).toContain(`${spend}{name="List",client="shared"} 3`);
    expect(lines).toContain(`${spend}{name="List",client="(none)"} 3`);
    expect(lines).toContain(`${spend}{name="List",client="(other)"} ${2 * 37}`);
  });
});

/** The series of our metrics with their values, without those of time. */
async function countsOf(system: WatchedSystem): Promise<ReadonlyMap<string, number>> {
  const lines = (await system.metrics()).filter((line) => line.startsWith('partner_graphql_'));
  const series = lines.map((line) => /^(\S+(?:\{.*\})?) (\S+)$/.exec(line) ?? []);
  const counts = series.filter(
    ([, name = '']) => !/_seconds_(?:bucket|sum)|_build_info/.test(name),
  );
  return new Map(counts.map(([, name = '', value]) => [name, Number(value)]));
}

/** What `sum without (instance)` makes of several replicas. */
function sumOf(replicas: readonly ReadonlyMap<string, number>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const [name, value] of replicas.flatMap((each) => [...each]))
    sum[name] = (sum[name] ?? 0) + value;
  return sum;
}

const load = [
  [
    'query List { screens(first: 150) { nodes { id } } }',
    '{ organization { name } o: organization { id } }',
  ],
  [
    'query List { screens(first: 3) { totalCount } }',
    '{ screen(id: "absent") { id } }',
    '{',
    '{ nothing }',
  ],
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
});
