import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sumOf } from '../../rig/metric.js';
import { freePort } from '../../rig/port.js';
import { until } from '../../rig/wait.js';
import { eventually } from '../telemetry/watched.js';
import {
  ask,
  firstOf,
  isOpen,
  pidsOf,
  type SeveralWorkers,
  startOver,
  startSeveral,
  times,
  without,
} from './several-workers.js';

const organization = '{ organization { name } }';
const countOf = (url: string, name: string): Promise<number> =>
  sumOf(url, 'operations_total', `name="${name}",outcome="ok"`);

describe('WORKERS=2', () => {
  let facade: SeveralWorkers;
  let stop: () => void;
  beforeAll(async () => {
    facade = await startSeveral({}, (end) => (stop = end));
  });
  afterAll(() => stop());

  it('prints one address for PORT=0, once, and the demo credentials once', async () => {
    expect((await ask(facade.url, '/graphql', organization)).body).toContain('Nordlicht');
    expect(facade.output().match(/"url":/g)).toHaveLength(1);
    expect(facade.output().match(/Demo credentials/g)).toHaveLength(1);
    expect(facade.output()).toContain('"workers":2,"msg":"ready"');
    expect(facade.workers().map(({ worker }) => worker)).toEqual([1, 2]);
    expect(facade.output().match(/Dashboard/g)).toHaveLength(1);
    expect((await ask(facade.url, '/')).status).toBe(200);
  });

  it('each logs what it shares through: their parent process', async () => {
    const shared =
      '"the parent process of the workers is in use: this process shares what it knows"';
    await until('both share', () => facade.output().split(shared).length === 3);
  });

  it('either worker serves while the other one is busy', async () => {
    for (const pid of pidsOf(facade)) {
      const response = await without(pid, () =>
        firstOf(3, () => ask(facade.url, '/graphql', organization)),
      );
      expect(response.body).toContain('Nordlicht');
    }
  });

  it('reads one simulator: both workers see the same ids', async () => {
    const query = '{ screens(first: 3) { totalCount nodes { id name } } }';
    const responses = await Promise.all(times(6, () => ask(facade.url, '/graphql', query)));
    const data = responses.map(({ body }) =>
      JSON.stringify((JSON.parse(body) as { data: unknown }).data),
    );
    expect(new Set(data).size).toBe(1);
    expect(data[0]).toContain('"totalCount":240');
  });

  it('/metrics adds up the counts of both workers, and counts a busy one with its last snapshot', async () => {
    await Promise.all(times(10, () => ask(facade.url, '/graphql', `query Busy ${organization}`)));
    expect(await countOf(facade.url, 'Busy')).toBe(10);
    await without(pidsOf(facade)[0] ?? 0, async () => {
      expect(await firstOf(3, () => countOf(facade.url, 'Busy'))).toBe(10);
    });
  });
});

it('the start of two workers is not ready before both listen', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const starting = startSeveral({ PORT: String(port) });
  await eventually(() => isOpen(url)).toBe(true);
  expect(await ask(url, '/health/ready')).toMatchObject({
    status: 503,
    body: '{"status":"starting"}',
  });
  expect(await ask(url, '/health/live')).toMatchObject({ status: 200 });
  await starting;
  const responses = await Promise.all(times(4, () => ask(url, '/health/ready')));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

describe('a worker that dies', () => {
  it('is restarted under its number; the other one keeps serving, and no counter falls', async () => {
    const facade = await startSeveral();
    await Promise.all(
      times(10, () => ask(facade.url, '/graphql', `query Counted ${organization}`)),
    );
    expect(await countOf(facade.url, 'Counted')).toBe(10);
    const [first] = facade.workers();
    process.kill(first?.pid ?? 0, 'SIGKILL');
    await eventually(() => facade.output()).toContain(
      '"worker":1,"how":"SIGKILL","msg":"worker ended"',
    );
    expect((await ask(facade.url, '/graphql', `query Counted ${organization}`)).status).toBe(200);
    await eventually(() => facade.workers().map(({ worker }) => worker)).toEqual([1, 2, 1]);
    expect(facade.workers()[2]?.pid).not.toBe(first?.pid);
    expect(await countOf(facade.url, 'Counted')).toBe(11);
    // The new worker serves, and is ready like the other one.
    await without(facade.workers()[1]?.pid ?? 0, async () => {
      const response = await firstOf(3, () => ask(facade.url, '/health/ready'));
      expect(response).toMatchObject({ status: 200 });
    });
  });

  it('six times within ten seconds: the façade ends with 1 and says why', async () => {
    const facade = await startSeveral({ WORKERS: '6' });
    let errors = '';
    facade.process.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    for (const pid of pidsOf(facade)) process.kill(pid, 'SIGKILL');
    expect(await facade.ended).toBe(1);
    expect(errors).toBe(
      'More than 5 workers have ended within ten seconds, the last one with SIGKILL.\n',
    );
  });
});

it('the primary process takes its workers with it when it is killed', async () => {
  const facade = await startSeveral();
  facade.signal('SIGKILL');
  await eventually(() => isOpen(facade.url)).toBe(false);
});

describe('the first signal', () => {
  it.each(['to the primary process', 'to every process, as Ctrl-C is'])(
    'C16: requests in flight in either worker are served when it is sent %s, and new connections are refused',
    async (target) => {
      const { facade, simulator } = await startOver(2500);
      const responses = times(20, (index) =>
        ask(facade.url, '/graphql', `{ screen(id: "absent-${index}") { id } }`),
      );
      await eventually(() => simulator.requests.length).toBe(20);
      const pids = target.startsWith('to every') ? pidsOf(facade) : [];
      for (const pid of pids) process.kill(pid, 'SIGINT');
      facade.signal('SIGINT');
      await eventually(() => isOpen(facade.url)).toBe(false);
      for (const { status, body } of await Promise.all(responses)) {
        expect(status).toBe(200);
        expect(body).toContain('NOT_FOUND');
      }
      expect(await facade.ended).toBe(0);
      expect(facade.output()).toContain('"signal":"SIGINT","msg":"draining"');
      expect(facade.output()).toContain('"everythingAnswered":true,"msg":"drained"');
      expect(facade.output()).not.toContain('worker ended');
    },
  );

  it('a worker whose event loop hangs does not delay the others: it is killed after the bound', async () => {
    const facade = await startSeveral({ DRAIN_TIMEOUT_MS: '200' });
    process.kill(pidsOf(facade)[1] ?? 0, 'SIGSTOP');
    facade.signal('SIGTERM');
    expect(await facade.ended).toBe(0);
    expect(facade.output()).toContain('"everythingAnswered":false');
    expect(await isOpen(facade.url)).toBe(false);
  });
});
