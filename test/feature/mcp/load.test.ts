import { Agent, fetch as fetchWith } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { usedHeap } from '../../load/heap.js';
import { sumOf } from '../../rig/metric.js';
import { eventually } from '../../extra/telemetry/watched.js';
import { openAgent, revisions } from '../../extra/mcp/agent.js';

/** Sends over at most this many connections: a thousand at once would measure the kernel. */
function fetchOver(connections: number): typeof fetch {
  const dispatcher = new Agent({ connections });
  onTestFinished(() => dispatcher.destroy());
  // undici's own types of the same interface.
  return ((input: string, init: object) =>
    fetchWith(input, { ...init, dispatcher })) as unknown as typeof fetch;
}

it('1,000 calls at once are all answered, and few REST requests serve them', async () => {
  const patient = { HEADERS_TIMEOUT_MS: 200_000, REQUEST_TIMEOUT_MS: 200_000 };
  const { simulator, call } = await openAgent({ fetch: fetchOver(100) }, patient);
  const heapBefore = process.memoryUsage().heapUsed;
  const results = await Promise.all(
    Array.from({ length: 1000 }, () => call('find_screens', { first: 2 })),
  );
  const codes = new Set(
    results.flatMap(({ content }) => content.errors?.map(({ code }) => code) ?? []),
  );
  // Calls beyond what one credential may have in flight are refused, with a code that says so.
  expect([...codes].filter((code) => code !== 'OPERATION_LIMIT_EXCEEDED')).toEqual([]);
  expect(results.filter(({ isError }) => !isError).length).toBeGreaterThanOrEqual(500);
  expect(simulator.requests.length).toBeLessThan(500);
  expect(process.memoryUsage().heapUsed - heapBefore).toBeLessThan(300 * 2 ** 20);
}, 240_000);

describe.each(revisions)('a client that leaves, revision %s', (revision) => {
  it('ends its REST requests', async () => {
    const { simulator, facade, client } = await openAgent(
      { revision },
      { UPSTREAM_MAX_CONCURRENCY: 1 },
    );
    simulator.setFaults([{ latencyMs: 100 }]);
    const ids = Array.from({ length: 40 }, (_each, index) => `id${index}`);
    const query =
      'query Leaving($ids: [ID!]!) { playbackConfigurations(screenIds: $ids) { revision } }';
    const called = client.callTool({
      name: 'graphql_query',
      arguments: { query, variables: { ids } },
    });
    called.catch(() => undefined);
    await eventually(() => simulator.requests.length).toBeGreaterThan(0);
    // Its signal must not be one that garbage collection cuts off.
    await usedHeap();
    await client.close();
    await expect(called).rejects.toThrow();
    const abandoned = async () =>
      (await sumOf(facade, 'operations_total', 'outcome="abandoned"')) === 1;
    await expect.poll(abandoned, { timeout: 10_000 }).toBe(true);
    expect(simulator.requests.length).toBeLessThan(40);
  });
});
