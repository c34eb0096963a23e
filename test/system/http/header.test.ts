import { describe, expect, it } from 'vitest';
import {
  bearer,
  getOf,
  type HttpClient,
  jsonHeaders,
  organizationBody,
  organizationResult,
  post,
  transports,
} from '../http-client.js';
import { type ClientResponse, everything, expectRefused } from '../test-system.js';

const json = { 'content-type': 'application/json' };
const posted = (body: string, headers: Readonly<Record<string, string>>): RequestInit => ({
  method: 'POST',
  body,
  headers,
});
const refused = { ...json, authorization: 'Bearer unknown' };
const withText = (query: string): string => JSON.stringify({ query });
const byGet = getOf('{organization{id}}');

const kinds: readonly (readonly [what: string, status: number, path: string, init: RequestInit])[] =
  [
    ['data', 200, '/graphql', posted(organizationBody, jsonHeaders)],
    [
      'a field error',
      200,
      '/graphql',
      posted(withText('{ screen(id: "none") { name } }'), jsonHeaders),
    ],
    ['no credential', 401, '/graphql', posted(organizationBody, json)],
    ['a refused credential', 401, '/graphql', posted(organizationBody, refused)],
    ['a document that does not fit', 400, '/graphql', posted(withText('{ nope }'), jsonHeaders)],
    ['a body that is no JSON', 400, '/graphql', posted('{', jsonHeaders)],
    [
      'a body that is too large',
      413,
      '/graphql',
      posted(withText(' '.repeat(200_000)), jsonHeaders),
    ],
    ['another media type', 415, '/graphql', posted('{}', { 'content-type': 'text/plain' })],
    ['another method', 405, '/graphql', { method: 'DELETE' }],
    ['a query by GET', 200, byGet, { headers: bearer }],
    ['introspection', 200, '/graphql', posted(withText('{ __typename }'), json)],
    ['no such address', 404, '/nope', {}],
    ['health', 200, '/health/live', {}],
    ['GraphiQL', 200, '/graphql', { headers: { accept: 'text/html' } }],
  ];

describe.each(transports)(
  'headers of every kind of response, through %s',
  (_transport, connect) => {
    it.each(kinds)(
      'G14, G15: %s may be kept by nobody and not be sniffed',
      async (what, wanted, path, init) => {
        const { send } = await connect();
        const { status, headers } = await send(path, init);
        const cacheControl = what === 'GraphiQL' ? 'private, no-cache' : 'private, no-store';
        expect([status, headers.get('cache-control')]).toEqual([wanted, cacheControl]);
        expect(headers.get('vary')?.toLowerCase().split(/, */)).toContain('authorization');
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expect(headers.get('x-request-id')).toMatch(/^[\w.:-]{8,128}$/);
        for (const name of ['x-powered-by', 'server', 'access-control-allow-origin', 'set-cookie'])
          expect(headers.get(name), name).toBeNull();
      },
    );
  },
);

describe.each(transports)('F12: other origins, through %s', (_transport, connect) => {
  const listed = 'https://app.example.com';
  const settings = { CORS_ORIGINS: `${listed}, http://localhost:3000` };
  const corsOf = ({ headers }: ClientResponse): string[] =>
    [...headers.keys()].filter((name) => name.startsWith('access-control-'));
  const preflight = (client: HttpClient, origin: string) =>
    client.send('/graphql', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });

  const foreign = [
    ...[
      'https://evil.example.com',
      'null',
      'https://app.example.com.evil.com',
      'https://app.example.comx',
    ],
    ...['https://xapp.example.com', 'http://app.example.com', 'https://app.example.com:8443'],
    ...['https://APP.example.com', 'http://localhost:3001', 'http://localhost'],
  ];

  it.each([
    ['two origins are', settings, foreign],
    ['one is', { CORS_ORIGINS: listed }, foreign],
    ['none is', {}, [listed, 'null', 'http://facade.test']],
  ])('where %s listed, any other origin gets no CORS header', async (_what, given, origins) => {
    const client = await connect({}, { settings: given });
    for (const origin of origins)
      for (const response of [
        await post(client, organizationBody, { ...jsonHeaders, origin }),
        await preflight(client, origin),
        await client.send(getOf('{__typename}'), { headers: { origin } }),
      ])
        expect(corsOf(response), origin).toEqual([]);
  });

  const local = 'http://localhost:3000';
  it.each([listed, local])('%s is listed: headers name it, no credentials', async (origin) => {
    const client = await connect({}, { settings });
    const response = await post(client, organizationBody, { ...jsonHeaders, origin });
    expect(response.data).toEqual(organizationResult.data);
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    const exposed = 'X-Request-Id, Retry-After, Age, Content-Disposition, X-Upstream-Requests';
    expect(response.headers.get('access-control-expose-headers')).toBe(exposed);
    const invalid = await post(client, organizationBody, { ...refused, origin });
    expect([invalid.status, invalid.headers.get('access-control-expose-headers')]).toEqual([
      401,
      exposed,
    ]);
    expect(response.headers.get('access-control-allow-credentials')).not.toBe('true');
    expect(response.headers.get('vary')?.toLowerCase()).toContain('origin');
    const before = await preflight(client, origin);
    expect([200, 204]).toContain(before.status);
    expect(before.headers.get('access-control-allow-origin')).toBe(origin);
    expect(before.headers.get('access-control-allow-headers')?.toLowerCase()).toContain(
      'authorization',
    );
    expect(before.headers.get('access-control-allow-methods')).toContain('POST');
  });

  it('health and unknown routes have none either', async () => {
    const client = await connect({}, { settings });
    for (const path of ['/health/live', '/nowhere'])
      expect(corsOf(await client.send(path, { headers: { origin: listed } }))).toEqual([]);
  });
});

const parts = `--x\r\nContent-Disposition: form-data; name="operations"\r\n\r\n${organizationBody}\r\n--x--\r\n`;

describe.each(transports)(
  'F11: what other sites can send without a preflight, %s',
  (_transport, connect) => {
    const forms: readonly (readonly [string, string])[] = [
      ['text/plain', organizationBody],
      ['text/plain;charset=UTF-8', organizationBody],
      ['application/x-www-form-urlencoded', 'query=%7Borganization%7Bid%7D%7D'],
      ['multipart/form-data; boundary=x', parts],
      ['application/graphql', '{ organization { id } }'],
      ['application/jsonx', organizationBody],
    ];

    it.each(forms)('%s is refused, with or without a credential', async (type, body) => {
      const client = await connect();
      for (const headers of [{ 'content-type': type }, { ...bearer, 'content-type': type }]) {
        const response = await post(client, body, headers);
        expect(response.status).toBeGreaterThanOrEqual(400);
        expect(response.status).toBeLessThan(500);
        expect(response.text).not.toContain('org_nordlicht');
      }
      expect(client.simulator.requests).toEqual([]);
    });

    it('a credential in a cookie or in the query string is ignored: 401', async () => {
      const client = await connect();
      const cookie = `authorization=Bearer ${everything}`;
      expectRefused(
        client,
        await client.send(byGet, { headers: { cookie } }),
        'UNAUTHENTICATED',
        401,
      );
      for (const name of ['authorization', 'access_token', 'token'])
        expectRefused(
          client,
          await client.send(`${byGet}&${name}=${everything}`),
          'UNAUTHENTICATED',
          401,
        );
    });
  },
);
