import { beforeAll, describe, expect, it } from 'vitest';
import { atEach, readSeries, startSeveral } from '../cluster/several-workers.js';
import { signIn } from '../cluster/visitor.js';
import { ensureBuilt } from '../rig/command.js';
import { until } from '../rig/wait.js';
import { eventually } from '../telemetry/watched.js';
import { secret } from './fleet.js';
import { redisIsMissing, startRedis } from './redis.js';

beforeAll(ensureBuilt, 120_000);

describe.skipIf(redisIsMissing)(
  `workers with REDIS_URL${redisIsMissing ? `: ${redisIsMissing}` : ''}`,
  () => {
    it('share through Redis, as replicas do', async () => {
      const redis = await startRedis();
      const facade = await startSeveral({ REDIS_URL: redis.url, FLEET_SECRET: secret });
      await until('both share', async () => (await readSeries(facade.url, 'partner_graphql_fleet_up')) === 1);
      const visitor = await signIn(facade.url);
      expect(await redis.client.keys('*:session:*')).toHaveLength(1);
      await eventually(() => atEach(facade, () => visitor.name())).toEqual(['everything', 'everything']);
    });
  },
);
