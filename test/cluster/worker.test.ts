import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sumOf } from '../rig/metric.js';
import { freePort } from '../rig/port.js';
import { eventually } from '../telemetry/watched.js';
import {
  ask,
  firstOf,
  isOpen,
  pidsOf,
  type SeveralWorkers,
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

  it('either worker serves while the other one is busy', async () => {
    for (const pid of pidsOf(facade)) {
      const response = await without(pid, () => firstOf(3, () => ask(facade.url, '/graphql', organization)));
      expect(response.body).toContain('Nordlicht');
    }
  });

  it('reads one simulator: both workers see the same ids', async () => {
    const query = '{ screens(first: 3) { totalCount nodes { id name } } }';
    const responses = await Promise.all(times(6, () => ask(facade.url, '/graphql', query)));
    const data = responses.map(({ body }) => JSON.stringify((JSON.parse(body) as { data: unknown }).data));
    expect(new Set(data).size).toBe(1);
    expect(data[0]).toContain('"totalCount":240');
  });

  it('/metrics adds up the counts of both workers', async () => {
    const timed = () => sumOf(facade.url, 'operation_duration_seconds_count', 'outcome="ok"');
    const before = await timed();
    await Promise.all(times(20, () => ask(facade.url, '/graphql', `query Counted ${organization}`)));
    for (const value of await Promise.all(times(4, () => countOf(facade.url, 'Counted'))))
      expect(value).toBe(20);
    expect(await timed()).toBe(before + 20);
  });

  it('/metrics labels the metrics of each process with the number of its worker', async () => {
    const { body } = await ask(facade.url, '/metrics');
    const memory = body.split('\n').filter((line) => line.startsWith('process_resident_memory_bytes{'));
    expect(memory.map((line) => line.split(' ')[0]).sort()).toEqual([
      'process_resident_memory_bytes{worker="1"}',
      'process_resident_memory_bytes{worker="2"}',
    ]);
    expect(body).not.toMatch(/^process_resident_memory_bytes /m);
  });

  it('/metrics counts a busy worker with its last snapshot', async () => {
    await Promise.all(times(10, () => ask(facade.url, '/graphql', `query Busy ${organization}`)));
    expect(await countOf(facade.url, 'Busy')).toBe(10);
    await without(pidsOf(facade)[0] ?? 0, async () => {
      expect(await firstOf(3, () => countOf(facade.url, 'Busy'))).toBe(10);
    });
  });
});

describe('the start of two workers', () => {
  it('is not ready before both listen', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const starting = startSeveral({ PORT: String(port) });
    await eventually(() => isOpen(url)).toBe(true);
    expect(await ask(url, '/health/ready')).toMatchObject({ status: 503, body: '{"status":"starting"}' });
    expect(await ask(url, '/health/live')).toMatchObject({ status: 200 });
    await starting;
    const responses = await Promise.all(times(4, () => ask(url, '/health/ready')));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
});
