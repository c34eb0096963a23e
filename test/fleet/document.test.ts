import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Facade } from '../../src/facade.js';
import { until } from '../rig/wait.js';
import { post, startFleet } from './fleet.js';
import { redisIsMissing, startRedis, type TestRedis } from './redis.js';

const query = '{ organization { name } }';
const hash = createHash('sha256').update(query).digest('hex');
const extensions = { persistedQuery: { version: 1, sha256Hash: hash } };

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
    const { first, second } = await startFleet(redis);
    expect((await post(second, named)).codes).toHaveLength(1);
    await register(redis, first);
    await until('the other knows it', async () => (await post(second, named)).codes.length === 0);
    expect(await post(second, named)).toMatchObject({ codes: [], data: { organization: {} } });
    redis.kill('SIGKILL');
    expect((await post(second, named)).codes).toEqual([]);
  });

  it('Redis shows nothing of it, and forgets it after a day', async () => {
    const redis = await startRedis();
    const { first } = await startFleet(redis);
    await register(redis, first);
    const [key = ''] = await documentKeys(redis);
    expect(key).not.toContain(hash);
    expect(await redis.client.get(key)).not.toContain('organization');
    expect(await redis.client.pttl(key)).toBeGreaterThan(86_300_000);
    expect(await redis.client.pttl(key)).toBeLessThanOrEqual(86_400_000);
  });

  it('a replica that has found it there shares it for another day', async () => {
    const redis = await startRedis();
    const { first, second } = await startFleet(redis);
    await register(redis, first);
    const [key = ''] = await documentKeys(redis);
    await redis.client.pexpire(key, 10_000);
    await post(second, { extensions });
    await until('it holds longer', async () => (await redis.client.pttl(key)) > 86_000_000);
  });

  it('an invalid text is not shared', async () => {
    const redis = await startRedis();
    const { first } = await startFleet(redis);
    const bad = '{ nothing }';
    const sha256Hash = createHash('sha256').update(bad).digest('hex');
    await post(first, { query: bad, extensions: { persistedQuery: { version: 1, sha256Hash } } });
    await register(redis, first);
    expect(await documentKeys(redis)).toHaveLength(1);
  });

  it('a flood of texts takes a bounded part of Redis', async () => {
    const redis = await startRedis();
    const { first } = await startFleet(redis);
    for (let index = 0; index < 60; index += 1) {
      const text = `{ __typename } #${index}${'x'.repeat(100_000)}`;
      const sha256Hash = createHash('sha256').update(text).digest('hex');
      await post(first, { query: text, extensions: { persistedQuery: { version: 1, sha256Hash } } });
    }
    await until('Redis has them', async () => (await documentKeys(redis)).length >= 41);
    // 8 MiB, two bytes for each character.
    expect(await documentKeys(redis)).toHaveLength(41);
  });

  it('nothing is shared with APQ=false', async () => {
    const redis = await startRedis();
    const { first, second } = await startFleet(redis, { settings: { APQ: 'false' } });
    await post(first, { query, extensions });
    expect((await post(second, { extensions })).errors).toMatchObject([
      { message: 'PersistedQueryNotSupported' },
    ]);
    expect(await documentKeys(redis)).toEqual([]);
  });
});
