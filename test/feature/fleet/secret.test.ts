import { expect, it } from 'vitest';
import { demoCredentials } from '../../../src/command/simulator/credential.js';
import { sha256 } from '../../document/manifest.js';
import { named } from '../../document/request.js';
import { until } from '../../rig/wait.js';
import { ask, hasHeard, post, secret, startFleet } from '../../extra/fleet/fleet.js';
import { describeWithRedis, startRedis, type TestRedis } from '../../extra/fleet/redis.js';

const query = `query NightShiftBoard {
  organization { id name }
  screens(first: 100) { nodes { id name description } }
  playlists(first: 100) { nodes { id name } }
  media(first: 100) { nodes { id name } }
}`;

/** Everything that Redis gets to see while a test runs. */
async function watchRedis(redis: TestRedis): Promise<{ readonly seen: () => Promise<string[]> }> {
  const commands: string[] = [];
  const monitor = await redis.client.duplicate().monitor();
  monitor.on('monitor', (_time: string, parameters: string[]) => void commands.push(...parameters));
  return {
    async seen() {
      await until('the monitor has caught up', async () => {
        await redis.client.echo('the end of the test');
        return commands.includes('the end of the test');
      });
      monitor.disconnect();
      return [...commands, ...(await readAll(redis))];
    },
  };
}

async function readAll({ client }: TestRedis): Promise<string[]> {
  const texts: string[] = [];
  for await (const batch of client.scanStream() as AsyncIterable<string[]>)
    for (const key of batch) {
      expect(await client.pttl(key), `${key} expires`).toBeGreaterThan(0);
      const type = await client.type(key);
      texts.push(key);
      if (type === 'string') texts.push((await client.get(key)) ?? '');
      else if (type === 'zset') texts.push(...(await client.zrange(key, 0, '-1')));
      else throw new Error(`There is a ${type} that this test cannot read.`);
    }
  return texts;
}

/** The text, and what it would be if it were only encoded. */
const readings = (text: string): string[] => [
  text,
  ...['base64', 'base64url', 'hex'].map((encoding) =>
    Buffer.from(text, encoding as BufferEncoding).toString('latin1'),
  ),
];

/** All ids and names of a result; shorter ones may be in any random text. */
const textsOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(textsOf)
    : typeof value === 'string' && value.length >= 8
      ? [value]
      : [];

describeWithRedis('what Redis sees', () => {
  it('holds no credential, id, name or document, in keys, values, messages and scripts', async () => {
    const redis = await startRedis();
    const watched = await watchRedis(redis);
    const { simulator, first, second } = await startFleet({
      redis,
      settings: { CACHE: 'redis', MCP: 'true' },
      simulator: { quota: { requests: 1000, windowSeconds: 60, retryAfter: true } },
    });
    const { data } = await post(first, { query, extensions: named(sha256(query)) });
    const known = textsOf(data);
    expect(known.length).toBeGreaterThan(200);
    await ask(second, query);
    simulator.setFaults([{ status: 429, retryAfterSeconds: 60 }]);
    for (const { credential } of demoCredentials) await ask(first, query, credential);
    await until('the other has heard', () => hasHeard(second));
    const seen = await watched.seen();
    expect(seen.length).toBeGreaterThan(20);
    const text = seen.flatMap(readings).join('\n');
    const forbidden = [
      ...demoCredentials.map(({ credential }) => credential),
      ...known,
      ...['NightShiftBoard', 'organization {', 'RATE_LIMITED', 'partnerV1_', 'Bearer', secret],
    ];
    expect(forbidden.filter((each) => text.includes(each))).toEqual([]);
  });
});
