import { describe, expect, it } from 'vitest';
import { sendQuery } from './send.js';
import { startSystem } from './test-system.js';

describe('extensions.upstream', () => {
  it('reports the REST requests that were sent, and the limit', async () => {
    const { simulator, facade } = await startSystem({}, { settings: { MAX_UPSTREAM_REQUESTS: '9' } });
    const query = '{ playlists(first: 3) { nodes { items(first: 10) { nodes { mediaId } } } } }';
    const { extensions } = await sendQuery(facade, query);
    expect(extensions).toMatchObject({ upstream: { requests: 4, limit: 9 } });
    expect(simulator.requests).toHaveLength(4);
  });

  it('counts a retry', async () => {
    const { simulator, facade } = await startSystem({ faults: [{ status: 503, times: 1 }] });
    const { data, errors, extensions } = await sendQuery(facade, '{ organization { name } }');
    expect(errors).toEqual([]);
    expect(data).toEqual({ organization: { name: 'Nordlicht Bahn & Retail' } });
    expect(extensions).toMatchObject({ upstream: { requests: 2 } });
    expect(simulator.requests.map(({ status }) => status)).toEqual([503, 200]);
  });
});
