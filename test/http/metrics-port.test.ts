import { describe, expect, it } from 'vitest';
import { ask, isOpen, pidsOf, startSeveral, times, without } from '../cluster/several-workers.js';
import { faultsOfEnvironment } from '../config/fault.js';
import { type Command, processCounts, runCommand, startCommand } from '../rig/command.js';
import { sumOf } from '../rig/metric.js';
import { openFacade, openSimulator } from '../rig/open.js';
import { takenPort } from '../rig/port.js';
import { eventually } from '../telemetry/watched.js';

const organization = '{ organization { name } }';

/** The address of the metrics port, as the log names it. */
const metricsOf = ({ output }: Pick<Command, 'output'>): string =>
  /"metricsUrl":"(http:[^"]+)\/metrics"/.exec(output())?.[1] ?? '';

describe('METRICS_PORT', () => {
  it('must be another port than PORT, unless any free one will do', () => {
    const line = 'METRICS_PORT holds "4000", and must be another port than PORT, which is 4000.';
    expect(faultsOfEnvironment({ METRICS_PORT: '4000' })).toEqual([line]);
    expect(faultsOfEnvironment({ PORT: '0', METRICS_PORT: '0' })).toEqual([]);
    expect(faultsOfEnvironment({ PORT: '4001', METRICS_PORT: '4000' })).toEqual([]);
  });

  it.each(processCounts)(
    'serves /metrics and health, and nothing else; PORT serves all but /metrics: %j',
    async (settings) => {
      const command = await startCommand({ METRICS_PORT: '0', ...settings });
      const metrics = metricsOf(command);
      expect(new URL(metrics).port).not.toBe(new URL(command.url).port);
      const response = await fetch(`${metrics}/metrics`);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'text/plain; version=0.0.4; charset=utf-8',
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      });
      expect(await response.text()).toContain('partner_graphql_build_info{');
      for (const path of ['/health/live', '/health/ready'])
        for (const url of [command.url, metrics]) expect((await ask(url, path)).status).toBe(200);
      for (const path of ['/graphql', '/', '/mcp', '/metrics/', '/metricsx'])
        expect([path, (await ask(metrics, path)).status]).toEqual([path, 404]);
      expect((await ask(command.url, '/metrics')).status).toBe(404);
      expect((await ask(command.url, '/graphql', organization)).body).toContain('Nordlicht');
    },
  );

  it('is served over plain HTTP in production too', async () => {
    const settings = { NODE_ENV: 'production', PARTNER_API_URL: 'https://127.0.0.1:9', METRICS_PORT: '0' };
    const command = await startCommand(settings);
    expect((await ask(metricsOf(command), '/metrics')).status).toBe(200);
    expect((await ask(command.url, '/graphql', organization)).status).toBe(426);
  });

  it.each(processCounts)('that is taken ends the start with 1 and its number: %j', async (settings) => {
    const port = await takenPort();
    const { code, errors } = await runCommand([], { PORT: '0', METRICS_PORT: port, ...settings });
    expect(errors).toContain(`METRICS_PORT is ${port}, where another process listens already (EADDRINUSE)`);
    expect(code).toBe(1);
  });

  it.each(processCounts)('does not keep a façade alive whose public port is taken: %j', async (settings) => {
    const { code } = await runCommand([], { PORT: await takenPort(), METRICS_PORT: '0', ...settings });
    expect(code).toBe(1);
  });

  it('stays open while operations in flight are answered: readiness says 503, and metrics tell of them', async () => {
    const simulator = await openSimulator({ latencyMs: 1500 });
    const command = await startCommand({ METRICS_PORT: '0', PARTNER_API_URL: simulator.url });
    const metrics = metricsOf(command);
    const inFlight = ask(command.url, '/graphql', organization);
    await eventually(() => simulator.requests.length).toBe(1);
    command.process.kill('SIGTERM');
    await eventually(() => isOpen(command.url)).toBe(false);
    expect((await ask(metrics, '/health/ready')).status).toBe(503);
    expect(await sumOf(metrics, 'operations_in_flight')).toBe(1);
    expect((await inFlight).body).toContain('Nordlicht');
    expect(await command.ended).toBe(0);
  });

  it('of several workers is the sum of all, also while one of them is busy', async () => {
    const facade = await startSeveral({ METRICS_PORT: '0' });
    const metrics = metricsOf(facade);
    await Promise.all(times(20, () => ask(facade.url, '/graphql', `query Counted ${organization}`)));
    const counted = () => sumOf(metrics, 'operations_total', 'name="Counted",outcome="ok"');
    expect(await counted()).toBe(20);
    const { body } = await ask(metrics, '/metrics');
    expect(body.match(/^partner_graphql_build_info\{.*\} 1$/gm)).toHaveLength(1);
    expect(body.match(/^process_start_time_seconds\{worker="\d"\}/gm)).toHaveLength(2);
    await without(pidsOf(facade)[0] ?? 0, async () => {
      expect(await counted()).toBe(20);
    });
  });

  it('of a library keeps /metrics off its handler, and `metrics()` serves it', async () => {
    const facade = openFacade({ settings: { METRICS_PORT: 9090 } });
    expect((await facade.fetch(new Request('http://facade.test/metrics'))).status).toBe(404);
    expect(await (await facade.metrics()).text()).toContain('path="other",status="404"} 1');
  });
});
