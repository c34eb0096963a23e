import { describe, expect, it } from 'vitest';
import type { Facade } from '../../src/facade.js';
import { until } from '../rig/wait.js';
import { isSharing, startFleet, startReplica } from './fleet.js';
import { redisIsMissing, startRedis, type TestRedis } from './redis.js';
import { askNew, post } from './request.js';

const size = { media: 1000 };
const mediaById = 'query ($nodeIds: [ID!]!) { nodes(nodeIds: $nodeIds) { ... on Media { name } } }';

/** Global ids of the last 100 of 1,000 media. */
async function lastMedia(facade: Facade): Promise<string[]> {
  const { data } = await post(facade, { query: '{ media(last: 100) { nodes { nodeId } } }' });
  // The shape of the query.
  const { media } = data as { media: { nodes: { nodeId: string }[] } };
  return media.nodes.map(({ nodeId }) => nodeId);
}

const factKeys = ({ client }: TestRedis): Promise<string[]> => client.keys('partner-graphql:facts:*');

async function startAlone(redis: TestRedis) {
  const { simulator, replicas } = await startFleet(redis, { replicas: 1, simulator: { size } });
  const [first] = replicas;
  if (first === undefined) throw new Error('There is no replica.');
  const startAnother = async (): Promise<Facade> => {
    const other = startReplica(simulator.url, { REDIS_URL: redis.url });
    await until('it shares', () => isSharing(other));
    return other;
  };
  return { simulator, first, startAnother };
}

describe.skipIf(redisIsMissing)(`lengths of lists${redisIsMissing ? `: ${redisIsMissing}` : ''}`, () => {
  it('a new replica needs no probe for a list that another one has read', async () => {
    const redis = await startRedis();
    const { simulator, first, startAnother } = await startAlone(redis);
    const ids = await lastMedia(startReplica(simulator.url, {}));
    const operation = { query: mediaById, variables: { nodeIds: ids } };
    // Nobody knows before whether a reading of the list finds them.
    expect((await post(first, operation)).requests).toBe(11);
    await until('Redis knows the list', async () => (await factKeys(redis)).length > 0);
    const alone = startReplica(simulator.url, {});
    expect((await post(alone, operation)).requests).toBe(11);
    const reply = await askNew(startAnother, operation, ({ requests }) => requests === 10);
    expect([reply.codes, reply.requests]).toEqual([[], 10]);
  });

  it('Redis sees neither a path nor a number, and forgets them', async () => {
    const redis = await startRedis();
    const { first } = await startAlone(redis);
    await lastMedia(first);
    await until('Redis knows the list', async () => (await factKeys(redis)).length === 1);
    const [key = ''] = await factKeys(redis);
    expect(`${key} ${(await redis.client.get(key)) ?? ''}`).not.toMatch(/media|total/);
    expect(await redis.client.pttl(key)).toBeLessThanOrEqual(3_600_000);
    expect(await redis.client.pttl(key)).toBeGreaterThan(3_500_000);
  });

  it('another credential learns nothing of them', async () => {
    const redis = await startRedis();
    const { first, startAnother } = await startAlone(redis);
    const ids = await lastMedia(first);
    await until('Redis knows the list', async () => (await factKeys(redis)).length > 0);
    const other = await startAnother();
    const asking = { credential: 'demo-media-only-credential' };
    expect((await post(other, { query: mediaById, variables: { nodeIds: ids } }, asking)).requests).toBe(11);
  });

  it.each(['SIGSTOP', 'SIGKILL'] as const)(
    'without Redis a new replica sends the probe: %s',
    async (signal) => {
      const redis = await startRedis();
      const { first, startAnother } = await startAlone(redis);
      const ids = await lastMedia(first);
      const other = await startAnother();
      redis.kill(signal);
      const reply = await post(other, { query: mediaById, variables: { nodeIds: ids } });
      expect([reply.codes, reply.requests]).toEqual([[], 11]);
    },
  );
});
