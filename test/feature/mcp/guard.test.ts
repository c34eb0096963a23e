import { describe, expect, it } from 'vitest';
import { createFacade } from '../../../src/facade.js';
import { bearer } from '../../system/http-client.js';
import { expectRefused, readResponse } from '../../system/test-system.js';
import { serveAgents } from '../../extra/mcp/agent.js';

const call = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'find_screens', arguments: { first: 1 } },
};

async function open(settings: Parameters<typeof serveAgents>[0] = {}) {
  const { url, facade, simulator } = await serveAgents(settings);
  const own = {
    ...bearer,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const send = (
    given: Record<string, string>,
    message: unknown = call,
    address: string = url.href,
  ) => {
    const body = typeof message === 'string' ? message : JSON.stringify(message);
    const headers = new Headers({ ...own, ...given });
    // An empty header is not the same as none.
    if (headers.get('authorization') === '') headers.delete('authorization');
    return facade.fetch(new Request(address, { method: 'POST', headers, body }));
  };
  return { url, send, facade, simulator };
}

describe('the credential of a request', () => {
  it.each([
    ['', 'The request has no credential.'],
    ['Basic abc', 'The Authorization header is malformed.'],
    ['Bearer', 'The Authorization header is malformed.'],
  ])('"Authorization: %s" is 401 as at /graphql', async (authorization, message) => {
    const { send, simulator } = await open();
    const response = await readResponse(await send({ authorization }));
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expectRefused({ simulator }, response, 'UNAUTHENTICATED', 401);
    expect(response.errors[0]?.message).toContain(message);
  });

  it('is also needed to list the tools, and for GET', async () => {
    const { facade, url } = await open();
    expect((await facade.fetch(new Request(url))).status).toBe(401);
  });

  // As mcp-remote 0.15.1 and mcporter 0.9.0 send them.
  const signIn = [
    ['GET', '/.well-known/oauth-protected-resource'],
    ['GET', '/.well-known/oauth-protected-resource/mcp'],
    ['GET', '/.well-known/oauth-authorization-server'],
    ['GET', '/.well-known/oauth-authorization-server/mcp'],
    ['GET', '/.well-known/openid-configuration'],
    ['GET', '/.well-known/openid-configuration/mcp'],
    ['GET', '/mcp/.well-known/openid-configuration'],
    ['POST', '/register'],
    ['GET', '/authorize'],
    ['POST', '/token'],
  ] as const;

  it.each(signIn)('there is no sign-in: %s %s names the missing header', async (method, path) => {
    const { facade, url } = await open();
    const response = await facade.fetch(new Request(new URL(path, url), { method }));
    expect([response.status, response.headers.get('content-type')]).toEqual([
      404,
      'application/json',
    ]);
    expect(await response.json()).toEqual({
      error: 'invalid_request',
      error_description:
        'There is no sign-in. Each request to /mcp needs the header Authorization: Bearer <credential>.',
    });
  });

  it('without MCP, these paths are as unknown as any other', async () => {
    const { facade, url } = await open({ MCP: undefined });
    for (const [method, path] of signIn) {
      const response = await facade.fetch(new Request(new URL(path, url), { method }));
      expect([response.status, await response.text()]).toEqual([
        404,
        expect.stringMatching(/^Not found/),
      ]);
    }
  });

  it.each(['/registers', '/mcp/other', '/.well-known/security.txt'])(
    '%s is no such path',
    async (path) => {
      const { facade, url } = await open();
      expect(await (await facade.fetch(new Request(new URL(path, url)))).text()).toMatch(
        /^Not found/,
      );
    },
  );
});

describe('Host and Origin', () => {
  it.each([
    ['http://127.0.0.1:4000/mcp', 200],
    ['http://localhost/mcp', 200],
    ['http://[::1]:4000/mcp', 200],
    ['http://evil.example/mcp', 403],
    ['http://localhost.evil.example/mcp', 403],
    ['http://127.0.0.1.evil.example/mcp', 403],
  ])('%s is %i', async (address, status) => {
    const { send } = await open();
    expect((await send({}, call, address)).status).toBe(status);
  });

  it.each([
    ['http://localhost:6274', 200],
    ['http://127.0.0.1', 200],
    ['https://evil.example', 403],
    ['null', 403],
    ['http://localhost.evil.example', 403],
  ])('Origin %s is %i', async (origin, status) => {
    const { send, simulator } = await open();
    const response = await send({ origin });
    expect(response.status).toBe(status);
    await response.text();
    expect(simulator.requests).toHaveLength(status === 200 ? 1 : 0);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('a Host header decides before the address does', async () => {
    const { send } = await open();
    expect((await send({ host: 'evil.example' })).status).toBe(403);
  });

  it('MCP_ALLOWED_HOSTS replaces the loopback names', async () => {
    const { send } = await open({ MCP_ALLOWED_HOSTS: 'mcp.example.com' });
    expect((await send({}, call, 'https://mcp.example.com/mcp')).status).toBe(200);
    const origin = 'https://mcp.example.com';
    expect((await send({ origin }, call, `${origin}/mcp`)).status).toBe(200);
    expect((await send({})).status).toBe(403);
  });
});

describe('a request that is no call', () => {
  it.each(['{', '', '{"hello":"world"}', '7', 'null'])('%j is 400', async (body) => {
    const { send, simulator } = await open();
    const response = await send({}, body);
    expect(response.status).toBe(400);
    const error = { code: expect.any(Number) as number };
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error });
    expect(simulator.requests).toEqual([]);
  });

  it('a batch is refused as at /graphql', async () => {
    const { send, simulator } = await open();
    const response = await readResponse(await send({}, [call, { ...call, id: 2 }]));
    expectRefused({ simulator }, response, 'OPERATION_LIMIT_EXCEEDED');
  });

  it('a body above MAX_REQUEST_BYTES is 413, an encoded one 415, and another type 415', async () => {
    const { send } = await open({ MAX_REQUEST_BYTES: 1000 });
    expect((await send({}, { ...call, more: 'x'.repeat(1000) })).status).toBe(413);
    expect((await send({ 'content-encoding': 'gzip' })).status).toBe(415);
    expect((await send({ 'content-type': 'text/plain' })).status).toBe(415);
  });

  it('GET and DELETE are 405: there is no session', async () => {
    const { facade, url } = await open();
    const headers = { ...bearer, accept: 'text/event-stream' };
    for (const method of ['GET', 'DELETE'])
      expect((await facade.fetch(new Request(url, { method, headers }))).status).toBe(405);
  });
});

describe('MCP', () => {
  it('is off by default, and its path is then unknown', async () => {
    const { facade, send } = await open({ MCP: undefined });
    expect(facade.settings.MCP).toBeUndefined();
    expect((await send({})).status).toBe(404);
  });

  it('keeps its path: GraphQL cannot be served there', () => {
    const partnerApiUrl = 'http://127.0.0.1:1';
    const open = (MCP: boolean) => () =>
      createFacade({ partnerApiUrl, path: '/mcp', settings: { MCP, LOG_LEVEL: 'silent' } });
    expect(open(true)).toThrow('path holds "/mcp", and must be another path: MCP serves /mcp.');
    expect(open(false)).not.toThrow();
  });

  it('in production a request over HTTP is 426', async () => {
    const { send } = await open({ MCP: true, NODE_ENV: 'production' });
    expect((await send({})).status).toBe(426);
  });

  it('is counted by its path, and its operations by their names', async () => {
    const { send, facade } = await open();
    await (await send({})).text();
    const metrics = await (await facade.metrics()).text();
    expect(metrics).toMatch(/path="\/mcp"/);
    expect(metrics).toMatch(/FindScreens/);
  });
});

it('the response is kept by no cache, and leaves the connection to the server', async () => {
  const { send } = await open();
  const { headers } = await send({});
  expect(headers.get('content-type')).toBe('text/event-stream');
  expect(headers.get('cache-control')).toBe('private, no-store');
  expect([headers.get('connection'), headers.get('transfer-encoding')]).toEqual([null, null]);
});
