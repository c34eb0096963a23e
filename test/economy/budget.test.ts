import { describe, expect, it } from 'vitest';
import { startSystem } from '../system/test-system.js';
import { ask, places, screenAt } from './ask.js';

const screenIds = places(40).map(screenAt);

describe('the budget of an operation', () => {
  const limited = () => startSystem({}, { settings: { MAX_UPSTREAM_REQUESTS: '20' } });

  it('F6: an estimate above it is refused with R = 0, and the message names the costliest fields', async () => {
    const system = await limited();
    const query = `query ($ids: [ID!]!) {
      organization { name }
      all: playbackConfigurations(screenIds: $ids) { revision }
      one: playbackConfiguration(screenId: "x") { revision }
    }`;
    const { status, data, errors } = await ask(system, query, { variables: { ids: screenIds } });
    expect(data).toBeUndefined();
    expect(status).toBe(400);
    expect(errors).toHaveLength(1);
    expect(errors[0]?.extensions['code']).toBe('UPSTREAM_BUDGET_EXCEEDED');
    expect(errors[0]?.message).toContain(
      'at least 42 REST requests, and may spend 20 (MAX_UPSTREAM_REQUESTS)',
    );
    expect(errors[0]?.message).toContain('all (40 × partnerV1_screenConfiguration)');
    expect(system.simulator.requests).toEqual([]);
  });

  it('F7, D14: an operation that may fit runs up to the limit, with literals and with variables', async () => {
    const system = await limited();
    const literal = '{ screens(first: 30) { nodes { id playbackConfiguration { revision } } } }';
    const variable =
      'query ($n: Int) { screens(first: $n) { nodes { id playbackConfiguration { revision } } } }';
    const results: unknown[] = [];
    for (const [query, variables] of [
      [literal, {}],
      [variable, { n: 30 }],
    ] as const) {
      system.simulator.clearRequests();
      const { data, errors, upstream } = await ask(system, query, { variables });
      expect(system.simulator.requests).toHaveLength(20);
      expect(upstream).toMatchObject({ requests: 20, limit: 20, estimated: 31 });
      expect(data['screens']?.['nodes']).toHaveLength(30);
      expect(new Set(errors.map(({ extensions }) => extensions['code']))).toEqual(
        new Set(['UPSTREAM_BUDGET_EXCEEDED']),
      );
      results.push([data, errors.map(({ path }) => path)]);
    }
    expect(results[0]).toEqual(results[1]);
  });
});
