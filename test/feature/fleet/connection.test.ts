import { createServer as createTlsServer } from 'node:tls';
import { connect, createServer, type Socket } from 'node:net';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { namesOf, signInAt, startSeveral } from '../../extra/cluster/several-workers.js';
import { createAuthority, createCertificate } from '../../rig/certificate.js';
import { startCommand } from '../../rig/command.js';
import { openFolder, openSimulator } from '../../rig/open.js';
import { openUntilEnd } from '../../rig/port.js';
import { timed, until } from '../../rig/wait.js';
import { eventually } from '../../extra/telemetry/watched.js';
import { ask, isSharing, secret, startReplica } from '../../extra/fleet/fleet.js';
import { joinFleet, reaches, shares, startProxy } from '../../extra/fleet/member.js';
import { readOne } from '../../extra/fleet/memory-store.js';
import { describeWithRedis, startRedis, type TestRedis } from '../../extra/fleet/redis.js';

afterEach(() => void vi.useRealTimers());

async function startTalker(talk: (socket: Socket) => void) {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    talk(socket.on('error', () => undefined));
  });
  const url = `redis://127.0.0.1:${await openUntilEnd(server)}`;
  return { url, connections: () => connections };
}

describe('what replies is no Redis', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['HTTP', (socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['bytes of no protocol', (socket) => void socket.write(Buffer.alloc(70_000, 0xff))],
    [
      'an error to everything',
      (socket) => void socket.on('data', () => socket.write('-ERR no\r\n')),
    ],
    [
      'a number to everything',
      (socket) => void socket.on('data', () => socket.write(':1\r\n'.repeat(9))),
    ],
    ['null to everything', (socket) => void socket.on('data', () => socket.write('_\r\n'))],
    ['nothing', () => undefined],
    ['a reset', (socket) => void socket.resetAndDestroy()],
  ])('%s: operations run as without a fleet', async (_name, talk) => {
    const talker = await startTalker(talk);
    const simulator = await openSimulator();
    const facade = startReplica(simulator.url, { REDIS_URL: talker.url });
    await until('it has connected', () => talker.connections() >= 2);
    for (let round = 0; round < 5; round += 1)
      expect((await ask(facade, '{ organization { name } }')).codes).toEqual([]);
  });

  it('is tried ever more rarely', async () => {
    const talker = await startTalker((socket) => void socket.resetAndDestroy());
    const { milliseconds } = await timed(async () => {
      joinFleet(talker.url);
      await until(
        'two connections have been tried four times each',
        () => talker.connections() >= 8,
      );
    });
    // At least 100, 200 and 400 ms between four tries; a slow machine takes longer.
    expect(milliseconds).toBeGreaterThan(650);
  });
});

describeWithRedis('addresses of Redis', () => {
  it('a wrong password: it goes on alone, and tries rarely', async () => {
    const redis = await startRedis();
    await redis.client.config('SET', 'requirepass', 'right');
    const proxy = await startProxy(redis.port);
    const member = joinFleet(proxy.url.replace('//', '//:wrong@'));
    await until('it has tried', () => proxy.connections() >= 4);
    expect(await readOne(member.shared, 'document', 'name')).toBeUndefined();
    expect(member.isUp()).toBe(false);
    await redis.client.config('SET', 'requirepass', '');
    await shares(joinFleet(redis.url));
  });

  it('a user, a password with escapes, and the number of a database', async () => {
    const redis = await startRedis();
    await redis.client.acl(
      'SETUSER',
      'facade',
      'on',
      '>p@ss:word/',
      '~partner-graphql:*',
      '&*',
      '+@all',
    );
    const url = redis.url.replace('//', '//facade:p%40ss%3Aword%2F@') + '/3';
    const [member, other] = [joinFleet(url), joinFleet(url)];
    await shares(member);
    await reaches(other, member);
    expect(await redis.client.dbsize()).toBe(0);
    await redis.client.select(3);
    expect(await redis.client.dbsize()).toBe(1);
  });

  it('IPv6', async ({ skip }) => {
    const redis = await startRedis();
    const proxy = await startProxy(redis.port, '::1').catch(() => skip('there is no ::1'));
    await shares(joinFleet(proxy.url));
  });

  it('rediss: with an authority of NODE_EXTRA_CA_CERTS', async () => {
    const redis = await startRedis();
    const authority = createAuthority('fleet');
    let connections = 0;
    const server = createTlsServer(
      createCertificate({ address: '127.0.0.1' }, authority),
      (socket) => {
        connections += 1;
        const upstream = connect(redis.port, '127.0.0.1');
        socket.pipe(upstream).pipe(socket);
        for (const each of [socket, upstream]) each.on('error', () => undefined);
      },
    );
    const url = `rediss://127.0.0.1:${await openUntilEnd(server)}`;
    const folder = openFolder();
    writeFileSync(join(folder, 'ca.pem'), authority.cert);
    const settings = {
      PARTNER_API_URL: 'http://127.0.0.1:1',
      REDIS_URL: url,
      FLEET_SECRET: secret,
    };
    const facade = await startCommand({ ...settings, NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') });
    await until('it shares', () => isSharing(facade.url));
    const stranger = await startCommand(settings);
    await until('it has connected', () => connections >= 2);
    expect(await isSharing(stranger.url)).toBe(false);
  });

  it('a frozen Redis does not keep a process from ending', async () => {
    const redis = await startRedis();
    const settings = {
      PARTNER_API_URL: 'http://127.0.0.1:1',
      REDIS_URL: redis.url,
      FLEET_SECRET: secret,
    };
    const facade = await startCommand(settings);
    await until('it shares', () => isSharing(facade.url));
    redis.kill('SIGSTOP');
    facade.process.kill('SIGTERM');
    expect(await facade.ended).toBe(0);
  });
});

async function idsOf({ client }: TestRedis): Promise<string[]> {
  const own = String(await client.client('ID'));
  // The reply is a text with one line for each connection.
  const lines = String(await client.client('LIST'))
    .trim()
    .split('\n');
  return lines.map((line) => /^id=(\d+)/.exec(line)?.[1] ?? '').filter((id) => id !== own);
}

describeWithRedis('a quiet fleet', () => {
  it('keeps its connections, however long nothing is said', async () => {
    const redis = await startRedis();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const [member, other] = [joinFleet(redis.url), joinFleet(redis.url)];
    await shares(member);
    await reaches(other, member);
    const ids = await idsOf(redis);
    expect(ids).toHaveLength(4);
    // An hour for everything that measures time in this process.
    vi.advanceTimersByTime(3_600_000);
    await until('messages still arrive', () => reaches(other, member).then(() => true));
    expect(await idsOf(redis)).toEqual(ids);
  });
});

describeWithRedis('workers with REDIS_URL', () => {
  it('share through Redis, as replicas do', async () => {
    const redis = await startRedis();
    const facade = await startSeveral({ REDIS_URL: redis.url, FLEET_SECRET: secret });
    await until('both share', () => isSharing(facade.url));
    const visitor = await signInAt(facade);
    expect(await redis.client.keys('*:session:*')).toHaveLength(1);
    await eventually(() => namesOf(facade, visitor)).toEqual(['everything', 'everything']);
  });
});
