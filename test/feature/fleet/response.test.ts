import { expect, it } from 'vitest';
import type { Facade } from '../../../src/facade.js';
import { until } from '../../rig/wait.js';
import {
  askNew,
  isSharing,
  post,
  type Reply,
  startFleet,
  startReplica,
} from '../../extra/fleet/fleet.js';
import { describeWithRedis, type TestRedis } from '../../extra/fleet/redis.js';

const query = `{
  organization { name }
  screens(first: 3) { nodes { name playbackConfiguration { revision items { slotId } } } }
  playlists(first: 20) { nodes { name items(first: 5) { nodes { slotId } } } }
}`;
const small = '{ organization { name } }';
const accepting = { cacheControl: 'max-age=60' };

const startPair = (settings: Readonly<Record<string, string>> = {}) =>
  startFleet({ settings: { CACHE: 'redis', ...settings } });

/** Runs an operation, and waits until Redis has all of its responses. */
async function read(redis: TestRedis, facade: Facade, text: string): Promise<Reply> {
  const reply = await post(facade, { query: text });
  expect(reply.codes).toEqual([]);
  await until('Redis has all', async () => {
    if ((await redis.keysOf('response')).length >= reply.requests) return true;
    // A write that was not possible at that moment is made up for a second later.
    await post(facade, { query: text });
    return false;
  });
  return reply;
}

async function startAnother(redis: TestRedis, url: string): Promise<Facade> {
  const replica = startReplica(url, { REDIS_URL: redis.url, CACHE: 'redis' });
  await until('it shares', () => isSharing(replica));
  return replica;
}

describeWithRedis('CACHE=redis', () => {
  it('max-age serves what another replica has read, and counts it', async () => {
    const { redis, first, simulator } = await startPair();
    const whole = await read(redis, first, query);
    let second = first;
    let sent = 0;
    const start = async (): Promise<Facade> => {
      second = await startAnother(redis, simulator.url);
      sent = simulator.requests.length;
      return second;
    };
    const reply = await askNew(start, { query }, ({ requests }) => requests === 0, accepting);
    expect(simulator.requests.length - sent).toBe(0);
    expect(reply).toMatchObject({
      data: whole.data,
      codes: [],
      requests: 0,
      cached: whole.requests,
    });
    expect(Number(reply.age)).toBeLessThan(10);
    redis.kill('SIGKILL');
    expect(await post(second, { query }, accepting)).toMatchObject({
      requests: 0,
      cached: whole.requests,
    });
  });

  it('without max-age, and for another credential, nothing of it is served', async () => {
    const { redis, first, second } = await startPair();
    await read(redis, first, small);
    expect(await post(second, { query: small })).toMatchObject({
      requests: 1,
      cached: 0,
      age: null,
    });
    const other = { ...accepting, credential: 'demo-second-organization-credential' };
    expect(await post(second, { query: small }, other)).toMatchObject({
      codes: [],
      requests: 1,
      cached: 0,
    });
  });

  it('Redis forgets responses after MAX_STALE_SECONDS', async () => {
    const { redis, first } = await startPair({ MAX_STALE_SECONDS: '20' });
    await read(redis, first, small);
    const [key = ''] = await redis.keysOf('response');
    expect(await redis.client.pttl(key)).toBeLessThanOrEqual(20_000);
  });

  it.each([{ CACHE: 'off' }, { MAX_STALE_SECONDS: '0' }])('%j writes nothing', async (settings) => {
    const { redis, first, second } = await startPair(settings);
    await post(first, { query: small });
    expect(await post(second, { query: small }, accepting)).toMatchObject({
      requests: 1,
      cached: 0,
    });
    expect(await redis.keysOf('response')).toEqual([]);
  });
});
