import { Agent } from 'node:http';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type SimulatorOptions, startSimulator } from '../../src/simulator/simulator.js';
import { ask, isOpen } from '../cluster/several-workers.js';
import { everything } from '../system/test-system.js';
import { processCounts, startCommand } from '../rig/command.js';
import { openSimulator } from '../rig/open.js';
import { eventually } from '../telemetry/watched.js';

async function start(settings: Readonly<Record<string, string>>, options: SimulatorOptions = {}) {
  const simulator = await openSimulator(options);
  return { simulator, command: await startCommand({ PARTNER_API_URL: simulator.url, ...settings }) };
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
    'DRAIN_TIMEOUT_MS: requests without a response by then are cut off, and all ends with 0: %j',
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

describe('the start', () => {
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
});
