import { expect, it } from 'vitest';
import { startCommand } from '../../rig/command.js';
import { credentials } from '../../rig/credential.js';
import { atEnd } from '../../rig/ending.js';
import { subscribe } from '../../rig/event-stream.js';
import { at } from '../../rig/json.js';
import { sumOf } from '../../rig/metric.js';
import { openFacade, openListener, openUpstream } from '../../rig/open.js';
import type { ResultBody } from '../../rig/rig.js';
import { until } from '../../rig/wait.js';
import { isSharing, secret } from '../../extra/fleet/fleet.js';
import { describeWithRedis, startRedis } from '../../extra/fleet/redis.js';

const mine = credentials.alpha.everything;
const other = credentials.beta.everything;

const liveSettings = (redisUrl: string): Record<string, string> => ({
  LOG_LEVEL: 'silent',
  LIVE_MIN_SECONDS: '1',
  FLEET_SECRET: secret,
  REDIS_URL: redisUrl,
});

const document = (everySeconds = 1, selection = 'name'): string =>
  `subscription { live(everySeconds: ${everySeconds}) { screens(first: 1) { nodes { ${selection} } } } }`;

async function startReplica(partnerApiUrl: string, settings: Readonly<Record<string, string>>) {
  const facade = openFacade({ partnerApiUrl, settings: { PORT: '0', ...settings } });
  const { url } = await openListener(facade);
  await until('it shares', () => isSharing(facade));
  return { url, polls: () => sumOf(facade, 'live_polls_total') };
}

/** An upstream whose first screen a test renames. */
async function startScreens() {
  const upstream = await openUpstream();
  const { screens } = upstream.organizations.alpha;
  const rename = (name: string): void => void (screens[0] = { ...screens[0], name });
  return { ...upstream, rename };
}

/** A subscriber over a socket until the test ends, and what it has got so far. */
async function view(url: string, query: string, credential: string = mine) {
  const stream = await subscribe(url, query, { credential });
  const events: ResultBody[] = [];
  const read = async (): Promise<void> => {
    try {
      for (let event = await stream.next(); event !== undefined; event = await stream.next())
        events.push(event);
    } catch {
      // The subscriber has left, or the connection has broken.
    }
  };
  const reading = read();
  atEnd(async () => {
    stream.leave();
    await reading;
  });
  return {
    events,
    name: () => at(events.at(-1)?.data, 'live.screens.nodes.0.name'),
    codes: () =>
      events.flatMap(({ errors = [] }) => errors.map(({ extensions }) => extensions['code'])),
    leave: stream.leave,
  };
}

type Viewer = Awaited<ReturnType<typeof view>>;

async function setUp(replicas = 2) {
  const redis = await startRedis();
  const upstream = await startScreens();
  const settings = liveSettings(redis.url);
  const started = await Promise.all(
    Array.from({ length: replicas }, () => startReplica(upstream.url, settings)),
  );
  const polls = (): Promise<number[]> => Promise.all(started.map((replica) => replica.polls()));
  return {
    redis,
    upstream,
    urls: started.map(({ url }) => url),
    polls,
    total: async (): Promise<number> => (await polls()).reduce((sum, each) => sum + each, 0),
  };
}

type Fleet = Awaited<ReturnType<typeof setUp>>;

const viewAll = ({ urls }: Fleet, query = document(), credential = mine): Promise<Viewer[]> =>
  Promise.all(urls.map((url) => view(url, query, credential)));

const hasAll = (viewers: readonly Viewer[], name: unknown): Promise<void> =>
  until(`all have ${String(name)}`, () => viewers.every((viewer) => viewer.name() === name));

/** Renames the screen, and waits until all viewers have its new name. */
async function change(
  { upstream }: Fleet,
  viewers: readonly Viewer[],
  name: string,
): Promise<void> {
  upstream.rename(name);
  await hasAll(viewers, name);
}

/** Waits until as many polls have run, wherever. */
const afterPolls = async (fleet: Fleet, count: number): Promise<void> => {
  const before = await fleet.total();
  await until(`${count} further polls`, async () => (await fleet.total()) >= before + count);
};

