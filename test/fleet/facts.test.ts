import { afterEach, expect, it, vi } from 'vitest';
import type { Facade } from '../../src/facade.js';
import { sumOf } from '../rig/metric.js';
import { until } from '../rig/wait.js';
import { askNew, isSharing, post, startFleet, startReplica } from './fleet.js';
import { describeWithRedis } from './redis.js';

const size = { media: 1000 };
const mediaById = 'query ($nodeIds: [ID!]!) { nodes(nodeIds: $nodeIds) { ... on Media { name } } }';

/** Global ids of the last 100 of 1,000 media. */
async function lastMedia(facade: Facade): Promise<string[]> {
  const { data } = await post(facade, { query: '{ media(last: 100) { nodes { nodeId } } }' });
  // The shape of the query.
  const { media } = data as { media: { nodes: { nodeId: string }[] } };
  return media.nodes.map(({ nodeId }) => nodeId);
}

async function startAlone() {
  const { redis, simulator, first } = await startFleet({ replicas: 1, simulator: { size } });
  const startAnother = async (): Promise<Facade> => {
    const other = startReplica(simulator.url, { REDIS_URL: redis.url });
    await until('it shares', () => isSharing(other));
    return other;
  };
  return { redis, simulator, first, startAnother };
}

afterEach(() => {
  vi.useRealTimers();
});

describeWithRedis('lengths of lists', () => {
  it('a new replica needs no probe for a list that another one has read', async () => {
    const { redis, simulator, first, startAnother } = await startAlone();
    const ids = await lastMedia(startReplica(simulator.url, {}));
    const operation = { query: mediaById, variables: { nodeIds: ids } };
    // Nobody knows before whether a reading of the list finds them.
    expect((await post(first, operation)).requests).toBe(11);
    await until('Redis knows the list', async () => (await redis.keysOf('facts')).length > 0);
    const alone = startReplica(simulator.url, {});
    expect((await post(alone, operation)).requests).toBe(11);
    const reply = await askNew(startAnother, operation, ({ requests }) => requests === 10);
    expect([reply.codes, reply.requests]).toEqual([[], 10]);
  });

  it('a replica that knows the credential already learns a length within seconds', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { redis, simulator, first, startAnother } = await startAlone();
    const other = await startAnother();
    const small = { query: '{ organization { name } }' };
    expect((await post(other, small)).codes).toEqual([]);
    const ids = await lastMedia(startReplica(simulator.url, {}));
    const operation = { query: mediaById, variables: { nodeIds: ids } };
    expect((await post(first, operation)).requests).toBe(11);
    await until('Redis knows the list', async () => (await redis.keysOf('facts')).length > 0);
    await until('the other knows it', async () => {
      // It asks once in five seconds, and a busy machine may be too late for the reply.
      vi.advanceTimersByTime(5000);
      await post(other, small);
      return (await sumOf(other, 'fleet_commands_total', 'command="get",outcome="ok"')) > 1;
    });
    expect((await post(other, operation)).requests).toBe(10);
  });

  it('another credential learns nothing of them', async () => {
    const { redis, first, startAnother } = await startAlone();
    const ids = await lastMedia(first);
    await until('Redis knows the list', async () => (await redis.keysOf('facts')).length > 0);
    const other = await startAnother();
    const asking = { credential: 'demo-media-only-credential' };
    expect((await post(other, { query: mediaById, variables: { nodeIds: ids } }, asking)).requests).toBe(11);
  });
});
