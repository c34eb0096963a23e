import { afterEach, expect, it, vi } from 'vitest';
import type { Facade } from '../../../src/facade.js';
import { withPagination } from '../../fault/connections.js';
import { sha256 } from '../../document/manifest.js';
import { named } from '../../document/request.js';
import { credentials } from '../../rig/credential.js';
import { openUpstream } from '../../rig/open.js';
import { editedBy, truthful } from '../../rig/response.js';
import { until } from '../../rig/wait.js';
import {
  ask,
  askNew,
  hasHeard,
  isSharing,
  post,
  startFleet,
  startReplica,
} from '../../extra/fleet/fleet.js';
import { describeWithRedis, startRedis, type TestRedis } from '../../extra/fleet/redis.js';

const query = '{ organization { name } }';

afterEach(() => void vi.useRealTimers());

describeWithRedis('cool-downs of a fleet', () => {
  const quota = { requests: 1, windowSeconds: 60, retryAfter: true };

  it('a 429 at one replica silences the others, which report the same refusal', async () => {
    const options = { replicas: 3, simulator: { quota } };
    const { simulator, first, replicas } = await startFleet(options);
    await ask(first, query);
    const refused = await ask(first, query);
    expect(refused.codes).toEqual(['RATE_LIMITED']);
    const sent = simulator.requests.length;
    for (const other of replicas.slice(1)) {
      await until('it has heard of the wait', () => hasHeard(other));
      const { codes, errors } = await ask(other, query);
      expect(codes).toEqual(['RATE_LIMITED']);
      expect(errors[0]?.extensions['upstreamRequestId']).toBe(
        refused.errors[0]?.extensions['upstreamRequestId'],
      );
    }
    expect(simulator.requests.length - sent).toBe(0);
  });

  it('a replica that starts later knows the wait before its first request', async () => {
    const { redis, simulator, first } = await startFleet({ replicas: 1, simulator: { quota } });
    await ask(first, query);
    await ask(first, query);
    const late = startReplica(simulator.url, { REDIS_URL: redis.url });
    await until('it has heard of the wait', () => hasHeard(late));
    const sent = simulator.requests.length;
    expect((await ask(late, query)).codes).toEqual(['RATE_LIMITED']);
    expect(simulator.requests.length).toBe(sent);
  });

  // What a replica cannot send within 45 ms is not sent: a busy machine may take longer.
  it(
    'waits that no upstream names double for the fleet, not for each replica',
    { retry: 2 },
    async () => {
      vi.useFakeTimers({ toFake: ['performance'] });
      const { simulator, first, second } = await startFleet({
        simulator: { faults: [{ status: 429 }] },
      });
      const sends = async (facade: Facade): Promise<number> => {
        const before = simulator.requests.length;
        await ask(facade, query);
        return simulator.requests.length - before;
      };
      expect(await sends(first)).toBe(1);
      await until('the second has heard', () => hasHeard(second));
      vi.advanceTimersByTime(1001);
      expect(await sends(second)).toBe(1);
      await until('the first has heard', () => hasHeard(first));
      vi.advanceTimersByTime(1001);
      expect(await sends(first), 'the second wait is of two seconds').toBe(0);
      vi.advanceTimersByTime(1001);
      expect(await sends(first)).toBe(1);
    },
  );
});

const hash = sha256(query);
const extensions = named(hash);

async function register(redis: TestRedis, facade: Facade): Promise<void> {
  expect((await post(facade, { query, extensions })).codes).toEqual([]);
  await until('Redis has the text', async () => (await redis.keysOf('document')).length === 1);
}

describeWithRedis('texts of a fleet', () => {
  it.each([
    ['persistedQuery', { extensions }],
    ['documentId', { documentId: `sha256:${hash}` }],
  ])('one that is registered at a replica is known to the others, as %s', async (_form, naming) => {
    const { redis, first, second } = await startFleet();
    expect((await post(second, naming)).codes).toHaveLength(1);
    await register(redis, first);
    await until('the other knows it', async () => (await post(second, naming)).codes.length === 0);
    expect(await post(second, naming)).toMatchObject({ codes: [], data: { organization: {} } });
    redis.kill('SIGKILL');
    expect((await post(second, naming)).codes).toEqual([]);
  });

  it('a replica that has found it there shares it for another day', async () => {
    const { redis, first, second } = await startFleet();
    await register(redis, first);
    const [key = ''] = await redis.keysOf('document');
    await redis.client.pexpire(key, 10_000);
    await post(second, { extensions });
    await until('it holds longer', async () => (await redis.client.pttl(key)) > 86_000_000);
    expect(await redis.client.pttl(key)).toBeLessThanOrEqual(86_400_000);
  });

  it('a flood of texts takes a bounded part of Redis', async () => {
    const { redis, first } = await startFleet();
    for (let index = 0; index < 60; index += 1) {
      const text = `{ __typename } #${index}${'x'.repeat(100_000)}`;
      await post(first, { query: text, extensions: named(sha256(text)) });
    }
    await until('Redis has them', async () => (await redis.keysOf('document')).length >= 41);
    // 8 MiB, two bytes for each character.
    expect(await redis.keysOf('document')).toHaveLength(41);
  });
});

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

  it('one that cannot be true reaches no other replica', async () => {
    const redis = await startRedis();
    const upstream = await openUpstream({ sizes: { screens: 230, media: 5 } });
    const operation = { operation: 'partnerV1_screens' } as const;
    const lie = { total: 2 ** 31 - 1, totalPages: 21_474_837 };
    upstream.on(
      operation,
      editedBy((body) => withPagination(body, lie)),
    );
    const [first, second] = [1, 2].map(() => startReplica(upstream.url, { REDIS_URL: redis.url }));
    if (first === undefined || second === undefined) throw new Error('There are two.');
    for (const replica of [first, second]) await until('it shares', () => isSharing(replica));
    const asking = { credential: credentials.alpha.everything };
    const summary = { query: '{ screenSummary { count } }' };
    expect((await post(first, summary, asking)).codes).toEqual(['UPSTREAM_BUDGET_EXCEEDED']);
    await post(first, { query: '{ media { totalCount } }' }, asking);
    await until('Redis knows a list', async () => (await redis.keysOf('facts')).length > 0);
    expect(await redis.keysOf('facts'), 'the media alone').toHaveLength(1);
    upstream.on(operation, truthful);
    for (const replica of [first, second]) {
      const { codes, requests } = await post(replica, summary, asking);
      expect([codes, requests]).toEqual([[], 3]);
    }
  });

  it('another credential learns nothing of them', async () => {
    const { redis, first, startAnother } = await startAlone();
    const ids = await lastMedia(first);
    await until('Redis knows the list', async () => (await redis.keysOf('facts')).length > 0);
    const other = await startAnother();
    const asking = { credential: 'demo-media-only-credential' };
    expect(
      (await post(other, { query: mediaById, variables: { nodeIds: ids } }, asking)).requests,
    ).toBe(11);
  });
});
