import { describe, expect, it } from 'vitest';
import { manifest } from '../../docs/markdown.js';
import { eventually, startSame, startWatchedSystem, type WatchedSystem } from './watched.js';

const valueIn = (lines: readonly string[], series: string): number | undefined => {
  const line = lines.find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
};

const read = async (system: WatchedSystem, series: string): Promise<number | undefined> =>
  valueIn(await system.metrics(), `partner_graphql_${series}`);

describe('/metrics', () => {
  it('is in the Prometheus text format, and needs no credential and no REST request', async () => {
    const { get, simulator } = await startWatchedSystem();
    const response = await get('/metrics');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const text = await response.text();
    expect(text).toMatch(/^# HELP /);
    expect(text.endsWith('\n')).toBe(true);
    for (const line of text.split('\n'))
      expect(line).toMatch(
        /^(?:|# (?:HELP|TYPE) .+|[a-z_0-9]+(?:\{.+\})? (?:-?[\d.e+-]+|Nan|[+-]Inf))$/,
      );
    expect(simulator.requests).toEqual([]);
  });

  it('has the versions of the façade and of Node.js, the memory of the process and the lag of the event loop', async () => {
    const { metrics } = await startWatchedSystem();
    const lines = await metrics();
    const versions = `version="${manifest.version}",node="${process.versions.node}"`;
    expect(valueIn(lines, `partner_graphql_build_info{${versions}}`)).toBe(1);
    expect(valueIn(lines, 'process_resident_memory_bytes')).toBeGreaterThan(1e6);
    expect(valueIn(lines, 'nodejs_eventloop_lag_p99_seconds')).toBeDefined();
  });

  it('F23: contains no address of the upstream, no credential and no name of a record', async () => {
    const system = await startWatchedSystem();
    await system.ask('{ organization { name } }');
    const text = (await system.metrics()).join('\n');
    expect(text).not.toContain(new URL(system.simulator.url).host);
    expect(text).not.toContain('demo-');
    expect(text).not.toContain('Nordlicht');
  });
});

describe('the metrics count', () => {
  it('operations by name and outcome, with their time', async () => {
    const system = await startWatchedSystem();
    await system.ask('query Good { organization { name } }');
    await system.ask('query Good { organization { name } }');
    await system.ask('query Half { organization { name } screen(id: ".") { id } }');
    await system.ask('query Bad { screen(id: ".") { id } }');
    await system.ask('query Gone { organization { name } screen(id: "nobody") { id } }');
    await system.ask('query Gone { screen(id: "nobody") { id } }');
    await system.ask('query Bad { nothing }');
    await system.ask('{ organization { name } }');
    const lines = await system.metrics();
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
    const system = await startWatchedSystem();
    system.simulator.setFaults([{ operation: 'partnerV1_organization', status: 503, times: 1 }]);
    await system.ask('{ organization { name } screen(id: "nobody") { id } }');
    const lines = await system.metrics();
    const total = 'partner_graphql_upstream_requests_total';
    const counted = lines.filter((line) => line.startsWith(total) && !line.endsWith(' 0'));
    expect(counted.sort()).toEqual([
      `${total}{operation="partnerV1_organization",status="200",code="OK"} 1`,
      `${total}{operation="partnerV1_organization",status="503",code="UPSTREAM_UNAVAILABLE"} 1`,
      `${total}{operation="partnerV1_screen",status="404",code="NOT_FOUND"} 1`,
    ]);
    const seconds = 'partner_graphql_upstream_request_duration_seconds';
    expect(valueIn(lines, `${seconds}_count{operation="partnerV1_organization"}`)).toBe(2);
    expect(
      valueIn(lines, 'partner_graphql_upstream_retries_total{operation="partnerV1_organization"}'),
    ).toBe(1);
  });

  it('REST requests without a response, and statuses that the contract does not know, by class', async () => {
    const system = await startWatchedSystem();
    system.simulator.setFaults([{ status: 418 }]);
    await system.ask('{ organization { name } }');
    await system.simulator.close();
    await system.ask('{ organization { name } }');
    const series = (status: string) =>
      `upstream_requests_total{operation="partnerV1_organization",status="${status}",code="UPSTREAM_UNAVAILABLE"}`;
    expect(await read(system, series('4xx'))).toBe(1);
    expect(await read(system, series('none'))).toBe(2);
  });

  it('saved requests, by reason', async () => {
    const system = await startWatchedSystem({ latencyMs: 200 });
    const saved = (reason: string) =>
      read(system, `upstream_requests_saved_total{reason="${reason}"}`);
    await Promise.all([1, 2, 3].map(() => system.ask('{ organization { name } }')));
    expect(system.simulator.requests).toHaveLength(1);
    expect(await saved('shared')).toBe(2);
    await system.ask('{ a: organization { name } b: organization { id } }');
    expect(await saved('deduplicated')).toBe(1);
    await system.ask(
      '{ organization { name } screens(first: 2) { nodes { playbackConfiguration { screen { screen { name } } } } } }',
    );
    expect(await saved('primed')).toBe(2);
    await system.ask('{ organization { name } }', { headers: { 'cache-control': 'max-age=60' } });
    expect(await saved('cached')).toBe(1);
  });

  it('operations and requests in flight, those that wait for a connection, and none after they have ended', async () => {
    const system = await startWatchedSystem(
      { latencyMs: 60_000 },
      { UPSTREAM_MAX_CONNECTIONS: '1' },
    );
    const gauges = () =>
      Promise.all(
        ['operations_in_flight', 'upstream_requests_in_flight', 'upstream_requests_waiting'].map(
          (name) => read(system, name),
        ),
      );
    const leaving = new AbortController();
    const abandoned = system.ask('{ organization { name } screen(id: "a") { id } }', {
      signal: leaving.signal,
    });
    await eventually(() => system.simulator.requests.length).toBe(1);
    expect(await gauges()).toEqual([1, 1, 1]);
    leaving.abort();
    await abandoned.catch(() => undefined);
    await eventually(gauges).toEqual([0, 0, 0]);
    expect(await read(system, 'operations_total{name="(anonymous)",outcome="abandoned"}')).toBe(1);
  });

  it('refusals and errors by code', async () => {
    const system = await startWatchedSystem();
    await system.ask('{');
    await system.ask('{ nothing neither }');
    await system.ask('{ organization { name } }', { credential: undefined });
    await system.ask('{ a: screen(id: "x") { id } b: screen(id: "y") { id } }');
    expect(await read(system, 'refusals_total{code="GRAPHQL_PARSE_FAILED"}')).toBe(1);
    expect(await read(system, 'refusals_total{code="GRAPHQL_VALIDATION_FAILED"}')).toBe(1);
    expect(await read(system, 'errors_total{code="GRAPHQL_VALIDATION_FAILED"}')).toBe(2);
    expect(await read(system, 'refusals_total{code="UNAUTHENTICATED"}')).toBe(1);
    expect(await read(system, 'refusals_total{code="NOT_FOUND"}')).toBeUndefined();
    expect(await read(system, 'errors_total{code="NOT_FOUND"}')).toBe(2);
  });

  it('B18: drift from the contract by field, for the first 50 fields', async () => {
    const at = '2026-01-01T00:00:00Z';
    const record = { id: 'o', name: 'N', createdAt: at, updatedAt: at };
    const unknown = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`new${index}`, index]),
    );
    const { url } = await startSame(200, { data: { ...record, ...unknown } });
    const system = await startWatchedSystem({}, {}, url);
    await system.ask('{ organization { name } }');
    await system.ask('{ organization { name } }');
    const drift = (field: string) =>
      read(
        system,
        `contract_drift_total{operation="partnerV1_organization",kind="unknown field",field="${field}"}`,
      );
    expect(await drift('new0')).toBe(2);
    expect(await drift('new49')).toBe(2);
    expect(await drift('new50')).toBeUndefined();
    expect(await drift('(other)')).toBe(20);
  });

  it('HTTP requests by path and status; a path that is not served is no label', async () => {
    const system = await startWatchedSystem();
    await system.get('/health/live');
    await system.get('/wp-login.php');
    await system.get('/.env');
    await system.ask('{ __typename }');
    expect(await read(system, 'http_requests_total{path="/health/live",status="200"}')).toBe(1);
    expect(await read(system, 'http_requests_total{path="/graphql",status="200"}')).toBe(1);
    expect(await read(system, 'http_requests_total{path="other",status="404"}')).toBe(2);
  });
});

