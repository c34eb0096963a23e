import { describe, expect, it } from 'vitest';
import { rawRequest } from '../../rig/raw-client.js';
import {
  connectSocket,
  getOf,
  type HttpClient,
  jsonHeaders,
  rawHeaders,
  transports,
} from '../http-client.js';
import { type ClientResponse, expectRefused } from '../test-system.js';

const { accept: _, ...headers } = jsonHeaders;
const query = '{ screens(first: 2) { nodes { id } } }';
const reading = JSON.stringify({ query });
const deferred = '{ organization { id ... @defer { name } } }';

const post = (client: HttpClient, accept: string, asked = query): Promise<ClientResponse> =>
  client.ask(asked, { headers: { accept } });
const typeOf = ({ headers: given }: ClientResponse): string | undefined =>
  given.get('content-type')?.split(';')[0];

describe.each(transports)('Accept, through %s', (_transport, connect) => {
  it.each([
    'text/plain',
    '*/*;q=0',
    'application/json;q=0, application/graphql-response+json;q=0.000',
    'application/json;charset=latin1',
  ])('%s admits no type that is served: 406 before execution', async (accept) => {
    const client = await connect({}, { settings: { GRAPHIQL: 'false' } });
    const got = await client.send(getOf(query), { headers: { ...headers, accept } });
    for (const response of [await post(client, accept), got]) {
      expectRefused(client, response, 'GRAPHQL_VALIDATION_FAILED', 406);
      expect(response.errors[0]?.message).toContain('application/graphql-response+json');
      expect(response.headers.get('cache-control')).toBe('private, no-store');
    }
  });

  it('a page of a listed origin can read the 406', async () => {
    const client = await connect({}, { settings: { CORS_ORIGINS: 'https://app.example' } });
    const origin = 'https://app.example';
    const response = await client.ask(query, { headers: { accept: 'text/plain', origin } });
    expect(response.status).toBe(406);
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
  });

  it.each<[string, string, 'deferred'?]>([
    [
      'application/json;q=0.5, application/graphql-response+json',
      'application/graphql-response+json',
    ],
    ['application/json;q=0, */*', 'application/graphql-response+json'],
    ['*/*', 'application/json'],
    ['multipart/mixed, application/json;q=0.1', 'application/json'],
    ['multipart/mixed, application/json;q=0', 'multipart/mixed'],
    ['text/event-stream', 'text/event-stream'],
    ['multipart/mixed, application/json', 'multipart/mixed', 'deferred'],
    ['text/event-stream, application/json;q=0.5', 'text/event-stream', 'deferred'],
    ['multipart/mixed;q=0.5, application/json', 'application/json', 'deferred'],
    ['multipart/mixed;deferSpec=20220824;q=0, */*', 'application/json', 'deferred'],
  ])('%s: the type is %s, %s', async (accept, type, what) => {
    const client = await connect();
    const response = await post(client, accept, what && deferred);
    expect([response.status, typeOf(response)]).toEqual([200, type]);
    expect(response.text).toContain(what === undefined ? '"screens"' : '"name"');
  });

  // Apollo iOS refuses parts whose type does not name the format that it has named.
  it.each([
    ['multipart/mixed', 'multipart/mixed; boundary="-"'],
    ['multipart/mixed;deferSpec=20220824', 'multipart/mixed; boundary="-"; deferSpec=20220824'],
    ['multipart/mixed;deferSpec=20990101', 'multipart/mixed; boundary="-"'],
    ['multipart/mixed;incrementalSpec=v0.2', 'multipart/mixed; boundary="-"; incrementalSpec=v0.2'],
    ['text/event-stream', 'text/event-stream'],
  ])('%s: parts, and a single one, are of the type %s', async (accept, type) => {
    const client = await connect();
    for (const asked of [deferred, query]) {
      const { headers: given } = await post(client, accept, asked);
      expect(given.get('content-type')).toBe(type);
      // What keeps a proxy from collecting or compressing them.
      expect([given.get('x-accel-buffering'), given.get('content-encoding')]).toEqual([
        'no',
        'none',
      ]);
    }
  });

  it('GraphiQL is not served to a browser that refuses text/html', async () => {
    const client = await connect();
    const page = async (accept: string) =>
      typeOf(await client.send('/graphql', { headers: { accept } }));
    expect(await page('text/html, */*;q=0.1')).toBe('text/html');
    expect(await page('text/html;q=0, */*')).toBe('application/json');
  });
});

describe.each(transports)('Content-Encoding, through %s', (_transport, connect) => {
  it.each(['gzip', 'br', 'identity, gzip', 'x', 'GZIP'])(
    '%s of a request is 415',
    async (coding) => {
      const client = await connect();
      const given = { ...headers, 'content-encoding': coding };
      const posted = await client.send('/graphql', {
        method: 'POST',
        headers: given,
        body: reading,
      });
      for (const response of [posted, await client.send(getOf(query), { headers: given })]) {
        expectRefused(client, response, 'GRAPHQL_VALIDATION_FAILED', 415);
        expect(response.headers.get('accept-encoding')).toBe('identity');
        expect(response.errors[0]?.message).toContain('Content-Encoding');
      }
    },
  );

  it.each(['identity', 'Identity', ''])('"%s" is accepted', async (coding) => {
    const client = await connect();
    const given = { ...headers, 'content-encoding': coding };
    const response = await client.send('/graphql', {
      method: 'POST',
      headers: given,
      body: reading,
    });
    expect(response.status).toBe(200);
  });
});

describe('an incremental response over a socket', () => {
  const request = (version: string, accept: string, method = 'POST'): string => {
    const lines = ['Host: facade.test', ...rawHeaders, `Accept: ${accept}`];
    const body = method === 'POST' ? JSON.stringify({ query: deferred }) : '';
    return rawRequest(`${method} /graphql ${version}`, lines, body);
  };

  it('closes the connection on request', async () => {
    const { sendRaw } = await connectSocket();
    for (const accept of ['multipart/mixed', 'text/event-stream'])
      for (const method of ['POST', 'HEAD']) {
        const response = await sendRaw(request('HTTP/1.1', accept, method));
        expect(response.match(/^connection: .*$/gim)).toEqual(['Connection: close']);
      }
  });

  it('a client of HTTP/1.0 gets no chunks', async () => {
    const { sendRaw } = await connectSocket();
    const response = await sendRaw(request('HTTP/1.0', 'multipart/mixed'));
    expect(response).not.toMatch(/^transfer-encoding/im);
    expect(response).toContain('"name"');
    expect(response).toMatch(/-----\r\n$/);
  });
});