describeWithRedis('live polls of a fleet', () => {
  // A command to Redis has 50 ms: on a busy machine one may take longer, and its replica then polls
  // for itself.
  it('one replica polls, and subscribers of all get each change', { retry: 2 }, async () => {
    const fleet = await setUp(3);
    fleet.upstream.rename('first');
    // All at once: none of them has a result to give to the others.
    const viewers = await viewAll(fleet);
    await hasAll(viewers, 'first');
    expect(await fleet.total()).toBe(1);
    await change(fleet, viewers, 'second');
    await afterPolls(fleet, 2);
    expect((await fleet.polls()).filter((count) => count > 0)).toHaveLength(1);
    const sent = fleet.upstream.count();
    expect(sent).toBeLessThanOrEqual(await fleet.total());
    for (const { events } of viewers) expect(events).toHaveLength(2);
    const [first, ...others] = viewers.map(({ events }) => events[1]);
    for (const event of others) expect(event).toEqual(first);
  });

  it('each replica polls for itself while Redis is away, and one for all when it is back', async () => {
    const fleet = await setUp();
    const viewers = await viewAll(fleet);
    await change(fleet, viewers, 'before');
    fleet.redis.kill('SIGKILL');
    await change(fleet, viewers, 'while it is away');
    await until('both poll', async () => (await fleet.polls()).every((count) => count > 1));
    await fleet.redis.restart();
    await until('one polls alone', async () => {
      const before = await fleet.polls();
      await afterPolls(fleet, 2);
      const after = await fleet.polls();
      return after.filter((count, index) => count > (before[index] ?? 0)).length === 1;
    });
    await change(fleet, viewers, 'after');
    expect(viewers.flatMap((viewer) => viewer.codes())).toEqual([]);
  });

  it('an event that is too large to be shared reaches all: each replica polls at a change alone', async () => {
    const fleet = await setUp();
    const { screens } = fleet.upstream.organizations.alpha;
    screens[0] = { ...screens[0], description: 'x'.repeat(300_000) };
    fleet.upstream.rename('large');
    const viewers = await viewAll(fleet, document(1, 'name description'));
    await hasAll(viewers, 'large');
    await change(fleet, viewers, 'larger');
    const before = await fleet.polls();
    await afterPolls(fleet, 2);
    const after = await fleet.polls();
    expect(after.filter((count, index) => count > (before[index] ?? 0))).toHaveLength(1);
  });

  it('what belongs to one credential opens in no place of another, and nothing is readable in Redis', async () => {
    const fleet = await setUp();
    fleet.upstream.rename('a name of alpha');
    const [alphas, betas] = [await viewAll(fleet), await viewAll(fleet, document(), other)];
    await until('all have a result', () =>
      [...alphas, ...betas].every(({ events }) => events.length === 1),
    );
    const { client } = fleet.redis;
    const values = new Map<string, string>();
    for (const key of await client.keys('partner-graphql:poll:*'))
      values.set(key, (await client.get(key)) ?? '');
    // A lease that holds a moment longer than its run may be among them.
    expect(values.size).toBeGreaterThanOrEqual(2);
    const readable = JSON.stringify([...values]);
    for (const secret of ['a name of alpha', mine, other, 'screens', 'everySeconds'])
      expect(readable).not.toContain(secret);
    // Each value in the place of each other one, while replicas listen.
    const names = betas.map((viewer) => viewer.name());
    for (const key of values.keys())
      for (const value of values.values()) await client.set(key, value, 'PX', 3000);
    await change(fleet, alphas, 'another name');
    await afterPolls(fleet, 4);
    expect(betas.map((viewer) => viewer.name())).toEqual(names);
    expect(JSON.stringify(betas.map(({ events }) => at(events, '0')))).not.toContain(
      'a name of alpha',
    );
  });
});

describeWithRedis('a fleet that loses a replica', () => {
  const everySeconds = 4;

  it('another one takes over the poll of a replica that was killed, within two intervals', async () => {
    const redis = await startRedis();
    const upstream = await startScreens();
    const settings = {
      ...liveSettings(redis.url),
      LOG_LEVEL: 'info',
      PARTNER_API_URL: upstream.url,
    };
    const processes = await Promise.all([0, 1].map(() => startCommand(settings)));
    const urls = processes.map(({ url }) => url);
    await until('all share', () =>
      processes.every(({ output }) => output().includes('Redis is in use')),
    );
    const viewers: Viewer[] = [];
    for (const url of urls) viewers.push(await view(url, document(everySeconds)));
    await until('both have a result', () => viewers.every(({ events }) => events.length === 1));
    // On a busy machine the second subscriber may have needed a newer result: the poll is then at
    // its replica.
    const polls = () => Promise.all(urls.map((url) => sumOf(url, 'live_polls_total')));
    const before = await polls();
    let poller = -1;
    await until('one polls again', async () => {
      poller = (await polls()).findIndex((count, index) => count > (before[index] ?? 0));
      return poller >= 0;
    });
    const witness = viewers[1 - poller];
    const at = performance.now();
    processes[poller]?.process.kill('SIGKILL');
    await processes[poller]?.ended;
    const sent = upstream.count();
    upstream.rename('after the kill');
    await until('the other one polls', () => upstream.count() > sent);
    // 1.5 intervals by design; the rest is for a busy machine.
    expect(performance.now() - at).toBeLessThan(2 * everySeconds * 1000);
    await until('the change is delivered', () => witness?.name() === 'after the kill');
    expect(witness?.codes()).toEqual([]);
  });
});