describe('the size of /metrics', () => {
  it('F21: stays under 100 KB with 400 operation names, of which the first 80 have their own series', async () => {
    const system = await startWatchedSystem({}, { LOG_LEVEL: 'silent' });
    const name = (index: number): string => `AnOperationWithALongName_${index}_${'x'.repeat(30)}`;
    // Accepts the credential; what follows needs no request.
    await system.ask('query { organization { name } }');
    for (let index = 0; index < 400; index += 1)
      await system.ask(
        `query ${name(index)} { __typename ${index % 2 === 0 ? 'a: screen(id: ".") { id }' : ''} }`,
      );
    const lines = await system.metrics();
    expect(lines.join('\n').length).toBeLessThan(100_000);
    const named = (text: string, outcome: string) =>
      valueIn(lines, `partner_graphql_operations_total{name="${text}",outcome="${outcome}"}`);
    expect(named(name(79), 'ok')).toBe(1);
    expect(named(name(80), 'partial')).toBeUndefined();
    expect(named('(other)', 'ok')).toBe(160);
    expect(named('(other)', 'partial')).toBe(160);
  });

  it('F21: is not used up by names of operations without an accepted credential', async () => {
    const system = await startWatchedSystem();
    for (const credential of [undefined, 'not-a-credential-of-anybody'])
      await system.ask('query Stranger { organization { name } }', { credential });
    expect(await read(system, 'operations_total{name="(other)",outcome="refused"}')).toBe(1);
    expect(await read(system, 'operations_total{name="(other)",outcome="failed"}')).toBe(1);
    await system.ask('query Stranger { organization { name } }');
    await system.ask('query Stranger { organization { name } }', { credential: undefined });
    expect(await read(system, 'operations_total{name="Stranger",outcome="ok"}')).toBe(1);
    expect(await read(system, 'operations_total{name="Stranger",outcome="refused"}')).toBe(1);
  });
});

it('two façades in one process count separately', async () => {
  const [one, other] = [await startWatchedSystem(), await startWatchedSystem()];
  await one.ask('query Mine { organization { name } }');
  expect(await read(one, 'operations_total{name="Mine",outcome="ok"}')).toBe(1);
  expect(await read(other, 'operations_total{name="Mine",outcome="ok"}')).toBeUndefined();
  expect(await read(other, 'operations_in_flight')).toBe(0);
});
