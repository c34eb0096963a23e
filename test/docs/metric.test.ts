import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { createLogger } from '../../src/extra/telemetry/log.js';
import { Metrics } from '../../src/extra/telemetry/metric.js';
import { startSeveral } from '../extra/cluster/several-workers.js';
import { metricsOf } from '../deploy/served-metric.js';
import { openFacade } from '../rig/open.js';
import { codeSpans, read, section, tableRows } from './markdown.js';

const page = read('docs/operation.md');
const rows = tableRows(section(page, 'Metrics'));

/** What is true of a metric: `counter name, outcome`. */
type Facts = ReadonlyMap<string, string>;

const listed: Facts = new Map(
  rows
    .filter(([metric = '', type]) => metric.startsWith('`partner_graphql_') && type !== undefined)
    .map(([metric = '', type = '', labels = '']) => [
      codeSpans(metric)[0] ?? '',
      [type, ...codeSpans(labels).toSorted()].join(' '),
    ]),
);

/** The listed values of a label of a metric; undefined for a label that has any. */
const listedValues = (metric: string, label: string): readonly string[] | undefined =>
  rows
    .filter(
      ([cell = '', of = '']) => codeSpans(cell)[0] === label && codeSpans(of).includes(metric),
    )
    .map(([, , values = '']) => codeSpans(values))[0];

const isOfFleet = (metric: string): boolean => metric.startsWith('partner_graphql_fleet_');

/** Labels that are listed with their values, of metrics that begin at 0. */
const closed = [...listed].flatMap(([metric, facts]) =>
  facts
    .split(' ')
    .slice(1)
    .flatMap((label) => {
      const values = listedValues(metric, label);
      return values === undefined ? [] : [{ metric, label, values }];
    }),
);

/**
 * Metrics that begin with their first count: a label has many values, or the metric is a histogram
 * of many series.
 */
const later = new Set([
  'partner_graphql_operations_total',
  'partner_graphql_contract_drift_total',
  'partner_graphql_upstream_request_duration_seconds',
  'partner_graphql_fleet_command_duration_seconds',
]);

function expectAsListed(text: string, hasFleet: boolean): void {
  const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(
    ([, name = '', type = '']) => `${name} ${type}`,
  );
  const isOurs = (line: string): boolean => line.startsWith('partner_graphql_');
  const kept = [...listed].filter(([metric]) => hasFleet || !isOfFleet(metric));
  expect(types.filter(isOurs).toSorted()).toEqual(
    kept.map(([name, facts]) => `${name} ${facts.split(' ')[0] ?? ''}`).toSorted(),
  );
  for (const { metric, label, values } of closed) {
    if (!hasFleet && isOfFleet(metric)) continue;
    const series = new RegExp(
      `^${metric}(?:_bucket|_sum|_count)?\\{(?:.*,)?${label}="([^"]*)"`,
      'gm',
    );
    const served = new Set([...text.matchAll(series)].map(([, value]) => value));
    const expected = later.has(metric) ? [] : values;
    expect([metric, label, ...[...served].toSorted()]).toEqual([
      metric,
      label,
      ...expected.toSorted(),
    ]);
  }
  const others = types.filter((line) => !isOurs(line));
  expect(others.length).toBeGreaterThan(10);
  expect(others.filter((line) => !/^(?:process|nodejs)_/.test(line))).toEqual([]);
}

describe('docs/operation.md has one row for each metric, with its type, its labels and their values, which', () => {
  it('one process serves at its start, all at 0', async () => {
    const text = await (await openFacade().metrics()).text();
    expectAsListed(text, false);
    const counts = [...text.matchAll(/^partner_graphql_(?!build_info)\w+(?:\{.*\})? (.+)$/gm)].map(
      ([, count]) => count,
    );
    expect(counts.length).toBeGreaterThan(200);
    expect(new Set(counts)).toEqual(new Set(['0']));
  });

  it('a process with REDIS_URL serves', async () => {
    const settings = { REDIS_URL: 'redis://127.0.0.1:1', FLEET_SECRET: 'x'.repeat(32) };
    const facade = openFacade({ settings });
    expectAsListed(await (await facade.metrics()).text(), true);
  });

  it('several workers serve', async () => {
    const { url } = await startSeveral();
    const text = await (await fetch(`${url}/metrics`)).text();
    expectAsListed(text.replace(/^partner_graphql_fleet_command_duration_seconds.*$/gm, ''), true);
    expect(text).toMatch(/^process_resident_memory_bytes\{worker="1"\}/m);
  });

  it('the registry holds', () => {
    const registry = new Registry();
    new Metrics(() => 0, registry).fleet(createLogger('silent'), 'Redis');
    const held = metricsOf(registry).map(({ name, type, labelNames }) => [
      name,
      [type, ...[...labelNames].sort()].join(' '),
    ]);
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(held));
  });

  it('queries and alerts in the page name no other', () => {
    const named = page
      .match(/\bpartner_graphql_\w+/g)
      ?.map((name) => name.replace(/_(?:bucket|count)$/, ''));
    expect(new Set(named)).toEqual(new Set(listed.keys()));
  });
});
