import { describe, expect, it } from 'vitest';
import { rawRequest } from '../../rig/raw-client.js';
import { transports, connectSocket } from '../http-client.js';
import { bearer, jsonHeaders, post, organizationResult, organizationBody } from './post.js';

describe.each(transports)('the routes, through %s', (_transport, connect) => {
  it('/graphql, /health/live and /health/ready are served', async () => {
    const client = await connect();
    expect((await post(client, organizationBody)).data).toEqual(organizationResult.data);
    expect((await client.send('/graphql?query=%7B__typename%7D')).data).toEqual({ __typename: 'Query' });
    for (const path of ['/health/live', '/health/ready']) expect((await client.send(path)).status).toBe(200);
  });

  it.each([
    '/graphqlx',
    '/graphql/',
    '/graphql/x',
    '/x/graphql',
    '//graphql',
    '/GraphQL',
    '/graph%71l',
    '/graphql%20',
    '/x?y=/graphql',
    '/x?query={organization{id}}&z=/graphql',
    '/x?y=/health/live',
    '/health',
    '/health/',
    '/health/live/',
    '/health/x',
    '/x/health/ready',
    '/metrics/',
    '/metrics/x',
    '/favicon.ico',
    '/api/partner/v1/organization',
    '/.env',
  ])('F13: %s is 404', async (path) => {
    const client = await connect();
    for (const init of [
      { headers: bearer },
      { method: 'POST', headers: jsonHeaders, body: organizationBody },
    ]) {
      const response = await client.send(path, init);
      expect(response.status).toBe(404);
      expect(response.text).not.toContain('org_nordlicht');
    }
    expect(client.simulator.requests).toEqual([]);
  });

  it('F13: /metrics?query=…&z=/graphql executes no operation', async () => {
    const client = await connect();
    const response = await client.send('/metrics?query={organization{id}}&z=/graphql', { headers: bearer });
    expect(response.text).not.toContain('org_nordlicht');
    expect(client.simulator.requests).toEqual([]);
  });

  it('C20: health needs no credential, sends no REST request, and does not depend on the upstream', async () => {
    const client = await connect();
    await client.simulator.close();
    for (let probe = 0; probe < 50; probe += 1)
      expect((await client.send(probe % 2 === 0 ? '/health/live' : '/health/ready')).status).toBe(200);
    expect(client.simulator.requests).toEqual([]);
  });

  it('while draining, readiness is 503, liveness is 200, and operations are still served', async () => {
    const client = await connect();
    client.facade.startDraining();
    expect((await client.send('/health/ready')).status).toBe(503);
    expect((await client.send('/health/live')).status).toBe(200);
    expect((await post(client, organizationBody)).data).toEqual(organizationResult.data);
  });

  it('F23: health responses contain no internals and no upstream address', async () => {
    const client = await connect();
    for (const path of ['/health/live', '/health/ready']) {
      const { text } = await client.send(path);
      expect(text.length).toBeLessThan(100);
      expect(text).not.toContain(new URL(client.simulator.url).host);
    }
  });
});

describe('F13: a Host header with a path', () => {
  it.each(['x/graphql?query={__typename}&y=', 'x/graphql?', 'x/graphql#', 'x\\graphql?', 'u@x/graphql?'])(
    'does not change the path: %s',
    async (host) => {
      const { sendRaw } = await connectSocket();
      const headers = [`Host: ${host}`, 'Content-Type: application/json'];
      const request = (method: string, path: string): string =>
        rawRequest(`${method} ${path} HTTP/1.1`, headers, '{"query":"{ __typename }"}');
      for (const method of ['GET', 'POST'])
        for (const path of ['/nowhere', '/health/live', '/metrics'])
          expect(await sendRaw(request(method, path))).not.toContain('"__typename"');
    },
  );
});
