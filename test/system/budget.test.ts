import { describe, expect, it } from 'vitest';
import { startSystem } from './test-system.js';
import { sendQuery } from './send.js';

describe('D14, F6, F7: the budget of an operation', () => {
  const longLists = { settings: { MAX_LIST_ARGUMENT: '3000' } };

  it('3,000 configurations exceed the budget: the façade sends no more requests than allowed', async () => {
    const { facade, simulator } = await startSystem({}, longLists);
    const screenIds = Array.from({ length: 3000 }, (_, index) => `scr_${index}`);
    const response = await sendQuery(
      facade,
      'query($screenIds: [ID!]!) { playbackConfigurations(screenIds: $screenIds) { revision } }',
      { screenIds },
    );
    const codes = new Set(response.errors.map(({ extensions }) => extensions['code']));
    expect(codes).toContain('UPSTREAM_BUDGET_EXCEEDED');
    expect(simulator.requests.length).toBeLessThanOrEqual(250);
  });

  it('3,000 times the same id is one request', async () => {
    const { facade, simulator } = await startSystem({}, longLists);
    const screenIds = Array.from({ length: 3000 }, () => 'scr_1fyak');
    const response = await sendQuery(
      facade,
      'query($screenIds: [ID!]!) { playbackConfigurations(screenIds: $screenIds) { revision } }',
      { screenIds },
    );
    expect(response.errors).toEqual([]);
    expect(simulator.requests).toHaveLength(1);
  });

  it('3,000 nodes of a collection are read within the budget, from its list', async () => {
    const { facade, simulator } = await startSystem({ size: { media: 3000 } }, longLists);
    const ids = await sendQuery(
      facade,
      '{ a: media(first: 1000) { nodes { nodeId } pageInfo { endCursor } } }',
    );
    expect(ids.errors).toEqual([]);
    const { nodes } = ids.data?.['a'] as { nodes: { nodeId: string }[] };
    const nodeIds = [...nodes, ...nodes, ...nodes].map(({ nodeId }) => nodeId);
    simulator.clearRequests();
    const response = await sendQuery(
      facade,
      'query($nodeIds: [ID!]!) { nodes(nodeIds: $nodeIds) { nodeId } }',
      { nodeIds },
    );
    expect(response.errors).toEqual([]);
    expect(response.data?.['nodes']).toEqual(nodeIds.map((nodeId) => ({ nodeId })));
    expect(simulator.requests.length).toBeLessThanOrEqual(31);
  });
});
