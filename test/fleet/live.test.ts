import { expect, it } from 'vitest';
import { credentials } from '../rig/credential.js';
import { at } from '../rig/json.js';
import { until } from '../rig/wait.js';
import { document, liveSettings, mine, startReplica, startScreens, view, type Viewer } from './live-fleet.js';
import { describeWithRedis, startRedis } from './redis.js';

const other = credentials.beta.everything;

async function setUp(replicas = 2) {
  const redis = await startRedis();
  const upstream = await startScreens();
  const settings = liveSettings(redis.url);
  const started = await Promise.all(
    Array.from({ length: replicas }, () => startReplica(upstream.url, settings)),
  );
  const polls = async (): Promise<number[]> => Promise.all(started.map((replica) => replica.polls()));
  return {
    redis,
    upstream,
    urls: started.map(({ url }) => url),
    polls,
    /** Polls of all replicas. */
    total: async (): Promise<number> => (await polls()).reduce((sum, each) => sum + each, 0),
  };
}

type Fleet = Awaited<ReturnType<typeof setUp>>;

const viewAll = ({ urls }: Fleet, query = document(), credential = mine): Promise<Viewer[]> =>
  Promise.all(urls.map((url) => view(url, query, credential)));

const hasAll = (viewers: readonly Viewer[], name: unknown): Promise<void> =>
  until(`all have ${String(name)}`, () => viewers.every((viewer) => viewer.name() === name));

/** Waits until as many polls have run, wherever. */
const afterPolls = async (fleet: Fleet, count: number): Promise<void> => {
  const before = await fleet.total();
  await until(`${count} further polls`, async () => (await fleet.total()) >= before + count);
};

describeWithRedis('live polls of a fleet', () => {
  // A command to Redis has 50 ms: on a busy machine one may take longer, and its replica then polls for itself.
  it('one replica polls, and subscribers of all get each change', { retry: 2 }, async () => {
    const fleet = await setUp(3);
    fleet.upstream.rename('first');
    // All at once: none of them has a result to give to the others.
    const viewers = await viewAll(fleet);
    await hasAll(viewers, 'first');
    expect(await fleet.total()).toBe(1);
    fleet.upstream.rename('second');
    await hasAll(viewers, 'second');
    await afterPolls(fleet, 2);
    expect((await fleet.polls()).filter((count) => count > 0)).toHaveLength(1);
    const sent = fleet.upstream.count();
    expect(sent).toBeLessThanOrEqual(await fleet.total());
    for (const { events } of viewers) expect(events).toHaveLength(2);
    const [first, ...others] = viewers.map(({ events }) => events[1]);
    for (const event of others) expect(event).toEqual(first);
  });

  it('a subscriber of another replica gets the newest result without a poll of its own', async () => {
    const fleet = await setUp();
    const [one = '', two = ''] = fleet.urls;
    const query = document(3600);
    fleet.upstream.rename('first');
    await hasAll([await view(one, query)], 'first');
    await hasAll([await view(two, query)], 'first');
    expect(await fleet.polls()).toEqual([1, 0]);
  });

  it('another replica takes over when the last subscriber of the owner leaves', async () => {
    const fleet = await setUp();
    const viewers = await viewAll(fleet);
    await until('all have a result', () => viewers.every(({ events }) => events.length === 1));
    const before = await fleet.polls();
    viewers[before.findIndex((count) => count > 0)]?.leave();
    await afterPolls(fleet, 2);
    fleet.upstream.rename('later');
    await until('the other one gets a change', () => viewers.some((viewer) => viewer.name() === 'later'));
  });

  it('each replica polls for itself while Redis is away, and one for all when it is back', async () => {
    const fleet = await setUp();
    const viewers = await viewAll(fleet);
    fleet.upstream.rename('before');
    await hasAll(viewers, 'before');
    fleet.redis.kill('SIGKILL');
    fleet.upstream.rename('while it is away');
    await hasAll(viewers, 'while it is away');
    await until('both poll', async () => (await fleet.polls()).every((count) => count > 1));
    await fleet.redis.restart();
    await until('one polls alone', async () => {
      const before = await fleet.polls();
      await afterPolls(fleet, 2);
      const after = await fleet.polls();
      return after.filter((count, index) => count > (before[index] ?? 0)).length === 1;
    });
    fleet.upstream.rename('after');
    await hasAll(viewers, 'after');
    expect(viewers.flatMap((viewer) => viewer.codes())).toEqual([]);
  });

  it('an event that is too large to be shared reaches all: each replica polls at a change alone', async () => {
    const fleet = await setUp();
    const { screens } = fleet.upstream.organizations.alpha;
    screens[0] = { ...screens[0], description: 'x'.repeat(300_000) };
    fleet.upstream.rename('large');
    const viewers = await viewAll(fleet, document(1, 'name description'));
    await hasAll(viewers, 'large');
    fleet.upstream.rename('larger');
    await hasAll(viewers, 'larger');
    const before = await fleet.polls();
    await afterPolls(fleet, 2);
    const after = await fleet.polls();
    expect(after.filter((count, index) => count > (before[index] ?? 0))).toHaveLength(1);
  });

  it('what belongs to one credential opens in no place of another, and nothing is readable in Redis', async () => {
    const fleet = await setUp();
    fleet.upstream.rename('a name of alpha');
    const [alphas, betas] = [await viewAll(fleet), await viewAll(fleet, document(), other)];
    await until('all have a result', () => [...alphas, ...betas].every(({ events }) => events.length === 1));
    const { client } = fleet.redis;
    const values = new Map<string, string>();
    for (const key of await client.keys('partner-graphql:poll:*'))
      values.set(key, (await client.get(key)) ?? '');
    expect(values.size).toBe(4);
    const readable = JSON.stringify([...values]);
    for (const secret of ['a name of alpha', mine, other, 'screens', 'everySeconds'])
      expect(readable).not.toContain(secret);
    // Each value in the place of each other one, while replicas listen.
    const names = betas.map((viewer) => viewer.name());
    for (const key of values.keys())
      for (const value of values.values()) await client.set(key, value, 'PX', 3000);
    fleet.upstream.rename('another name');
    await hasAll(alphas, 'another name');
    await afterPolls(fleet, 4);
    expect(betas.map((viewer) => viewer.name())).toEqual(names);
    expect(JSON.stringify(betas.map(({ events }) => at(events, '0')))).not.toContain('a name of alpha');
  });
});
