import { afterEach, expect, it, vi } from 'vitest';
import { until } from '../rig/wait.js';
import { joinFleet, reaches, shares } from './member.js';
import { describeWithRedis, startRedis, type TestRedis } from './redis.js';

afterEach(() => void vi.useRealTimers());

/** The connections of members, by their numbers. */
async function idsOf({ client }: TestRedis): Promise<string[]> {
  const own = String(await client.client('ID'));
  // The reply is a text with one line for each connection.
  const lines = String(await client.client('LIST'))
    .trim()
    .split('\n');
  return lines.map((line) => /^id=(\d+)/.exec(line)?.[1] ?? '').filter((id) => id !== own);
}

describeWithRedis('a quiet fleet', () => {
  it('keeps its connections, however long nothing is said', async () => {
    const redis = await startRedis();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const [member, other] = [joinFleet(redis.url), joinFleet(redis.url)];
    await shares(member);
    await reaches(other, member);
    const ids = await idsOf(redis);
    expect(ids).toHaveLength(4);
    // An hour for everything that measures time in this process.
    vi.advanceTimersByTime(3_600_000);
    await until('messages still arrive', () => reaches(other, member).then(() => true));
    expect(await idsOf(redis)).toEqual(ids);
  });
});
