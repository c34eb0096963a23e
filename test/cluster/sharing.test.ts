import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type SimulatorOptions, startSimulator } from '../../src/simulator/simulator.js';
import { ensureBuilt } from '../rig/command.js';
import { until } from '../rig/wait.js';
import { eventually } from '../telemetry/watched.js';
import { ask, atEach, type SeveralWorkers, startSeveral, times } from './several-workers.js';
import { signIn, type Visitor } from './visitor.js';

beforeAll(ensureBuilt, 120_000);

const organization = '{ organization { name } }';

/** Starts workers in front of a simulator of the test's own. */
async function startBefore(
  options: SimulatorOptions,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ facade: SeveralWorkers; requests: () => number }> {
  const simulator = await startSimulator(options);
  onTestFinished(() => simulator.close());
  const facade = await startSeveral({ PARTNER_API_URL: simulator.url, ...settings });
  await sharing(facade);
  return { facade, requests: () => simulator.requests.length };
}

/** The sum of a metric of all workers, over all of its labels. */
async function sumOf(facade: SeveralWorkers, metric: string, labels = ''): Promise<number> {
  const { body } = await ask(facade.url, '/metrics');
  return body
    .split('\n')
    .filter((line) => line.startsWith(`partner_graphql_${metric}`) && line.includes(labels))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

/** Waits until both workers share. */
const sharing = (facade: SeveralWorkers): Promise<void> =>
  until('both share', async () => (await sumOf(facade, 'fleet_up')) === 1);

const hearing = (facade: SeveralWorkers): Promise<void> =>
  until('the other one has heard', async () => {
    const received = await sumOf(facade, 'fleet_messages_total', 'direction="received"');
    return received > 0;
  });

describe('the dashboard of two workers', () => {
  it('knows a visitor at each of them, until a sign-out at one', async () => {
    const facade = await startSeveral();
    await sharing(facade);
    const [visitor, other] = [await signIn(facade.url), await signIn(facade.url, 'media only')];
    await knowing(facade, visitor, 'everything');
    const names = await Promise.all(times(20, () => visitor.name()));
    expect(new Set(names)).toEqual(new Set(['everything']));
    for (const { status, body } of await atEach(facade, () => visitor.operation(organization))) {
      expect(status).toBe(200);
      expect(body).toContain('Nordlicht');
    }
    expect((await visitor.signOut()).status).toBe(200);
    await knowing(facade, visitor, undefined);
    await knowing(facade, other, 'media only');
  });

  it('knows a visitor after a worker was restarted', async () => {
    const facade = await startSeveral();
    await sharing(facade);
    const visitor = await signIn(facade.url);
    await kill(facade);
    await knowing(facade, visitor, 'everything');
  });
});

/** Waits until each worker knows a visitor so. On a busy machine the store may be away for a moment. */
const knowing = (facade: SeveralWorkers, visitor: Visitor, name: string | undefined): Promise<void> =>
  eventually(() => atEach(facade, () => visitor.name())).toEqual([name, name]);

/** Kills the first worker, and waits for its successor. */
async function kill(facade: SeveralWorkers): Promise<void> {
  process.kill(facade.workers()[0]?.pid ?? 0, 'SIGKILL');
  await eventually(() => facade.workers().length).toBe(3);
  await sharing(facade);
}

describe('the quota of two workers', () => {
  const quota = { requests: 3, windowSeconds: 60, retryAfter: true };

  it('is met once: a 429 at one silences both, and a successor', async () => {
    const { facade, requests } = await startBefore({ quota });
    await until('the quota is spent', async () =>
      (await ask(facade.url, '/graphql', organization)).body.includes('RATE_LIMITED'),
    );
    await hearing(facade);
    const sent = requests();
    expect(sent).toBe(4);
    const results = await atEach(facade, () => ask(facade.url, '/graphql', organization));
    for (const { body } of results) expect(body).toContain('RATE_LIMITED');
    // It hears what holds before it shares.
    await kill(facade);
    for (const { body } of await atEach(facade, () => ask(facade.url, '/graphql', organization)))
      expect(body).toContain('RATE_LIMITED');
    expect(requests()).toBe(sent);
  });
});

describe('an operation', () => {
  it('costs no message between the processes in the normal case', async () => {
    const { facade } = await startBefore({});
    const query = '{ screens(first: 5) { totalCount nodes { name } } }';
    await Promise.all(times(10, () => ask(facade.url, '/graphql', query)));
    const before = await sumOf(facade, 'fleet_commands_total');
    await Promise.all(times(20, () => ask(facade.url, '/graphql', query)));
    expect(await sumOf(facade, 'fleet_commands_total')).toBe(before);
  });
});
