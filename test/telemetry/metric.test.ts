import { describe, expect, it } from 'vitest';
import { createLabel } from '../../src/telemetry/metric.js';
import { startPlainUpstream } from '../rig/plain-upstream.js';
import { eventually, startWatchedHouse, type WatchedHouse } from './watched.js';

/** The value of one series; undefined where it is not told. */
const valueIn = (lines: readonly string[], series: string): number | undefined => {
  const line = lines.find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
};

const read = async (house: WatchedHouse, series: string): Promise<number | undefined> =>
  valueIn(await house.metrics(), `partner_graphql_${series}`);

describe('/metrics', () => {
  it('answers in the Prometheus text format, without a credential and without a REST request', async () => {
    const { get, simulator } = await startWatchedHouse();
    const response = await get('/metrics');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const text = await response.text();
    expect(text).toMatch(/^# HELP /);
    expect(text.endsWith('\n')).toBe(true);
    for (const line of text.split('\n'))
      expect(line).toMatch(/^(?:|# (?:HELP|TYPE) .+|[a-z_0-9]+(?:\{.+\})? (?:-?[\d.e+-]+|Nan|[+-]Inf))$/);
    expect(simulator.requests).toEqual([]);
  });

  it('answers over plain HTTP in production, where GraphQL does not', async () => {
    const { get } = await startWatchedHouse({}, { NODE_ENV: 'production' });
    expect((await get('/metrics')).status).toBe(200);
    expect((await get('/graphql')).status).toBe(426);
  });

  it.each(['/metrics/', '//metrics', '/x/metrics', '/metricsx'])(
    'F13: is at its exact path and not at %s',
    async (path) => {
      const { get } = await startWatchedHouse();
      expect((await get(path)).status).toBe(404);
    },
  );

  it('tells of the process: memory, and the lag of the event loop', async () => {
    const { metrics } = await startWatchedHouse();
    const lines = await metrics();
    expect(valueIn(lines, 'process_resident_memory_bytes')).toBeGreaterThan(1e6);
    expect(valueIn(lines, 'nodejs_eventloop_lag_p99_seconds')).toBeDefined();
  });

  it('F23: holds no address of the upstream and no credential', async () => {
    const house = await startWatchedHouse();
    await house.ask('{ organization { name } }');
    const text = (await house.metrics()).join('\n');
    expect(text).not.toContain(new URL(house.simulator.url).host);
    expect(text).not.toContain('demo-');
    expect(text).not.toContain('Nordlicht');
  });
});

describe('what is counted', () => {
  it('operations by name and outcome, with their time', async () => {
    const house = await startWatchedHouse();
    await house.ask('query Good { organization { name } }');
    await house.ask('query Good { organization { name } }');
    await house.ask('query Half { organization { name } screen(id: ".") { id } }');
    await house.ask('query Bad { screen(id: ".") { id } }');
    await house.ask('query Gone { organization { name } screen(id: "nobody") { id } }');
    await house.ask('query Gone { screen(id: "nobody") { id } }');
    await house.ask('query Bad { nothing }');
    await house.ask('{ organization { name } }');
    const lines = await house.metrics();
    const operations = lines.filter((line) => line.startsWith('partner_graphql_operations_total'));
    expect(operations.sort()).toEqual([
      'partner_graphql_operations_total{name="(anonymous)",outcome="ok"} 1',
      'partner_graphql_operations_total{name="(none)",outcome="refused"} 1',
      'partner_graphql_operations_total{name="Bad",outcome="failed"} 1',
      'partner_graphql_operations_total{name="Gone",outcome="ok"} 2',
      'partner_graphql_operations_total{name="Good",outcome="ok"} 2',
      'partner_graphql_operations_total{name="Half",outcome="partial"} 1',
    ]);
    const seconds = 'partner_graphql_operation_duration_seconds';
    expect(valueIn(lines, `${seconds}_count{outcome="ok"}`)).toBe(5);
    expect(valueIn(lines, `${seconds}_sum{outcome="ok"}`)).toBeGreaterThan(0);
    expect(valueIn(lines, `${seconds}_bucket{le="+Inf",outcome="ok"}`)).toBe(5);
  });

  it('REST requests by operation id and status, with their time', async () => {
    const house = await startWatchedHouse();
    house.simulator.setFaults([{ operation: 'partnerV1_organization', status: 503, times: 1 }]);
    await house.ask('{ organization { name } screen(id: "nobody") { id } }');
    const lines = await house.metrics();
    const total = 'partner_graphql_upstream_requests_total';
    expect(lines.filter((line) => line.startsWith(total)).sort()).toEqual([
      `${total}{operation="partnerV1_organization",status="200",code="OK"} 1`,
      `${total}{operation="partnerV1_organization",status="503",code="UPSTREAM_UNAVAILABLE"} 1`,
      `${total}{operation="partnerV1_screen",status="404",code="NOT_FOUND"} 1`,
    ]);
    const seconds = 'partner_graphql_upstream_request_duration_seconds';
    expect(valueIn(lines, `${seconds}_count{operation="partnerV1_organization"}`)).toBe(2);
    expect(valueIn(lines, 'partner_graphql_upstream_retries_total{operation="partnerV1_organization"}')).toBe(
      1,
    );
  });

  it('REST requests without an answer, and statuses that the contract does not know, by class', async () => {
    const house = await startWatchedHouse();
    house.simulator.setFaults([{ status: 418 }]);
    await house.ask('{ organization { name } }');
    await house.simulator.close();
    await house.ask('{ organization { name } }');
    const series = (status: string) =>
      `upstream_requests_total{operation="partnerV1_organization",status="${status}",code="UPSTREAM_UNAVAILABLE"}`;
    expect(await read(house, series('4xx'))).toBe(1);
    expect(await read(house, series('none'))).toBe(2);
  });

  it('requests that were spared, by reason', async () => {
    const house = await startWatchedHouse();
    await house.ask('{ a: organization { name } b: organization { id } }');
    const deduplicated = await read(house, 'upstream_requests_saved_total{reason="deduplicated"}');
    expect(deduplicated).toBe(1);
    await house.ask(
      '{ organization { name } screens(first: 2) { nodes { playbackConfiguration { screen { screen { name } } } } } }',
    );
    expect(await read(house, 'upstream_requests_saved_total{reason="primed"}')).toBe(2);
  });

  it('requests that one operation shared with another', async () => {
    const house = await startWatchedHouse({ latencyMs: 200 });
    await Promise.all([1, 2, 3].map(() => house.ask('{ organization { name } }')));
    expect(house.simulator.requests).toHaveLength(1);
    expect(await read(house, 'upstream_requests_saved_total{reason="shared"}')).toBe(2);
  });

  it('what is under way, and nothing once all has ended', async () => {
    const house = await startWatchedHouse({ latencyMs: 60_000 });
    const leaving = new AbortController();
    const asked = house.ask('{ organization { name } screen(id: "a") { id } }', { signal: leaving.signal });
    await eventually(() => house.simulator.requests.length).toBe(2);
    expect(await read(house, 'operations_in_flight')).toBe(1);
    expect(await read(house, 'upstream_requests_in_flight')).toBe(2);
    leaving.abort();
    await asked.catch(() => undefined);
    await eventually(() => read(house, 'operations_in_flight')).toBe(0);
    await eventually(() => read(house, 'upstream_requests_in_flight')).toBe(0);
    expect(await read(house, 'operations_total{name="(anonymous)",outcome="abandoned"}')).toBe(1);
  });

  it('requests that wait for a connection', async () => {
    const house = await startWatchedHouse({ latencyMs: 60_000 }, { UPSTREAM_MAX_CONNECTIONS: '1' });
    const leaving = new AbortController();
    const asked = house.ask('{ organization { name } screen(id: "a") { id } }', { signal: leaving.signal });
    await eventually(() => house.simulator.requests.length).toBe(1);
    expect(await read(house, 'upstream_requests_waiting')).toBe(1);
    leaving.abort();
    await asked.catch(() => undefined);
    await eventually(() => read(house, 'upstream_requests_waiting')).toBe(0);
  });

  it('refusals and errors by code', async () => {
    const house = await startWatchedHouse();
    await house.ask('{');
    await house.ask('{ nothing neither }');
    await house.ask('{ organization { name } }', { credential: undefined });
    await house.ask('{ a: screen(id: "x") { id } b: screen(id: "y") { id } }');
    expect(await read(house, 'refusals_total{code="GRAPHQL_PARSE_FAILED"}')).toBe(1);
    expect(await read(house, 'refusals_total{code="GRAPHQL_VALIDATION_FAILED"}')).toBe(1);
    expect(await read(house, 'errors_total{code="GRAPHQL_VALIDATION_FAILED"}')).toBe(2);
    expect(await read(house, 'refusals_total{code="UNAUTHENTICATED"}')).toBe(1);
    expect(await read(house, 'refusals_total{code="NOT_FOUND"}')).toBeUndefined();
    expect(await read(house, 'errors_total{code="NOT_FOUND"}')).toBe(2);
  });

  it('B18: drift from the contract by field, for the first 50 fields', async () => {
    const record = {
      id: 'o',
      name: 'N',
      createdAt: '2026-01-01T00:00:00Z',
      updatedAt: '2026-01-01T00:00:00Z',
    };
    const unknown = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`new${index}`, index]));
    const { url } = await startPlainUpstream(200, { data: { ...record, ...unknown } });
    const house = await startWatchedHouse({}, {}, url);
    await house.ask('{ organization { name } }');
    await house.ask('{ organization { name } }');
    const drift = (field: string) =>
      read(
        house,
        `contract_drift_total{operation="partnerV1_organization",kind="unknown field",field="${field}"}`,
      );
    expect(await drift('new0')).toBe(2);
    expect(await drift('new49')).toBe(2);
    expect(await drift('new50')).toBeUndefined();
    expect(await drift('(other)')).toBe(20);
  });

  it('HTTP requests by path and status; a path that is not served is no label', async () => {
    const house = await startWatchedHouse();
    await house.get('/health/live');
    await house.get('/wp-login.php');
    await house.get('/.env');
    await house.ask('{ __typename }');
    expect(await read(house, 'http_requests_total{path="/health/live",status="200"}')).toBe(1);
    expect(await read(house, 'http_requests_total{path="/graphql",status="200"}')).toBe(1);
    expect(await read(house, 'http_requests_total{path="other",status="404"}')).toBe(2);
  });
});

