import { describe, expect, it } from 'vitest';
import type { Facade } from '../../src/facade.js';
import { until } from '../rig/wait.js';
import {
  askNew,
  hasHeard,
  isSharing,
  post,
  type Reply,
  startFleet,
  startReplica,
  type TestFleet,
} from './fleet.js';
import { redisIsMissing, type TestRedis } from './redis.js';

const query = `{
  organization { name }
  screens(first: 3) { nodes { name playbackConfiguration { revision items { slotId } } } }
  playlists(first: 20) { nodes { name items(first: 5) { nodes { slotId } } } }
}`;
const small = '{ organization { name } }';
const accepting = { cacheControl: 'max-age=60' };

const startPair = (settings: Readonly<Record<string, string>> = {}): Promise<TestFleet> =>
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

const title = `CACHE=redis${redisIsMissing ? `: ${redisIsMissing}` : ''}`;

describe.skipIf(redisIsMissing)(title, () => {
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
    expect(reply).toMatchObject({ data: whole.data, codes: [], requests: 0, cached: whole.requests });
    expect(Number(reply.age)).toBeLessThan(10);
    redis.kill('SIGKILL');
    expect(await post(second, { query }, accepting)).toMatchObject({ requests: 0, cached: whole.requests });
  });

  it('without max-age, and for another credential, nothing of it is served', async () => {
    const { redis, first, second } = await startPair();
    await read(redis, first, small);
    expect(await post(second, { query: small })).toMatchObject({ requests: 1, cached: 0, age: null });
    const other = { ...accepting, credential: 'demo-second-organization-credential' };
    expect(await post(second, { query: small }, other)).toMatchObject({ codes: [], requests: 1, cached: 0 });
  });

  it('Age is what has passed by the clock of Redis, and max-age bounds it', async () => {
    const { redis, first, second, simulator } = await startPair();
    await read(redis, first, small);
    const [key = ''] = await redis.keysOf('response');
    const start = async (): Promise<Facade> => {
      const replica = await startAnother(redis, simulator.url);
      // As if it had been read 20 seconds before.
      await redis.client.pexpire(key, 40_000);
      return replica;
    };
    const upTo30 = { cacheControl: 'max-age=30' };
    const old = await askNew(start, { query: small }, ({ requests }) => requests === 0, upTo30);
    expect([old.requests, old.cached]).toEqual([0, 1]);
    expect(Number(old.age)).toBeGreaterThanOrEqual(20);
    expect(Number(old.age)).toBeLessThan(30);
    expect(await post(second, { query: small }, { cacheControl: 'max-age=19' })).toMatchObject({
      requests: 1,
      age: null,
    });
  });

  it('a 403 at one replica drops the responses of its credential everywhere', async () => {
    const { redis, first, second } = await startPair();
    const asking = { credential: 'demo-screens-only-credential' };
    const screens = '{ screens(first: 3) { nodes { name } } }';
    const forbidden = '{ media(first: 3) { nodes { name } } }';
    await post(first, { query: screens }, asking);
    await until('Redis has it', async () => (await redis.keysOf('response')).length === 1);
    expect((await post(second, { query: screens }, { ...asking, ...accepting })).codes).toEqual([]);
    expect((await post(second, { query: forbidden }, asking)).codes).toEqual(['FORBIDDEN']);
    await until('the other has heard of it', () => hasHeard(first));
    for (const replica of [first, second])
      expect(await post(replica, { query: screens }, { ...asking, ...accepting })).toMatchObject({
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

  it('what cannot be opened, or is no response to the path, is read again', async () => {
    const { redis, first, second } = await startPair();
    await read(redis, first, '{ organization { name } screens(first: 3) { nodes { name } } }');
    const [one = '', other = ''] = await redis.keysOf('response');
    const [text, otherText] = [await redis.client.get(one), await redis.client.get(other)];
    await redis.client.set(one, otherText ?? '');
    await redis.client.set(other, (text ?? '').slice(4));
    const reply = await post(second, { query: small }, accepting);
    expect(reply).toMatchObject({ codes: [], requests: 1, cached: 0 });
  });

  it.each([
    [{ CACHE: 'off' }, 0],
    [{ MAX_STALE_SECONDS: '0' }, 0],
  ])('%j writes nothing', async (settings, count) => {
    const { redis, first, second } = await startPair(settings);
    await post(first, { query: small });
    expect(await post(second, { query: small }, accepting)).toMatchObject({ requests: 1, cached: 0 });
    expect(await redis.keysOf('response')).toHaveLength(count);
  });

  it('CACHE_MAX_BYTES bounds what a process keeps there', async () => {
    const { redis, first } = await startPair({ CACHE_MAX_BYTES: '60000' });
    const { requests } = await post(first, { query });
    expect(requests).toBeGreaterThan(20);
    const size = async (): Promise<number> => {
      const texts = await Promise.all((await redis.keysOf('response')).map((key) => redis.client.get(key)));
      return texts.join('').length;
    };
    await until('it keeps some', async () => (await size()) > 0);
    await until('it has removed the others', async () => (await size()) < 40_000);
  });
});
