import { describe, expect, it } from 'vitest';
import { words } from '../../fuzz/draw.js';
import { rawRequest, statusOf } from '../../rig/raw-client.js';
import {
  bearer,
  connectSocket,
  jsonHeaders,
  organizationBody,
  organizationResult,
  post,
  rawHeaders,
  transports,
} from '../http-client.js';

const paths: readonly (readonly [string, readonly string[]])[] = [
  ['the fast path', []],
  ['the router', ['Origin: https://elsewhere.example']],
];

/** A POST of an operation to a target, with some Host lines. */
const rawPost = (
  target: string,
  hosts: readonly string[],
  more: readonly string[] = [],
  version = '1.1',
) =>
  rawRequest(
    `POST ${target} HTTP/${version}`,
    [...hosts.map((host) => `Host: ${host}`), ...rawHeaders, ...more],
    organizationBody,
  );

const headerOf = (response: string, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)\\r$`, 'im').exec(response)?.[1];

/**
 * Sends these bytes: the operation is executed, or refused with a status and without a REST
 * request.
 */
async function expectStatus(request: string, status: number): Promise<string> {
  const { sendRaw, simulator } = await connectSocket();
  const response = await sendRaw(request);
  expect(statusOf(response)).toBe(status);
  if (status === 200) expect(response).toContain('org_nordlicht');
  else expect(simulator.requests).toEqual([]);
  return response;
}

describe.each(paths)('Host, by %s', (_path, headers) => {
  const unlike = ['a b', 'a/b', 'a?b', 'u@a', 'a\\b', '\u00e4', '%61', 'a,b'];
  // They would put another path in front of the own one.
  const withPaths = ['x/graphql?query={__typename}&y=', 'x/graphql?', 'x/graphql#', 'x\\graphql?'];

  it.each([...unlike, ...withPaths, 'u@x/graphql?'])('F13: "%s" is 400', async (host) => {
    const response = await expectStatus(rawPost('/graphql', [host], headers), 400);
    expect(headerOf(response, 'Cache-Control')).toBe('private, no-store');
    for (const path of ['/nowhere', '/health/live', '/metrics']) {
      await expectStatus(rawPost(path, [host], headers), 400);
      await expectStatus(rawRequest(`GET ${path} HTTP/1.1`, [`Host: ${host}`]), 400);
    }
  });

  it('none on HTTP/1.1, or two, are 400; none on HTTP/1.0 is served', async () => {
    for (const hosts of [[], ['a', 'a']])
      await expectStatus(rawPost('/graphql', hosts, headers), 400);
    await expectStatus(rawPost('/graphql', [], headers, '1.0'), 200);
  });

  it.each(['a', 'a.b-c:4000', '127.0.0.1:80', '[::1]:4000', ''])('"%s" is served', async (host) => {
    await expectStatus(rawPost('/graphql', [host], headers), 200);
  });
});

describe.each(paths)('absolute-form targets (RFC 9112, 3.2.2), by %s', (_path, headers) => {
  it.each([
    [
      'by its path',
      200,
      'http://host/graphql HTTP://host:80/graphql https://host/graphql http://[::1]:1/graphql',
    ],
    [
      'nowhere',
      404,
      'http://host/nowhere http://host/x/graphql http://host//graphql http://host/x/../graphql',
    ],
    ['nowhere', 404, 'http://host http://host?query=/graphql http://x/http://host/graphql'],
    [
      'nowhere, as its user is refused',
      400,
      'http://user@host/graphql http://user:password@host/graphql',
    ],
    [
      'nowhere, as it is no address',
      400,
      'ftp://host/graphql file:///graphql http:///graphql http://ho%73t/graphql',
    ],
  ])('is routed %s: %i for %s', async (_where, status, targets) => {
    for (const target of words(targets))
      await expectStatus(rawPost(target, ['host'], headers), status);
  });

  it('the authority of the target replaces Host', async () => {
    await expectStatus(rawPost('http://host/graphql', ['a b'], headers), 200);
  });
});

describe('other targets', () => {
  const get = (start: string): string => rawRequest(`${start} HTTP/1.1`, ['Host: a']);

  it('absolute targets of health and of a GET query are served', async () => {
    const { sendRaw } = await connectSocket();
    expect(statusOf(await sendRaw(get('GET http://host/health/live')))).toBe(200);
    expect(await sendRaw(get('GET http://host/graphql?query=%7B__typename%7D'))).toContain(
      '"Query"',
    );
  });

  it('OPTIONS * is 204, with the methods of the server; other requests for * are 400', async () => {
    const response = await expectStatus(get('OPTIONS *'), 204);
    expect(headerOf(response, 'Allow')).toBe('GET, POST, OPTIONS');
    expect(headerOf(response, 'X-Request-Id')).toBeDefined();
    await expectStatus(get('GET *'), 400);
    await expectStatus(rawPost('*', ['a']), 400);
  });
});

describe.each(transports)('the routes, through %s', (_transport, connect) => {
  it('/graphql, /health/live and /health/ready are served', async () => {
    const client = await connect();
    expect((await post(client, organizationBody)).data).toEqual(organizationResult.data);
    expect((await client.send('/graphql?query=%7B__typename%7D')).data).toEqual({
      __typename: 'Query',
    });
    for (const path of ['/health/live', '/health/ready'])
      expect((await client.send(path)).status).toBe(200);
  });

  it.each([
    ...words(
      '/graphqlx /graphql/ /graphql/x /x/graphql //graphql /GraphQL /graph%71l /graphql%20 /x?y=/graphql',
    ),
    ...words(
      '/x?query={organization{id}}&z=/graphql /x?y=/health/live /health /health/ /health/live/ /health/x',
    ),
    ...words(
      '/x/health/ready /metrics/ /metrics/x /favicon.ico /api/partner/v1/organization /.env',
    ),
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
    const response = await client.send('/metrics?query={organization{id}}&z=/graphql', {
      headers: bearer,
    });
    expect(response.text).not.toContain('org_nordlicht');
    expect(client.simulator.requests).toEqual([]);
  });

  it('C20: health needs no credential, sends no REST request, and does not depend on the upstream', async () => {
    const client = await connect();
    await client.simulator.close();
    for (let probe = 0; probe < 20; probe += 1)
      for (const path of ['/health/live', '/health/ready', '/metrics'])
        expect((await client.send(path)).status).toBe(200);
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

describe('F17: smuggling', () => {
  const body = '{"query":"{ __typename }"}';
  const lines = (...headers: readonly string[]): string =>
    ['POST /graphql HTTP/1.1', ...headers, 'Content-Type: application/json', '', body].join('\r\n');

  it.each([
    [
      'Content-Length beside chunks',
      lines('Host: x', 'Content-Length: 26', 'Transfer-Encoding: chunked'),
    ],
    ['two Content-Lengths', lines('Host: x', 'Content-Length: 26', 'Content-Length: 27')],
    ['no Host', lines('Content-Length: 26')],
    ['a Content-Length that is no number', lines('Host: x', 'Content-Length: 2x')],
    ['bare line feeds', lines('Host: x', 'Content-Length: 26').replaceAll('\r\n', '\n')],
  ])('%s: 400 from the parser, without execution', async (_case, request) => {
    const { sendRaw } = await connectSocket();
    const response = await sendRaw(request);
    expect(statusOf(response)).toBe(400);
    expect(response).not.toContain('__typename');
  });
});
