import { describe, expect, it } from 'vitest';
import { createFacade } from '../../src/facade.js';
import { everything } from '../system/test-system.js';
import { serveAgents } from './agent.js';

const call = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'find_screens', arguments: { first: 1 } },
};

async function open(settings: Parameters<typeof serveAgents>[0] = {}) {
  const { url, facade, simulator } = await serveAgents(settings);
  const send = (headers: Record<string, string>, body: unknown = call, address: string = url.href) =>
    facade.fetch(
      new Request(address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          authorization: `Bearer ${everything}`,
          ...headers,
        },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    );
  return { url, send, facade, simulator };
}

describe('the credential of a request', () => {
  it.each([
    ['', 'The request has no credential.'],
    ['Basic abc', 'The Authorization header is malformed.'],
    ['Bearer', 'The Authorization header is malformed.'],
  ])('"Authorization: %s" is 401 as at /graphql', async (authorization, message) => {
    const { facade, simulator, url } = await open();
    const body = JSON.stringify(call);
    const headers = new Headers({ 'content-type': 'application/json' });
    if (authorization !== '') headers.set('authorization', authorization);
    const response = await facade.fetch(new Request(url, { method: 'POST', headers, body }));
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(await response.json()).toMatchObject({
      errors: [
        { message: expect.stringContaining(message) as string, extensions: { code: 'UNAUTHENTICATED' } },
      ],
    });
    expect(simulator.requests).toEqual([]);
  });

  it('is also needed to list the tools, and for GET', async () => {
    const { facade, url } = await open();
    expect((await facade.fetch(new Request(url))).status).toBe(401);
  });

  it('no metadata about a protected resource is published', async () => {
    const { facade, url } = await open();
    for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'])
      expect((await facade.fetch(new Request(new URL(path, url)))).status).toBe(404);
  });
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
    expect(
      (await send({ origin: 'https://mcp.example.com' }, call, 'https://mcp.example.com/mcp')).status,
    ).toBe(200);
    expect((await send({})).status).toBe(403);
  });
});

describe('a request that is no call', () => {
  it.each([
    ['not JSON', '{', 400],
    ['empty', '', 400],
    ['no message', '{"hello":"world"}', 400],
    ['a number', '7', 400],
    ['null', 'null', 400],
  ])('%s: %j is %i', async (_what, body, status) => {
    const { send, simulator } = await open();
    const response = await send({}, body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({
      jsonrpc: '2.0',
      error: { code: expect.any(Number) as number },
    });
    expect(simulator.requests).toEqual([]);
  });

  it('a batch is refused as at /graphql', async () => {
    const { send, simulator } = await open();
    const response = await send({}, [call, { ...call, id: 2 }]);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      errors: [{ extensions: { code: 'OPERATION_LIMIT_EXCEEDED' } }],
    });
    expect(simulator.requests).toEqual([]);
  });

  it('a body above MAX_REQUEST_BYTES is 413, an encoded one 415, and another type 415', async () => {
    const { send } = await open({ MAX_REQUEST_BYTES: 1000 });
    expect((await send({}, { ...call, more: 'x'.repeat(1000) })).status).toBe(413);
    expect((await send({ 'content-encoding': 'gzip' })).status).toBe(415);
    expect((await send({ 'content-type': 'text/plain' })).status).toBe(415);
  });

  it('GET and DELETE are 405: there is no session', async () => {
    const { facade, url } = await open();
    const headers = { authorization: `Bearer ${everything}`, accept: 'text/event-stream' };
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
    const open = (MCP: boolean) => () =>
      createFacade({
        partnerApiUrl: 'http://127.0.0.1:1',
        path: '/mcp',
        settings: { MCP, LOG_LEVEL: 'silent' },
      });
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
