import { expect, it } from 'vitest';
import type { Facade } from '../../src/facade.js';
import { sha256 } from '../operation/documents/manifest.js';
import { named } from '../operation/documents/request.js';
import { until } from '../rig/wait.js';
import { post, startFleet } from './fleet.js';
import { describeWithRedis, type TestRedis } from './redis.js';

const query = '{ organization { name } }';
const hash = sha256(query);
const extensions = named(hash);

/** Registers the text at a replica, and waits until Redis has it. */
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

  it('an invalid text is not shared', async () => {
    const { redis, first } = await startFleet();
    const bad = '{ nothing }';
    await post(first, { query: bad, extensions: named(sha256(bad)) });
    await register(redis, first);
    expect(await redis.keysOf('document')).toHaveLength(1);
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

  it('nothing is shared with APQ=false', async () => {
    const { redis, first, second } = await startFleet({ settings: { APQ: 'false' } });
    await post(first, { query, extensions });
    expect((await post(second, { extensions })).errors).toMatchObject([
      { message: 'PersistedQueryNotSupported' },
    ]);
    expect(await redis.keysOf('document')).toEqual([]);
  });
});
