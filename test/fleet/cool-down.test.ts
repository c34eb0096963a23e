import { describe, expect, it } from 'vitest';
import { until } from '../rig/wait.js';
import { ask, hasHeard, startFleet, startReplica } from './fleet.js';
import { redisIsMissing, startRedis } from './redis.js';

const query = '{ organization { name } }';

describe.skipIf(redisIsMissing)(`cool-downs of a fleet${redisIsMissing ? `: ${redisIsMissing}` : ''}`, () => {
  const quota = { requests: 1, windowSeconds: 60, retryAfter: true };

  it('a 429 at one replica silences the others, which report the same refusal', async () => {
    const { simulator, replicas } = await startFleet(await startRedis(), {
      replicas: 3,
      simulator: { quota },
    });
    const [first, ...others] = replicas;
    if (first === undefined) throw new Error('There is no replica.');
    await ask(first, query);
    const refused = await ask(first, query);
    expect(refused.codes).toEqual(['RATE_LIMITED']);
    const sent = simulator.requests.length;
    for (const other of others) {
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
    const redis = await startRedis();
    const { simulator, replicas } = await startFleet(redis, { replicas: 1, simulator: { quota } });
    const [first] = replicas;
    if (first === undefined) throw new Error('There is no replica.');
    await ask(first, query);
    await ask(first, query);
    const late = startReplica(simulator.url, { REDIS_URL: redis.url });
    await until('it has heard of the wait', () => hasHeard(late));
    const sent = simulator.requests.length;
    expect((await ask(late, query)).codes).toEqual(['RATE_LIMITED']);
    expect(simulator.requests.length).toBe(sent);
  });

  it('the wait of one credential is not that of another', async () => {
    const { replicas } = await startFleet(await startRedis(), { simulator: { quota } });
    const [first, second] = replicas;
    if (first === undefined || second === undefined) throw new Error('There are two replicas.');
    await ask(first, query);
    await ask(first, query);
    expect((await ask(second, query, 'demo-screens-credential')).codes).not.toContain('RATE_LIMITED');
  });
});
