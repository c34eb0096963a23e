import { describe, expect, it } from 'vitest';
import { operationRequest } from '../../rig/operation-request.js';
import { rawRequest } from '../../rig/raw-client.js';
import { transports, connectInProcess, connectSocket } from '../http-client.js';
import { everything } from '../test-system.js';
import { codesOf } from '../send.js';
import { jsonHeaders, post, organizationBody } from './post.js';

describe('HTTPS in production (runtime interface, NODE_ENV and TRUST_PROXY)', () => {
  const production = (settings: Record<string, string> = {}) => ({
    settings: { NODE_ENV: 'production', ...settings },
  });
  const forwarded = (protocol: string) => ({ ...jsonHeaders, 'x-forwarded-proto': protocol });

  it.each(transports)(
    'A15: a plain request is 426 with no REST request, through %s',
    async (_transport, connect) => {
      const client = await connect({}, production());
      for (const headers of [jsonHeaders, forwarded('https')]) {
        const response = await post(client, organizationBody, headers);
        expect(response.status).toBe(426);
        expect(codesOf(response)).toEqual([' HTTPS_REQUIRED']);
        // A caller behind a proxy, or in the same cluster, reads what to set and what to send.
        expect(response.text).toMatch(/TRUST_PROXY=true.* X-Forwarded-Proto: https/);
      }
      expect((await client.send('/graphql', { headers: { accept: 'text/html' } })).status).toBe(426);
      expect(client.simulator.requests).toEqual([]);
    },
  );

  it.each(transports)(
    'A15: with TRUST_PROXY, the last entry of X-Forwarded-Proto counts, through %s',
    async (_transport, connect) => {
      const client = await connect({}, production({ TRUST_PROXY: 'true' }));
      for (const protocol of ['https', 'HTTPS', 'http, https', 'http,https'])
        expect((await post(client, organizationBody, forwarded(protocol))).status, protocol).toBe(200);
      for (const headers of [
        jsonHeaders,
        forwarded('http'),
        forwarded('https, http'),
        forwarded(''),
        forwarded('httpsx'),
      ])
        expect((await post(client, organizationBody, headers)).status).toBe(426);
      expect(client.simulator.requests).toHaveLength(4);
    },
  );

  it('an https: target over a plain connection is 426', async () => {
    const { sendRaw, simulator } = await connectSocket({}, production());
    const plain = (target: string): string =>
      rawRequest(
        `POST ${target} HTTP/1.1`,
        ['Host: facade.test', 'Content-Type: application/json', `Authorization: Bearer ${everything}`],
        organizationBody,
      );
    for (const target of [
      '/graphql',
      'https://facade.test/graphql',
      'HTTPS://facade.test/graphql',
      '//x/graphql',
    ])
      expect(await sendRaw(plain(target)), target).not.toContain('org_nordlicht');
    expect(simulator.requests).toEqual([]);
  });

  it('a request over HTTPS is served', async () => {
    const { facade } = await connectInProcess({}, production());
    const url = 'https://facade.test';
    const request = operationRequest('{ organization { id } }', { url, credential: everything });
    expect((await facade.fetch(request)).status).toBe(200);
  });

  it.each(transports)(
    'health and metrics response over plain HTTP, through %s',
    async (_transport, connect) => {
      const client = await connect({}, production());
      for (const path of ['/health/live', '/health/ready', '/metrics'])
        expect((await client.send(path)).status, path).toBe(200);
      expect((await client.send('/nowhere')).status).toBe(404);
    },
  );
});
