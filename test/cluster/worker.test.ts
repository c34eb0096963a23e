import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Simulator, startSimulator } from '../../src/simulator/simulator.js';
import { ensureBuilt } from '../rig/command.js';
import { eventually } from '../telemetry/watched.js';
import { ask, type Crew, isOpen, readSeries, startCrew } from './several-workers.js';

beforeAll(ensureBuilt, 120_000);

const organization = '{ organization { name } }';
const counted = 'partner_graphql_operations_total{name="Counted",outcome="ok"}';

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

async function slowUpstream(latencyMs: number): Promise<Simulator> {
  const simulator = await startSimulator({ latencyMs });
  onTestFinished(() => simulator.close());
  return simulator;
}

async function startOver(latencyMs: number, settings: Readonly<Record<string, string>> = {}) {
  const simulator = await slowUpstream(latencyMs);
  return { simulator, crew: await startCrew({ PARTNER_API_URL: simulator.url, ...settings }) };
}

/** Holds a worker up, as a busy event loop does, while something is done. */
async function without<T>(pid: number, action: () => Promise<T>): Promise<T> {
  process.kill(pid, 'SIGSTOP');
  try {
    return await action();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

const pidsOf = (crew: Crew): number[] => crew.workers().map(({ pid }) => pid);

describe('WORKERS=2', () => {
  it('prints one address for PORT=0, once, and the demo credentials once', async () => {
    const crew = await startCrew();
    expect((await ask(crew.url, '/graphql', organization)).body).toContain('Nordlicht');
    expect(crew.output().match(/"url":/g)).toHaveLength(1);
    expect(crew.output().match(/Demo credentials/g)).toHaveLength(1);
    expect(crew.output()).toContain('"workers":2,"msg":"ready"');
    expect(crew.workers().map(({ worker }) => worker)).toEqual([1, 2]);
    // The dashboard's sign-ins would be known to one of them.
    expect(crew.output()).not.toContain('Dashboard');
    expect((await ask(crew.url, '/')).status).toBe(404);
  });

  it('each of the two answers while the other one is busy', async () => {
    const crew = await startCrew();
    for (const pid of pidsOf(crew))
      await without(pid, async () => {
        // A connection may have been given to the busy one; it waits there.
        const asked = times(3, () => ask(crew.url, '/graphql', organization));
        for (const each of asked) each.catch(() => undefined);
        expect((await Promise.any(asked)).body).toContain('Nordlicht');
      });
  });

  it('reads one simulator: its ids are the same whichever worker is asked', async () => {
    const crew = await startCrew();
    const query = '{ screens(first: 3) { totalCount nodes { id name } } }';
    const answers = await Promise.all(times(6, () => ask(crew.url, '/graphql', query)));
    const told = answers.map(({ body }) => JSON.stringify((JSON.parse(body) as { data: unknown }).data));
    expect(new Set(told).size).toBe(1);
    expect(told[0]).toContain('"totalCount":240');
  });

  it('is not ready before all of them listen', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const starting = startCrew({ PORT: String(port) });
    await eventually(() => isOpen(url)).toBe(true);
    expect(await ask(url, '/health/ready')).toEqual({ status: 503, body: '{"status":"starting"}' });
    expect(await ask(url, '/health/live')).toMatchObject({ status: 200 });
    await starting;
    const answers = await Promise.all(times(4, () => ask(url, '/health/ready')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('ends with 1 and the reason when the port is taken, and leaves nothing running', async () => {
    const { url } = await slowUpstream(0);
    const { status, stderr } = spawnSync(process.execPath, ['dist/main.js'], {
      env: { WORKERS: '2', PORT: new URL(url).port },
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr.match(/EADDRINUSE/g)).toHaveLength(1);
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server on a TCP port has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

describe('/metrics of several workers', () => {
  it('add up, whichever of them is asked', async () => {
    const crew = await startCrew();
    await Promise.all(times(20, () => ask(crew.url, '/graphql', `query Counted ${organization}`)));
    for (const value of await Promise.all(times(4, () => readSeries(crew.url, counted))))
      expect(value).toBe(20);
    const seconds = 'partner_graphql_operation_duration_seconds_count{outcome="ok"}';
    expect(await readSeries(crew.url, seconds)).toBe(20);
  });

  it('tell of each process by the number of its worker', async () => {
    const crew = await startCrew();
    const { body } = await ask(crew.url, '/metrics');
    const memory = body.split('\n').filter((line) => line.startsWith('process_resident_memory_bytes{'));
    expect(memory.map((line) => line.split(' ')[0])).toEqual([
      'process_resident_memory_bytes{worker="1"}',
      'process_resident_memory_bytes{worker="2"}',
    ]);
    expect(body).not.toMatch(/^process_resident_memory_bytes /m);
  });

  it('come although one worker is busy, with what it had counted when it was last read', async () => {
    const crew = await startCrew();
    await Promise.all(times(10, () => ask(crew.url, '/graphql', `query Counted ${organization}`)));
    expect(await readSeries(crew.url, counted)).toBe(10);
    await without(pidsOf(crew)[0] ?? 0, async () => {
      const asked = times(3, () => readSeries(crew.url, counted));
      for (const each of asked) each.catch(() => undefined);
      expect(await Promise.any(asked)).toBe(10);
    });
  });
});

describe('a worker that dies', () => {
  it('is started again under its number; the other one serves on, and no counter falls', async () => {
    const crew = await startCrew();
    await Promise.all(times(10, () => ask(crew.url, '/graphql', `query Counted ${organization}`)));
    expect(await readSeries(crew.url, counted)).toBe(10);
    const [first] = crew.workers();
    process.kill(first?.pid ?? 0, 'SIGKILL');
    await eventually(() => crew.output()).toContain('"worker":1,"how":"SIGKILL","msg":"worker ended"');
    expect((await ask(crew.url, '/graphql', `query Counted ${organization}`)).status).toBe(200);
    await eventually(() => crew.workers().map(({ worker }) => worker)).toEqual([1, 2, 1]);
    expect(crew.workers()[2]?.pid).not.toBe(first?.pid);
    expect(await readSeries(crew.url, counted)).toBe(11);
    // The newcomer serves too, and is ready like the others.
    await without(crew.workers()[1]?.pid ?? 0, async () => {
      const asked = times(3, () => ask(crew.url, '/health/ready'));
      for (const each of asked) each.catch(() => undefined);
      expect(await Promise.any(asked)).toMatchObject({ status: 200 });
    });
  });

  it('too often, six within ten seconds: the façade ends with 1 and says why', async () => {
    const crew = await startCrew({ WORKERS: '6' });
    let told = '';
    crew.process.stderr?.on('data', (chunk: Buffer) => (told += chunk.toString()));
    for (const pid of pidsOf(crew)) process.kill(pid, 'SIGKILL');
    expect(await crew.ended).toBe(1);
    expect(told).toBe('More than 5 workers have ended within ten seconds, the last one with SIGKILL.\n');
  });
});

describe('the first signal', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('%s of idle workers ends all with 0', async (signal) => {
    const crew = await startCrew();
    crew.signal(signal);
    expect(await crew.ended).toBe(0);
    expect(crew.output()).toContain(`"signal":"${signal}","msg":"draining"`);
    expect(crew.output()).toContain('"everythingAnswered":true,"msg":"drained"');
    expect(crew.output()).not.toContain('worker ended');
  });

  it.each(['to the primary process', 'to every process, as Ctrl-C is'])(
    'C16: what is in flight in either worker is answered when it comes %s, and new connections are refused',
    async (whom) => {
      const { crew, simulator } = await startOver(2500);
      // Different operations: equal ones would share a request.
      const answers = times(20, (index) =>
        ask(crew.url, '/graphql', `{ screen(id: "absent-${index}") { id } }`),
      );
      await eventually(() => simulator.requests.length).toBe(20);
      const pids = whom.startsWith('to every') ? pidsOf(crew) : [];
      for (const pid of pids) process.kill(pid, 'SIGINT');
      crew.signal('SIGINT');
      await eventually(() => isOpen(crew.url)).toBe(false);
      for (const { status, body } of await Promise.all(answers)) {
        expect(status).toBe(200);
        expect(body).toContain('NOT_FOUND');
      }
      expect(await crew.ended).toBe(0);
      expect(crew.output()).toContain('"everythingAnswered":true');
    },
  );

  it('DRAIN_TIMEOUT_MS: what is not answered by then is cut off, and all end with 0', async () => {
    const { crew, simulator } = await startOver(60_000, { DRAIN_TIMEOUT_MS: '300' });
    const cutOff = ask(crew.url, '/graphql', organization).catch(String);
    await eventually(() => simulator.requests.length).toBe(1);
    crew.signal('SIGTERM');
    expect(await crew.ended).toBe(0);
    expect(await cutOff).toContain('socket hang up');
    expect(crew.output()).toContain('"everythingAnswered":false');
  });

  it('a worker whose event loop stands still does not keep the others: it is killed after the bound', async () => {
    const crew = await startCrew({ DRAIN_TIMEOUT_MS: '200' });
    process.kill(pidsOf(crew)[1] ?? 0, 'SIGSTOP');
    crew.signal('SIGTERM');
    expect(await crew.ended).toBe(0);
    expect(crew.output()).toContain('"everythingAnswered":false');
    expect(await isOpen(crew.url)).toBe(false);
  });
});

describe('the second signal', () => {
  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('C18: %s while draining ends all at once, with %i', async (signal, code) => {
    const { crew, simulator } = await startOver(60_000);
    const cutOff = ask(crew.url, '/graphql', organization).catch(String);
    await eventually(() => simulator.requests.length).toBe(1);
    crew.signal('SIGTERM');
    await eventually(() => crew.output()).toContain('draining');
    crew.signal(signal);
    expect(await crew.ended).toBe(code);
    expect(await cutOff).toContain('socket hang up');
  });
});

describe('the primary process', () => {
  it('takes its workers with it when it is killed', async () => {
    const crew = await startCrew();
    crew.signal('SIGKILL');
    await eventually(() => isOpen(crew.url)).toBe(false);
  });
});
