import { Agent, request as send, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Simulator, startSimulator, type SimulatorOptions } from '../../src/simulator/simulator.js';
import { everything } from '../system/test-system.js';
import { type Command, ensureBuilt, startCommand } from '../rig/command.js';
import { eventually } from '../telemetry/watched.js';

beforeAll(ensureBuilt, 120_000);

interface StartedCommand {
  readonly command: Command;
  readonly simulator: Simulator;
}

async function start(
  settings: Readonly<Record<string, string>>,
  options: SimulatorOptions = {},
): Promise<StartedCommand> {
  const simulator = await startSimulator(options);
  onTestFinished(() => simulator.close());
  return { simulator, command: await startCommand({ PARTNER_API_URL: simulator.url, ...settings }) };
}

interface Received {
  readonly status: number | undefined;
  readonly connection: string | undefined;
  readonly body: string;
}

/** Sends one request; an agent may keep the connection alive. */
async function ask(url: string, agent?: Agent, query?: string): Promise<Received> {
  const headers = { authorization: `Bearer ${everything}`, 'content-type': 'application/json' };
  const request = send(url, { method: query === undefined ? 'GET' : 'POST', headers, agent });
  request.end(query === undefined ? undefined : JSON.stringify({ query }));
  // The event has one argument, the response.
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let body = '';
  for await (const chunk of response) body += String(chunk);
  return { status: response.statusCode, connection: response.headers.connection, body };
}

function keepAliveAgent(): Agent {
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  return agent;
}

/** The outcome of a connection attempt. */
async function tryConnect(url: string): Promise<'accepted' | 'refused'> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const outcome = await Promise.race([
    once(socket, 'connect').then(() => 'accepted' as const),
    once(socket, 'error').then(() => 'refused' as const),
  ]).catch(() => 'refused' as const);
  socket.destroy();
  return outcome;
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
    await ask(`${command.url}/graphql`, undefined, '{ organization { id } }');
    simulator.setFaults([{ latencyMs: 3000, rate: 1 }]);
    // 50 different operations: equal ones would share one request.
    const responses = Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        ask(`${command.url}/graphql`, keepAliveAgent(), `{ screen(id: "absent-${index}") { id } }`),
      ),
    );
    responses.catch(() => undefined);
    await eventually(() => simulator.requests.length).toBe(51);
    command.process.kill('SIGTERM');
    await eventually(() => tryConnect(command.url)).toBe('refused');
    const received = await responses;
    expect(received.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    expect(new Set(received.map(({ connection }) => connection))).toEqual(new Set(['close']));
    for (const { body } of received) expect(body).toContain('NOT_FOUND');
    expect(await command.ended).toBe(0);
    expect(command.output()).toContain('"everythingAnswered":true');
    expect(command.output()).not.toContain(everything);
  });

  it('C16: idle connections and ones without a request are not waited for', async () => {
    const { command } = await start({ DRAIN_TIMEOUT_MS: '20000' });
    await ask(`${command.url}/health/live`, keepAliveAgent());
    const { hostname, port } = new URL(command.url);
    const silent = connect(Number(port), hostname);
    silent.on('error', () => undefined);
    await once(silent, 'connect');
    await ask(`${command.url}/health/live`);
    const startedAt = performance.now();
    command.process.kill('SIGTERM');
    expect(await command.ended).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });

  it('DRAIN_DELAY_MS: in that time readiness is 503, liveness 200, and requests are served with Connection: close', async () => {
    const { command } = await start({ DRAIN_DELAY_MS: '1500' });
    const agent = keepAliveAgent();
    expect(await ask(`${command.url}/health/ready`, agent)).toMatchObject({
      status: 200,
      connection: 'keep-alive',
    });
    command.process.kill('SIGTERM');
    await eventually(async () => (await ask(`${command.url}/health/ready`)).status).toBe(503);
    expect(await ask(`${command.url}/health/live`)).toMatchObject({ status: 200 });
    const response = await ask(`${command.url}/graphql`, agent, organization);
    expect(response).toMatchObject({ status: 200, connection: 'close' });
    expect(response.body).toContain('Nordlicht');
    expect(await command.ended).toBe(0);
  });

  it('DRAIN_TIMEOUT_MS: requests without a response by then are cut off, and the façade ends with 0', async () => {
    const { command, simulator } = await start({ DRAIN_TIMEOUT_MS: '300' }, { latencyMs: 60_000 });
    const cutOff = ask(`${command.url}/graphql`, undefined, organization).catch(String);
    await eventually(() => simulator.requests.length).toBe(1);
    command.process.kill('SIGTERM');
    expect(await command.ended).toBe(0);
    expect(await cutOff).toContain('socket hang up');
    expect(command.output()).toContain('"everythingAnswered":false');
  });
});

describe('the second signal', () => {
  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('C18: %s while draining ends the façade at once, with %i', async (signal, code) => {
    const { command, simulator } = await start({}, { latencyMs: 60_000 });
    const cutOff = ask(`${command.url}/graphql`, undefined, organization).catch(String);
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
    expect((await ask(`${command.url}/health/live`)).status).toBe(200);
    expect((await ask(`${command.url}/health/ready`)).status).toBe(200);
    expect((await ask(`${command.url}/graphql`, undefined, organization)).body).toContain(
      'UPSTREAM_UNAVAILABLE',
    );
    const restarted = await startSimulator({ port: Number(port) });
    onTestFinished(() => restarted.close());
    expect((await ask(`${command.url}/graphql`, undefined, organization)).body).toContain('Nordlicht');
  });
});
