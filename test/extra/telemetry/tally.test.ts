import { Histogram, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { Metrics } from '../../../src/extra/telemetry/metric.js';
import { buckets } from '../../../src/extra/telemetry/meter.js';
import { getOrganization } from '../../../src/partner/organization.js';

const prefix = 'partner_graphql_';

/** The lines of a metric that are no header and not 0. */
async function counted(registry: Registry, name: string): Promise<readonly string[]> {
  const text = await registry.getSingleMetricAsString(prefix + name);
  return text
    .split('\n')
    .filter((line) => !line.startsWith('#') && !line.endsWith(' 0'))
    .map((line) => line.slice(prefix.length));
}

const endpoint = getOrganization;

const sent = (metrics: Metrics, milliseconds: number): void => {
  metrics.requestStarted();
  metrics.requestEnded({
    endpoint,
    path: '/',
    attempt: 1,
    status: 200,
    code: undefined,
    cause: undefined,
    upstreamRequestId: undefined,
    requestId: 'r',
    startedAt: 0,
    milliseconds,
  });
};

const served = (metrics: Metrics, path: string): void =>
  metrics.httpEnded({ requestId: 'r', path, status: 200, milliseconds: 1 });

describe('what is counted between two reads', () => {
  it('is added to what was read before, and nothing is lost or counted twice', async () => {
    const registry = new Registry();
    const metrics = new Metrics(() => 0, registry);
    served(metrics, '/graphql');
    sent(metrics, 3);
    const first = await Promise.all([registry.metrics(), registry.metrics()]);
    expect(first[0]).toBe(first[1]);
    served(metrics, '/graphql');
    served(metrics, 'other');
    sent(metrics, 7);
    await registry.getMetricsAsJSON();
    served(metrics, '/graphql');
    sent(metrics, 60_000);
    expect(await counted(registry, 'http_requests_total')).toEqual([
      'http_requests_total{path="/graphql",status="200"} 3',
      'http_requests_total{path="other",status="200"} 1',
    ]);
    const seconds = await counted(registry, 'upstream_request_duration_seconds');
    const of = `operation="${endpoint.id}"`;
    const name = 'upstream_request_duration_seconds';
    expect(seconds).toContain(`${name}_bucket{le="0.005",${of}} 1`);
    expect(seconds).toContain(`${name}_bucket{le="30",${of}} 2`);
    expect(seconds).toContain(`${name}_bucket{le="+Inf",${of}} 3`);
    expect(seconds).toContain(`${name}_sum{${of}} 60.01`);
    expect(seconds).toContain(`${name}_count{${of}} 3`);
  });

  it('adds up for two façades that share a registry, whichever opens or counts first', async () => {
    const registry = new Registry();
    const one = new Metrics(() => 0, registry);
    served(one, '/graphql');
    sent(one, 7);
    await registry.metrics();
    const other = new Metrics(() => 0, registry);
    served(other, '/graphql');
    sent(other, 7);
    await registry.metrics();
    served(one, '/graphql');
    sent(one, 7);
    other.polled();
    one.polled();
    expect(await counted(registry, 'http_requests_total')).toEqual([
      'http_requests_total{path="/graphql",status="200"} 3',
    ]);
    expect(await counted(registry, 'live_polls_total')).toEqual(['live_polls_total 2']);
    expect(await counted(registry, 'upstream_requests_total')).toEqual([
      `upstream_requests_total{operation="${endpoint.id}",status="200",code="OK"} 3`,
    ]);
    const count = `upstream_request_duration_seconds_count{operation="${endpoint.id}"} 3`;
    expect(await counted(registry, 'upstream_request_duration_seconds')).toContain(count);
  });

  it('begins at 0 again in a registry that was reset or cleared', async () => {
    const registry = new Registry();
    const metrics = new Metrics(() => 0, registry);
    sent(metrics, 7);
    await registry.metrics();
    registry.resetMetrics();
    sent(metrics, 7);
    const total = `upstream_requests_total{operation="${endpoint.id}",status="200",code="OK"} 1`;
    expect(await counted(registry, 'upstream_requests_total')).toEqual([total]);
    const count = `upstream_request_duration_seconds_count{operation="${endpoint.id}"} 1`;
    expect(await counted(registry, 'upstream_request_duration_seconds')).toContain(count);
    registry.clear();
    const later = new Metrics(() => 0, registry);
    sent(later, 7);
    expect(await counted(registry, 'upstream_requests_total')).toEqual([total]);
    expect(await counted(registry, 'upstream_request_duration_seconds')).toContain(count);
  });
});

it('durations are printed, and passed to other processes, as by prom-client itself', async () => {
  const [ours, theirs] = [new Registry(), new Registry()];
  const metrics = new Metrics(() => 0, ours);
  const name = `${prefix}upstream_request_duration_seconds`;
  const help = 'Time that REST requests took.';
  const labelNames = ['operation'];
  const histogram = new Histogram({ name, help, labelNames, buckets, registers: [theirs] });
  const around = buckets.flatMap((bound) => [bound - 0.001, bound, bound + 0.001]);
  for (const seconds of [...around, 0, 1e9]) {
    sent(metrics, seconds * 1000);
    histogram.observe({ operation: endpoint.id }, (seconds * 1000) / 1000);
  }
  expect(await ours.getSingleMetricAsString(name)).toBe(await theirs.getSingleMetricAsString(name));
  const passed = (await ours.getMetricsAsJSON()).find((each) => each.name === name);
  const [expected] = await theirs.getMetricsAsJSON();
  // No exemplars, which no registry of this text format prints.
  const plain = JSON.parse(
    JSON.stringify(expected, (key, value: unknown) => (key === 'exemplar' ? undefined : value)),
  ) as unknown;
  expect(passed).toEqual(plain);
});
