import { expect, it } from 'vitest';
import { sha256 } from '../../document/manifest.js';
import { named } from '../../document/request.js';
import { until } from '../../rig/wait.js';
import { isSharing, post, startFleet } from '../../extra/fleet/fleet.js';
import { joinFleet, type Member, reaches, shares, startProxy } from '../../extra/fleet/member.js';
import { describeWithRedis, startRedis } from '../../extra/fleet/redis.js';
import { readOne } from '../../extra/fleet/memory-store.js';

async function setUp() {
  const redis = await startRedis();
  return { redis, proxy: await startProxy(redis.port) };
}

type Parts = Awaited<ReturnType<typeof setUp>>;

interface Fault {
  readonly name: string;
  readonly begin: (parts: Parts) => void;
  readonly end: (parts: Parts) => Promise<void> | void;
}

const faults: readonly Fault[] = [
  {
    name: 'killed',
    begin: ({ redis }) => redis.kill('SIGKILL'),
    end: ({ redis }) => redis.restart(),
  },
  {
    name: 'frozen',
    begin: ({ redis }) => redis.kill('SIGSTOP'),
    end: ({ redis }) => redis.kill('SIGCONT'),
  },
  {
    name: 'slow by 200 ms',
    begin: ({ proxy }) => proxy.slow(200),
    end: ({ proxy }) => proxy.mend(),
  },
  { name: 'cut off', begin: ({ proxy }) => proxy.cut(), end: ({ proxy }) => proxy.mend() },
];

const hasOpened = (member: Member): Promise<void> =>
  until('the breaker has opened', async () => {
    await readOne(member.shared, 'document', 'name');
    return !member.isUp();
  });

describeWithRedis('faults of Redis', () => {
  it.each(faults)(
    '$name: processes share again afterwards, in both directions',
    async ({ begin, end }) => {
      const parts = await setUp();
      const [member, other] = [joinFleet(parts.proxy.url), joinFleet(parts.proxy.url)];
      await shares(member);
      await reaches(other, member);
      begin(parts);
      await hasOpened(member);
      await end(parts);
      await shares(member);
      await shares(other);
      await reaches(other, member);
      await reaches(member, other);
    },
  );

  it.each(faults)('$name: no operation of a façade fails', async ({ begin, end }) => {
    const parts = await setUp();
    // Operations share responses, lengths of lists and texts.
    const redis = { ...parts.redis, url: parts.proxy.url };
    const { replicas } = await startFleet({ redis, settings: { CACHE: 'redis' } });
    const query = '{ organization { name } screens(first: 3) { nodes { id } totalCount } }';
    const body = { query, extensions: named(sha256(query)) };
    const wave = async (): Promise<void> => {
      const results = await Promise.all(
        Array.from({ length: 10 }, () => replicas.map((replica) => post(replica, body))).flat(),
      );
      expect(results.flatMap(({ codes }) => codes)).toEqual([]);
    };
    const load = Promise.all([wave(), wave()]);
    begin(parts);
    await load;
    for (let round = 0; round < 5; round += 1) await wave();
    await end(parts);
    await wave();
    for (const replica of replicas) await until('it shares again', () => isSharing(replica));
  });

  it('full: what is there is read, messages reach those who listen, and nobody waits', async () => {
    const { redis, proxy } = await setUp();
    const [member, other] = [joinFleet(proxy.url), joinFleet(proxy.url)];
    await shares(member);
    await reaches(other, member);
    await redis.client.config('SET', 'maxmemory', '1');
    const { failed } = member.counts;
    member.shared.write('facts', 'name', 'value', 1000);
    await until('it is refused', () => member.counts.failed > failed);
    await until(
      'it reads',
      async () => (await readOne(member.shared, 'document', 'shares')) === 'yes',
    );
    await reaches(member, other);
    let heard = '';
    other.shared.listen('cool-down', (message) => (heard = message));
    await until('a message that Redis does not keep is heard', () => {
      member.shared.announce('cool-down', 'wait', 1000);
      return heard === 'wait';
    });
    await redis.client.config('SET', 'maxmemory', '0');
    await shares(member);
  });

  it('a failover that leaves the connection at a replica: it reconnects, as the address may lead elsewhere', async () => {
    const { redis, proxy } = await setUp();
    const member = joinFleet(proxy.url);
    await shares(member);
    const before = proxy.connections();
    await redis.client.replicaof('127.0.0.1', 1);
    await until('it reconnects', () => {
      member.shared.write('facts', 'name', 'value', 1000);
      return proxy.connections() > before;
    });
    await redis.client.replicaof('NO', 'ONE');
    await shares(member);
    // Reconnections have a pause between them, however many commands were refused.
    expect(proxy.connections() - before).toBeLessThanOrEqual(8);
  });

  it('what was announced while a process was cut off reaches it afterwards, if it still holds', async () => {
    const { redis, proxy } = await setUp();
    const [member, other] = [joinFleet(proxy.url), joinFleet(redis.url)];
    const heard: string[] = [];
    member.shared.listen('cool-down', (message) => heard.push(message));
    await Promise.all([shares(member), shares(other)]);
    proxy.cut();
    await hasOpened(member);
    other.shared.announce('cool-down', 'a wait', 60_000);
    proxy.mend();
    await until('it hears', () => heard.includes('a wait'));
  });
});
