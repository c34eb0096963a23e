import { describe, expect, it } from 'vitest';
import { startSystem } from './test-system.js';
import { OrganizationName, PlaylistItems } from './cost-fixture.js';

describe('extensions.upstream', () => {
  it('reports the REST requests that were sent, and the limit', async () => {
    const { simulator, query } = await startSystem({}, { settings: { MAX_UPSTREAM_REQUESTS: '9' } });
    const result = await query(PlaylistItems, {});
    expect(result.extensions?.upstream).toMatchObject({ requests: 4, limit: 9 });
    expect(simulator.requests).toHaveLength(4);
  });

  it('counts a retry', async () => {
    const { simulator, query } = await startSystem({ faults: [{ status: 503, times: 1 }] });
    const { data, errors, extensions } = await query(OrganizationName, {});
    expect(errors).toBeUndefined();
    expect(data?.organization?.name).toBe('Nordlicht Bahn & Retail');
    expect(extensions?.upstream?.requests).toBe(2);
    expect(simulator.requests.map(({ status }) => status)).toEqual([503, 200]);
  });
});
