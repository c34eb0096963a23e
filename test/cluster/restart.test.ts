import { describe, expect, it } from 'vitest';
import { sumOf } from '../rig/metric.js';
import { eventually } from '../telemetry/watched.js';
import { ask, firstOf, isOpen, pidsOf, startSeveral, times, without } from './several-workers.js';

const counted = (url: string): Promise<number> =>
  sumOf(url, 'operations_total', 'name="Counted",outcome="ok"');
const query = 'query Counted { organization { name } }';

describe('a worker that dies', () => {
  it('is restarted under its number; the other one keeps serving, and no counter falls', async () => {
    const facade = await startSeveral();
    await Promise.all(times(10, () => ask(facade.url, '/graphql', query)));
    expect(await counted(facade.url)).toBe(10);
    const [first] = facade.workers();
    process.kill(first?.pid ?? 0, 'SIGKILL');
    await eventually(() => facade.output()).toContain('"worker":1,"how":"SIGKILL","msg":"worker ended"');
    expect((await ask(facade.url, '/graphql', query)).status).toBe(200);
    await eventually(() => facade.workers().map(({ worker }) => worker)).toEqual([1, 2, 1]);
    expect(facade.workers()[2]?.pid).not.toBe(first?.pid);
    expect(await counted(facade.url)).toBe(11);
    // The new worker serves, and is ready like the other one.
    await without(facade.workers()[1]?.pid ?? 0, async () => {
      const response = await firstOf(3, () => ask(facade.url, '/health/ready'));
      expect(response).toMatchObject({ status: 200 });
    });
  });

  it('six times within ten seconds: the façade ends with 1 and says why', async () => {
    const facade = await startSeveral({ WORKERS: '6' });
    let errors = '';
    facade.process.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    for (const pid of pidsOf(facade)) process.kill(pid, 'SIGKILL');
    expect(await facade.ended).toBe(1);
    expect(errors).toBe('More than 5 workers have ended within ten seconds, the last one with SIGKILL.\n');
  });
});

describe('the primary process', () => {
  it('takes its workers with it when it is killed', async () => {
    const facade = await startSeveral();
    facade.signal('SIGKILL');
    await eventually(() => isOpen(facade.url)).toBe(false);
  });
});
