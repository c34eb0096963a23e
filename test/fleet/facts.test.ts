import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Facade } from '../../src/facade.js';
import { until } from '../rig/wait.js';
import { askNew, isSharing, post, startFleet, startReplica } from './fleet.js';
import { redisIsMissing, startRedis, type TestRedis } from './redis.js';

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

/** Reads of Redis that a replica has tried, and those that were replied to. */
async function readsOf(facade: Facade): Promise<{ readonly tried: number; readonly ok: number }> {
  const text = await (await facade.metrics()).text();
  const found = text.matchAll(
    /^partner_graphql_fleet_commands_total\{command="get",outcome="(\w+)"\} (\d+)$/gm,
  );
  const counts = [...found].map(([, outcome, count]) => ({ outcome, count: Number(count) }));
  const sum = (outcomes: typeof counts): number => outcomes.reduce((total, { count }) => total + count, 0);
  return { tried: sum(counts), ok: sum(counts.filter(({ outcome }) => outcome === 'ok')) };
}

async function startAlone(redis: TestRedis) {
  const { simulator, first } = await startFleet(redis, { replicas: 1, simulator: { size } });
  const startAnother = async (): Promise<Facade> => {
    const other = startReplica(simulator.url, { REDIS_URL: redis.url });
    await until('it shares', () => isSharing(other));
    return other;
  };
  return { simulator, first, startAnother };
}

afterEach(() => {
  vi.useRealTimers();
});

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

  it('a replica that knows the credential already learns a length within seconds', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const redis = await startRedis();
    const { simulator, first, startAnother } = await startAlone(redis);
    const other = await startAnother();
    const small = { query: '{ organization { name } }' };
    expect((await post(other, small)).codes).toEqual([]);
    const ids = await lastMedia(startReplica(simulator.url, {}));
    const operation = { query: mediaById, variables: { nodeIds: ids } };
    expect((await post(first, operation)).requests).toBe(11);
    await until('Redis knows the list', async () => (await factKeys(redis)).length > 0);
    await until('the other knows it', async () => {
      // It asks once in five seconds, and a busy machine may be too late for the reply.
      vi.advanceTimersByTime(5000);
      await post(other, small);
      return (await readsOf(other)).ok > 1;
    });
    expect((await post(other, operation)).requests).toBe(10);
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
});
