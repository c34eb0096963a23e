import { expect, it } from 'vitest';
import { until } from '../rig/wait.js';
import { describeWithRedis, startRedis } from './redis.js';
import { openRedis } from './store-case.js';

describeWithRedis('a store in Redis', () => {
  it('keeps a value for a time that begins when it is written, not when a frozen Redis takes it', async () => {
    const redis = await startRedis();
    const store = await openRedis(redis.url);
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
