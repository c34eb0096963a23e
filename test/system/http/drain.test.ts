import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type SimulatorOptions, startSimulator } from '../../../src/command/simulator/simulator.js';
import { ask, isOpen } from '../../extra/cluster/several-workers.js';
import { faultsOfEnvironment } from '../../start/setting-case.js';
import { type Command, processCounts, runCommand, startCommand } from '../../rig/command.js';
import { sumOf } from '../../rig/metric.js';
import { openFacade, openSimulator } from '../../rig/open.js';
import { takenPort } from '../../rig/port.js';
import { everything } from '../test-system.js';
import { eventually } from '../../extra/telemetry/watched.js';

async function start(settings: Readonly<Record<string, string>>, options: SimulatorOptions = {}) {
  const simulator = await openSimulator(options);
  return {
    simulator,
    command: await startCommand({ PARTNER_API_URL: simulator.url, ...settings }),
  };
}

function keepAliveAgent(): Agent {
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  return agent;
}

const organization = '{ organization { name } }';

describe('the first signal', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('%s of an idle façade ends it with 0', async (signal) => {
    const { command } = await start({});
    command.process.kill(signal);
    expect(await command.ended).toBe(0);
    expect(command.output()).toContain(`"signal":"${signal}","msg":"draining"`);
    expect(command.output()).toContain('"everythingAnswered":true,"msg":"drained"');
  });

  it('C16, G9: 50 operations in flight are served with Connection: close, new connections are refused, and the façade ends with 0', async () => {
    const { command, simulator } = await start({ LOG_LEVEL: 'info' });
    // Before the first accepted request of a credential, at most four are in flight.
    await ask(command.url, '/graphql', '{ organization { id } }');
    simulator.setFaults([{ latencyMs: 3000, rate: 1 }]);
    // 50 different operations: equal ones would share one request.
    const responses = Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        ask(command.url, '/graphql', `{ screen(id: "absent-${index}") { id } }`, keepAliveAgent()),
      ),
    );
    responses.catch(() => undefined);
    await eventually(() => simulator.requests.length).toBe(51);
    command.process.kill('SIGTERM');
    await eventually(() => isOpen(command.url)).toBe(false);
    const received = await responses;
    expect(received.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    expect(new Set(received.map(({ headers }) => headers.connection))).toEqual(new Set(['close']));
    for (const { body } of received) expect(body).toContain('NOT_FOUND');
    expect(await command.ended).toBe(0);
    expect(command.output()).toContain('"everythingAnswered":true');
    expect(command.output()).not.toContain(everything);
  });

  it('C16: idle connections and ones without a request are not waited for', async () => {
    const { command } = await start({ DRAIN_TIMEOUT_MS: '20000' });
    await ask(command.url, '/health/live', undefined, keepAliveAgent());
    const { hostname, port } = new URL(command.url);
    const silent = connect(Number(port), hostname);
    silent.on('error', () => undefined);
    await once(silent, 'connect');
    await ask(command.url, '/health/live');
    const startedAt = performance.now();
    command.process.kill('SIGTERM');
    expect(await command.ended).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });

  it('DRAIN_DELAY_MS: in that time readiness is 503, liveness 200, and requests are served with Connection: close', async () => {
    const { command } = await start({ DRAIN_DELAY_MS: '1500' });
    const agent = keepAliveAgent();
    expect(await ask(command.url, '/health/ready', undefined, agent)).toMatchObject({
      status: 200,
      headers: { connection: 'keep-alive' },
    });
    command.process.kill('SIGTERM');
    await eventually(async () => (await ask(command.url, '/health/ready')).status).toBe(503);
    expect(await ask(command.url, '/health/live')).toMatchObject({ status: 200 });
    const response = await ask(command.url, '/graphql', organization, agent);
    expect(response).toMatchObject({ status: 200, headers: { connection: 'close' } });
    expect(response.body).toContain('Nordlicht');
    expect(await command.ended).toBe(0);
  });

  it.each(processCounts)(
    'DRAIN_TIMEOUT_MS: what has no response by then is cut off, and all ends with 0: %j',
    async (settings) => {
      const { command, simulator } = await start(
        { DRAIN_TIMEOUT_MS: '300', ...settings },
        { latencyMs: 60_000 },
      );
      const cutOff = ask(command.url, '/graphql', organization).catch(String);
      await eventually(() => simulator.requests.length).toBe(1);
      command.process.kill('SIGTERM');
      expect(await command.ended).toBe(0);
      expect(await cutOff).toContain('socket hang up');
      expect(command.output()).toContain('"everythingAnswered":false');
    },
  );
});

describe.each(processCounts)('the second signal, with %j', (settings) => {
  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('C18: %s while draining ends the façade at once, with %i', async (signal, code) => {
    const { command, simulator } = await start(settings, { latencyMs: 60_000 });
    const cutOff = ask(command.url, '/graphql', organization).catch(String);
    await eventually(() => simulator.requests.length).toBe(1);
    command.process.kill('SIGTERM');
    await eventually(() => command.output()).toContain('draining');
    command.process.kill(signal);
    expect(await command.ended).toBe(code);
    expect(await cutOff).toContain('socket hang up');
  });
});

it('C19: while the upstream is down, both health addresses are 200, and operations fail until it starts', async () => {
  const simulator = await startSimulator();
  const { port } = new URL(simulator.url);
  await simulator.close();
  const command = await startCommand({ PARTNER_API_URL: simulator.url });
  expect((await ask(command.url, '/health/live')).status).toBe(200);
  expect((await ask(command.url, '/health/ready')).status).toBe(200);
  expect((await ask(command.url, '/graphql', organization)).body).toContain('UPSTREAM_UNAVAILABLE');
  await openSimulator({ port: Number(port) });
  expect((await ask(command.url, '/graphql', organization)).body).toContain('Nordlicht');
});

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
    'serves /metrics and health alone, PORT all but /metrics: %j',
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
    const settings = {
      NODE_ENV: 'production',
      PARTNER_API_URL: 'https://127.0.0.1:9',
      METRICS_PORT: '0',
    };
    const command = await startCommand(settings);
    expect((await ask(metricsOf(command), '/metrics')).status).toBe(200);
    expect((await ask(command.url, '/graphql', organization)).status).toBe(426);
  });

  it.each(processCounts)(
    'that is taken ends the start with 1 and its number: %j',
    async (settings) => {
      const port = await takenPort();
      const { code, errors } = await runCommand([], { PORT: '0', METRICS_PORT: port, ...settings });
      expect(errors).toContain(
        `METRICS_PORT is ${port}, where another process listens already (EADDRINUSE)`,
      );
      expect(code).toBe(1);
    },
  );

  it.each(processCounts)(
    'does not keep a façade alive whose public port is taken: %j',
    async (settings) => {
      const { code } = await runCommand([], {
        PORT: await takenPort(),
        METRICS_PORT: '0',
        ...settings,
      });
      expect(code).toBe(1);
    },
  );

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

  it('of a library keeps /metrics off its handler, and `metrics()` serves it', async () => {
    const facade = openFacade({ settings: { METRICS_PORT: 9090 } });
    expect((await facade.fetch(new Request('http://facade.test/metrics'))).status).toBe(404);
    expect(await (await facade.metrics()).text()).toContain('path="other",status="404"} 1');
  });
});
