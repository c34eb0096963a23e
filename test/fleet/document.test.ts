import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Facade } from '../../src/facade.js';
import { until } from '../rig/wait.js';
import { isSharing, secret, startFleet, startReplica, type TestFleetOptions } from './fleet.js';
import { redisIsMissing, startRedis, type TestRedis } from './redis.js';
import { post } from './request.js';

const query = '{ organization { name } }';
const hash = createHash('sha256').update(query).digest('hex');
const extensions = { persistedQuery: { version: 1, sha256Hash: hash } };

async function startPair(redis: TestRedis, options: TestFleetOptions = {}) {
  const { replicas, simulator } = await startFleet(redis, options);
  const [first, second] = replicas;
  if (first === undefined || second === undefined) throw new Error('There are two replicas.');
  return { first, second, simulator };
}

const documentKeys = ({ client }: TestRedis): Promise<string[]> => client.keys('partner-graphql:document:*');

/** Registers the text at a replica, and waits until Redis has it. */
async function register(redis: TestRedis, facade: Facade): Promise<void> {
  expect((await post(facade, { query, extensions })).codes).toEqual([]);
  await until('Redis has the text', async () => (await documentKeys(redis)).length === 1);
}

describe.skipIf(redisIsMissing)(`texts of a fleet${redisIsMissing ? `: ${redisIsMissing}` : ''}`, () => {
  it.each([
    ['persistedQuery', { extensions }],
    ['documentId', { documentId: `sha256:${hash}` }],
  ])('one that is registered at a replica is known to the others, as %s', async (_form, named) => {
    const redis = await startRedis();
    const { first, second } = await startPair(redis);
    expect((await post(second, named)).codes).toHaveLength(1);
    await register(redis, first);
    await until('the other knows it', async () => (await post(second, named)).codes.length === 0);
    expect(await post(second, named)).toMatchObject({ codes: [], data: { organization: {} } });
    redis.kill('SIGKILL');
    expect((await post(second, named)).codes).toEqual([]);
  });

  it('Redis shows nothing of it, and forgets it after a day', async () => {
    const redis = await startRedis();
    const { first } = await startPair(redis);
    await register(redis, first);
    const [key = ''] = await documentKeys(redis);
    expect(key).not.toContain(hash);
    expect(await redis.client.get(key)).not.toContain('organization');
    expect(await redis.client.pttl(key)).toBeGreaterThan(86_300_000);
    expect(await redis.client.pttl(key)).toBeLessThanOrEqual(86_400_000);
  });

  it('a replica that has found it there shares it for another day', async () => {
    const redis = await startRedis();
    const { first, second } = await startPair(redis);
    await register(redis, first);
    const [key = ''] = await documentKeys(redis);
    await redis.client.pexpire(key, 10_000);
    await post(second, { extensions });
    await until('it holds longer', async () => (await redis.client.pttl(key)) > 86_000_000);
  });

  it('a replica with a new secret finds what one with the old secret has shared', async () => {
    const redis = await startRedis();
    const { first, simulator } = await startPair(redis);
    await register(redis, first);
    const FLEET_SECRET = `${'a new secret '.repeat(3).trim()},${secret}`;
    const next = startReplica(simulator.url, { REDIS_URL: redis.url, FLEET_SECRET });
    await until('it shares', () => isSharing(next));
    await until('it knows the text', async () => (await post(next, { extensions })).codes.length === 0);
  });

  it('what cannot be opened is no text', async () => {
    const redis = await startRedis();
    const { first, second } = await startPair(redis);
    await register(redis, first);
    const [key = ''] = await documentKeys(redis);
    await redis.client.set(key, Buffer.from(query).toString('base64'));
    expect((await post(second, { extensions })).messages).toEqual(['PersistedQueryNotFound']);
  });

  it('an invalid text is not shared', async () => {
    const redis = await startRedis();
    const { first } = await startPair(redis);
    const bad = '{ nothing }';
    const sha256Hash = createHash('sha256').update(bad).digest('hex');
    await post(first, { query: bad, extensions: { persistedQuery: { version: 1, sha256Hash } } });
    await register(redis, first);
    expect(await documentKeys(redis)).toHaveLength(1);
  });

  it('a flood of texts takes a bounded part of Redis', async () => {
    const redis = await startRedis();
    const { first } = await startPair(redis);
    for (let index = 0; index < 60; index += 1) {
      const text = `{ __typename } #${index}${'x'.repeat(100_000)}`;
      const sha256Hash = createHash('sha256').update(text).digest('hex');
      await post(first, { query: text, extensions: { persistedQuery: { version: 1, sha256Hash } } });
    }
    await until('Redis has them', async () => (await documentKeys(redis)).length >= 41);
    // 8 MiB, two bytes for each character.
    expect(await documentKeys(redis)).toHaveLength(41);
  });

  it.each([{ APQ: 'false' }])('nothing is shared with %j', async (settings) => {
    const redis = await startRedis();
    const { first, second } = await startPair(redis, { settings });
    await post(first, { query, extensions });
    expect((await post(second, { extensions })).messages).toEqual(['PersistedQueryNotSupported']);
    expect(await documentKeys(redis)).toEqual([]);
  });

  it.each(['SIGSTOP', 'SIGKILL'] as const)(
    'without Redis a hash is unknown, and no more: %s',
    async (signal) => {
      const redis = await startRedis();
      const { second } = await startPair(redis);
      redis.kill(signal);
      for (let round = 0; round < 3; round += 1)
        expect((await post(second, { extensions })).messages).toEqual(['PersistedQueryNotFound']);
      expect((await post(second, { query, extensions })).codes).toEqual([]);
      expect((await post(second, { extensions })).codes).toEqual([]);
    },
  );
});
