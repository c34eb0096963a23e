import { describe, expect, it, onTestFinished } from 'vitest';
import { RedisStore } from '../../src/fleet/redis-store.js';
import type { Store } from '../../src/fleet/store.js';
import { until } from '../rig/wait.js';
import { redisIsMissing, startRedis } from './redis.js';

async function openStore(url: string): Promise<Store> {
  const store = new RedisStore(url);
  onTestFinished(() => store.close());
  await new Promise<void>((resolve) => store.onConnect(resolve));
  await store.ping();
  return store;
}

describe.skipIf(redisIsMissing)(`a store in Redis${redisIsMissing ? `: ${redisIsMissing}` : ''}`, () => {
  it('reads several values in one round trip, each with the time for which it still holds', async () => {
    const store = await openStore((await startRedis()).url);
    await store.set('one', 'first', 60_000);
    await store.set('three', 'third', 10_000);
    const [one, two, three] = await store.getAll(['one', 'two', 'three']);
    expect([one?.value, two, three?.value]).toEqual(['first', undefined, 'third']);
    expect(one?.leftMs).toBeGreaterThan(50_000);
    expect(one?.leftMs).toBeLessThanOrEqual(60_001);
    expect(three?.leftMs).toBeLessThanOrEqual(10_001);
    expect(await store.getAll([])).toEqual([]);
  });

  it('keeps a value for a time that begins when it is written, not when a frozen Redis takes it', async () => {
    const redis = await startRedis();
    const store = await openStore(redis.url);
    redis.kill('SIGSTOP');
    const begun = performance.now();
    const written = [store.set('short', 'value', 200), store.set('long', 'value', 60_000)];
    await until('the time of the short one is over', () => performance.now() - begun > 300);
    redis.kill('SIGCONT');
    await Promise.all(written);
    const [short, long] = await store.getAll(['short', 'long']);
    expect(short).toBeUndefined();
    expect(long?.leftMs).toBeLessThanOrEqual(59_701);
    expect(long?.leftMs).toBeGreaterThan(50_000);
  });
});