describe('how much there is of it', () => {
  it('F21: 2,000 operation names leave the text under 100 KB, and the first 80 count under their own', async () => {
    const house = await startWatchedHouse({}, { LOG_LEVEL: 'silent' });
    const name = (index: number): string => `AnOperationWithALongName_${index}_${'x'.repeat(30)}`;
    for (let index = 0; index < 2000; index += 1)
      await house.ask(
        `query ${name(index)} { organization { name } ${index % 2 === 0 ? 'a: screen(id: ".") { id }' : ''} }`,
      );
    const lines = await house.metrics();
    expect(lines.join('\n').length).toBeLessThan(100_000);
    const named = (text: string, outcome: string) =>
      valueIn(lines, `partner_graphql_operations_total{name="${text}",outcome="${outcome}"}`);
    expect(named(name(79), 'ok')).toBe(1);
    expect(named(name(80), 'partial')).toBeUndefined();
    expect(named('(other)', 'ok')).toBe(960);
    expect(named('(other)', 'partial')).toBe(960);
  });

  it('F21: names of operations without an accepted credential take no place', async () => {
    const house = await startWatchedHouse();
    for (const credential of [undefined, 'not-a-credential-of-anybody'])
      await house.ask('query Stranger { organization { name } }', { credential });
    expect(await read(house, 'operations_total{name="(other)",outcome="refused"}')).toBe(1);
    expect(await read(house, 'operations_total{name="(other)",outcome="failed"}')).toBe(1);
    await house.ask('query Stranger { organization { name } }');
    await house.ask('query Stranger { organization { name } }', { credential: undefined });
    expect(await read(house, 'operations_total{name="Stranger",outcome="ok"}')).toBe(1);
    expect(await read(house, 'operations_total{name="Stranger",outcome="refused"}')).toBe(1);
  });

  it('a set of labels takes the first ones, none that is too long, and keeps what it has', () => {
    const label = createLabel(2, 5);
    expect(['a', 'toolong', 'b', 'c', 'a'].map((text) => label(text))).toEqual([
      'a',
      '(other)',
      'b',
      '(other)',
      'a',
    ]);
    expect(createLabel(2, 5)('a', false)).toBe('(other)');
  });
});

describe('two façades in one process', () => {
  it('count apart, and start beside each other without a clash', async () => {
    const [one, other] = [await startWatchedHouse(), await startWatchedHouse()];
    await one.ask('query Mine { organization { name } }');
    expect(await read(one, 'operations_total{name="Mine",outcome="ok"}')).toBe(1);
    expect(await read(other, 'operations_total{name="Mine",outcome="ok"}')).toBeUndefined();
    expect(await read(other, 'operations_in_flight')).toBe(0);
  });
});
