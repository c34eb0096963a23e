import { afterEach, expect, it, vi } from 'vitest';
import type { Facade } from '../../src/facade.js';
import { until } from '../rig/wait.js';
import { ask, hasHeard, startFleet, startReplica } from './fleet.js';
import { describeWithRedis } from './redis.js';

const query = '{ organization { name } }';

afterEach(() => {
  vi.useRealTimers();
});

describeWithRedis('cool-downs of a fleet', () => {
  const quota = { requests: 1, windowSeconds: 60, retryAfter: true };

  it('a 429 at one replica silences the others, which report the same refusal', async () => {
    const options = { replicas: 3, simulator: { quota } };
    const { simulator, first, replicas } = await startFleet(options);
    await ask(first, query);
    const refused = await ask(first, query);
    expect(refused.codes).toEqual(['RATE_LIMITED']);
    const sent = simulator.requests.length;
    for (const other of replicas.slice(1)) {
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
    const { redis, simulator, first } = await startFleet({ replicas: 1, simulator: { quota } });
    await ask(first, query);
    await ask(first, query);
    const late = startReplica(simulator.url, { REDIS_URL: redis.url });
    await until('it has heard of the wait', () => hasHeard(late));
    const sent = simulator.requests.length;
    expect((await ask(late, query)).codes).toEqual(['RATE_LIMITED']);
    expect(simulator.requests.length).toBe(sent);
  });

  // What a replica cannot send within 45 ms is not sent: a busy machine may take longer.
  it(
    'waits that the upstream does not name double for the fleet, not for each replica',
    { retry: 2 },
    async () => {
      vi.useFakeTimers({ toFake: ['performance'] });
      const { simulator, first, second } = await startFleet({
        simulator: { faults: [{ status: 429 }] },
      });
      const sends = async (facade: Facade): Promise<number> => {
        const before = simulator.requests.length;
        await ask(facade, query);
        return simulator.requests.length - before;
      };
      expect(await sends(first)).toBe(1);
      await until('the second has heard', () => hasHeard(second));
      vi.advanceTimersByTime(1001);
      expect(await sends(second)).toBe(1);
      await until('the first has heard', () => hasHeard(first));
      vi.advanceTimersByTime(1001);
      expect(await sends(first), 'the second wait is of two seconds').toBe(0);
      vi.advanceTimersByTime(1001);
      expect(await sends(first)).toBe(1);
    },
  );

  it('the wait of one credential is not that of another', async () => {
    const { first, second } = await startFleet({ simulator: { quota } });
    await ask(first, query);
    await ask(first, query);
    expect((await ask(second, query, 'demo-screens-only-credential')).codes).not.toContain('RATE_LIMITED');
  });
});
