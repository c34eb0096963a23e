import { expect, it } from 'vitest';
import { atEach, startSeveral } from '../cluster/several-workers.js';
import { signIn } from '../cluster/visitor.js';
import { sumOf } from '../rig/metric.js';
import { until } from '../rig/wait.js';
import { eventually } from '../telemetry/watched.js';
import { secret } from './fleet.js';
import { describeWithRedis, startRedis } from './redis.js';

describeWithRedis('workers with REDIS_URL', () => {
  it('share through Redis, as replicas do', async () => {
    const redis = await startRedis();
    const facade = await startSeveral({ REDIS_URL: redis.url, FLEET_SECRET: secret });
    await until('both share', async () => (await sumOf(facade.url, 'fleet_up')) === 1);
    const visitor = await signIn(facade.url);
    expect(await redis.client.keys('*:session:*')).toHaveLength(1);
    await eventually(() => atEach(facade, () => visitor.name())).toEqual(['everything', 'everything']);
  });
});
