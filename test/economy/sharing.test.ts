import { describe, expect, it } from 'vitest';
import { startSystem } from '../system/test-system.js';
import { ask, count } from './ask.js';

const Fleet = `{
  organization { name }
  screens(first: 8) { nodes { name playbackConfiguration { items { media { name } } } } }
}`;
/** Slow enough for every operation to start before the first response. */
const slow = { latencyMs: 60, size: { media: 250 } };
const together = <T>(number: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: number }, (_, index) => work(index)));

describe('concurrent operations of one credential share requests in flight', () => {
  it('twenty identical operations cost as much as one', async () => {
    const alone = await startSystem(slow);
    const one = await count(alone, () => ask(alone, Fleet));
    const system = await startSystem(slow);
    let responses: Awaited<ReturnType<typeof ask>>[] = [];
    const twenty = await count(
      system,
      async () => (responses = await together(20, () => ask(system, Fleet))),
    );
    expect(twenty).toBe(one);
    expect(new Set(responses.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    // Each sent request counts for one operation; the others count it as shared.
    expect(responses.reduce((sum, { upstream }) => sum + (upstream?.requests ?? 0), 0)).toBe(one);
    expect(responses.filter(({ upstream }) => (upstream?.shared ?? 0) > 0).length).toBeGreaterThanOrEqual(19);
  });

  it('twenty repeated operations, whose sweeps start early, cost as much as one', async () => {
    const alone = await startSystem(slow);
    await ask(alone, Fleet);
    const one = await count(alone, () => ask(alone, Fleet));
    const system = await startSystem(slow);
    await ask(system, Fleet);
    expect(await count(system, () => together(20, () => ask(system, Fleet)))).toBe(one);
  });

  it.each([{ UPSTREAM_MAX_CONNECTIONS: '2' }, { UPSTREAM_MAX_CONCURRENCY: '3' }])(
    'twenty identical operations cost as much as one with few connections: %o',
    async (settings) => {
      const query = '{ screens(first: 8) { nodes { name playbackConfiguration { revision } } } }';
      const system = await startSystem({ latencyMs: 20 }, { settings });
      expect(await count(system, () => together(20, () => ask(system, query)))).toBe(1 + 8);
    },
  );
});
