import { describe, expect, it } from 'vitest';
import { rawRequest } from '../../rig/raw-client.js';
import { type HttpClient, transports, connectSocket } from '../http-client.js';
import { everything } from '../test-system.js';
import { codesOf, type ClientResponse } from '../send.js';

const headers = { authorization: `Bearer ${everything}`, 'content-type': 'application/json' };
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
    const url = `/graphql?query=${encodeURIComponent(query)}`;
    const responses = [
      await post(client, accept),
      await client.send(url, { headers: { ...headers, accept } }),
    ];
    for (const response of responses) {
      expect(response.status).toBe(406);
      expect(codesOf(response)).toEqual([' GRAPHQL_VALIDATION_FAILED']);
      expect(response.errors[0]?.message).toContain('application/graphql-response+json');
      expect(response.headers.get('cache-control')).toBe('private, no-store');
    }
    expect(client.simulator.requests).toEqual([]);
  });

  it('a page of a listed origin can read the 406', async () => {
    const client = await connect({}, { settings: { CORS_ORIGINS: 'https://app.example' } });
    const origin = 'https://app.example';
    const response = await client.ask(query, { headers: { accept: 'text/plain', origin } });
    expect(response.status).toBe(406);
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
  });

  it.each([
    ['application/json;q=0.5, application/graphql-response+json', 'application/graphql-response+json'],
    ['application/json;q=0, */*', 'application/graphql-response+json'],
    ['*/*', 'application/json'],
    ['multipart/mixed, application/json;q=0.1', 'application/json'],
    ['multipart/mixed, application/json;q=0', 'multipart/mixed'],
    ['text/event-stream', 'text/event-stream'],
  ])('%s: a complete response is %s', async (accept, type) => {
    const client = await connect();
    const response = await post(client, accept);
    expect(response.status).toBe(200);
    expect(typeOf(response)).toBe(type);
    expect(response.text).toContain('"screens"');
  });

  it.each([
    ['multipart/mixed, application/json', 'multipart/mixed'],
    ['text/event-stream, application/json;q=0.5', 'text/event-stream'],
    ['multipart/mixed;q=0.5, application/json', 'application/json'],
    ['multipart/mixed;deferSpec=20220824;q=0, */*', 'application/json'],
  ])('%s: a response with @defer is %s', async (accept, type) => {
    const client = await connect();
    const response = await post(client, accept, deferred);
    expect(response.status).toBe(200);
    expect(typeOf(response)).toBe(type);
    expect(response.text).toContain('"name"');
  });

  it('GraphiQL is not served to a browser that refuses text/html', async () => {
    const client = await connect();
    const page = async (accept: string) => typeOf(await client.send('/graphql', { headers: { accept } }));
    expect(await page('text/html, */*;q=0.1')).toBe('text/html');
    expect(await page('text/html;q=0, */*')).toBe('application/json');
  });
});

describe.each(transports)('Content-Encoding, through %s', (_transport, connect) => {
  it.each(['gzip', 'br', 'identity, gzip', 'x', 'GZIP'])('%s of a request is 415', async (coding) => {
    const client = await connect();
    const given = { ...headers, 'content-encoding': coding };
    const responses = [
      await client.send('/graphql', { method: 'POST', headers: given, body: reading }),
      await client.send(`/graphql?query=${encodeURIComponent('{ organization { id } }')}`, {
        headers: given,
      }),
    ];
    for (const response of responses) {
      expect(response.status).toBe(415);
      expect(response.headers.get('accept-encoding')).toBe('identity');
      expect(codesOf(response)).toEqual([' GRAPHQL_VALIDATION_FAILED']);
      expect(response.errors[0]?.message).toContain('Content-Encoding');
    }
    expect(client.simulator.requests).toEqual([]);
  });

  it.each(['identity', 'Identity', ''])('"%s" is accepted', async (coding) => {
    const client = await connect();
    const given = { ...headers, 'content-encoding': coding };
    const response = await client.send('/graphql', { method: 'POST', headers: given, body: reading });
    expect(response.status).toBe(200);
  });
});

describe('an incremental response over a socket', () => {
  const request = (version: string, accept: string, method = 'POST'): string =>
    rawRequest(
      `${method} /graphql ${version}`,
      [
        'Host: facade.test',
        `Authorization: Bearer ${everything}`,
        `Accept: ${accept}`,
        'Content-Type: application/json',
      ],
      method === 'POST' ? JSON.stringify({ query: deferred }) : '',
    );

  it.each(['multipart/mixed', 'text/event-stream'])(
    '%s: the connection closes on request',
    async (accept) => {
      const { sendRaw } = await connectSocket();
      for (const method of ['POST', 'HEAD']) {
        const response = await sendRaw(request('HTTP/1.1', accept, method));
        expect(response.match(/^connection: .*$/gim)).toEqual(['Connection: close']);
      }
    },
  );

  it('a client of HTTP/1.0 gets no chunks', async () => {
    const { sendRaw } = await connectSocket();
    const response = await sendRaw(request('HTTP/1.0', 'multipart/mixed'));
    expect(response).not.toMatch(/^transfer-encoding/im);
    expect(response).toContain('"name"');
    expect(response).toMatch(/-----\r\n$/);
  });
});
