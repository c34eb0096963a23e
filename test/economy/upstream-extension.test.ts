import { describe, expect, it } from 'vitest';
import { startSystem } from '../system/test-system.js';
import { ask, mediaAt, nodeIdOf, places, screenAt } from './ask.js';

const nodeIds = places(30).map((index) => nodeIdOf('Media', mediaAt(index)));

describe('X-Upstream-Explain', () => {
  const query = '{ screens(first: 3) { nodes { playbackConfiguration { items { media { id } } } } } }';

  it('plan sends no request, and lists each kind of request with its reason', async () => {
    const system = await startSystem();
    const { data, upstream } = await ask(system, query, { headers: { 'X-Upstream-Explain': 'plan' } });
    expect(system.simulator.requests).toEqual([]);
    expect(data).toEqual({});
    expect(upstream?.requests).toBe(0);
    expect(
      upstream?.plan?.map(({ operation, field, atLeast, atMost }) => [operation, field, atLeast, atMost]),
    ).toEqual([
      ['partnerV1_screens', 'screens', 1, 1],
      ['partnerV1_screenConfiguration', 'screens.nodes.playbackConfiguration', 0, 3],
      ['partnerV1_mediaItem', 'screens.nodes.playbackConfiguration.items.media', 0, 30],
    ]);
    for (const { why } of upstream?.plan ?? []) expect(why.length).toBeGreaterThan(5);
  });

  it('trace lists every sent request: path, status, milliseconds, wave', async () => {
    const system = await startSystem();
    system.simulator.setFaults([
      { operation: 'partnerV1_screenConfiguration', id: screenAt(1), status: 404 },
    ]);
    const { upstream } = await ask(system, query, { headers: { 'X-Upstream-Explain': 'trace' } });
    const trace = upstream?.trace ?? [];
    const listed = trace.map(({ path, status }) => `${path} ${status}`).toSorted();
    expect(listed).toEqual(
      system.simulator.requests.map(({ path, status }) => `${path} ${status}`).toSorted(),
    );
    expect(listed).toContain(`/api/partner/v1/screens/${screenAt(1)}/configuration 404`);
    for (const { milliseconds, wave } of trace) {
      expect(milliseconds).toBeGreaterThan(0);
      expect([1, 2, 3, 4, 5]).toContain(wave);
    }
  });
});

describe('extensions.upstream reports saved requests', () => {
  it('deduplicated, primed and swept', async () => {
    const system = await startSystem({ size: { media: 150 } });
    const one = screenAt(0);
    const equal = await ask(system, `{ a: screen(id: "${one}") { id } b: screen(id: "${one}") { id } }`);
    expect(equal.upstream).toMatchObject({
      requests: 1,
      limit: 250,
      deduplicated: 1,
      primed: 0,
      swept: 0,
      shared: 0,
    });
    const swept = await ask(system, 'query ($ids: [ID!]!) { nodes(nodeIds: $ids) { nodeId } }', {
      variables: { ids: nodeIds },
    });
    expect(swept.upstream).toMatchObject({ requests: 1, deduplicated: 0, primed: 0, swept: 30 });
    const primed = await ask(
      system,
      '{ screens(first: 4) { nodes { playbackConfiguration { screen { screen { id } } } } } }',
    );
    expect(primed.upstream).toMatchObject({ requests: 5, deduplicated: 0, primed: 4, swept: 0 });
  });
});
