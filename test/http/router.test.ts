import { gunzipSync } from 'node:zlib';
import { GraphQLError } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toRefusal } from '../../src/http/response.js';
import { httpError } from '../../src/document/parameters.js';
import { type DashboardServer, startDashboard } from '../dashboard/server.js';
import { operationRequest, origin, ownPage, signIn, type Visitor } from '../dashboard/visitor.js';
import { openAssets } from '../rig/open.js';
import { everything, startSystem } from '../system/test-system.js';

const linked = '/graphql?query=%7B%20organization%20%7B%20id%20%7D%20%7D';
/** The `Accept` of Chromium when it opens an address. */
const navigation =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8';

async function open(settings: Readonly<Record<string, string>> = {}) {
  const { facade, simulator } = await startSystem({}, { settings });
  const ask = async (path: string, accept: string | undefined) => {
    const headers = {
      authorization: `Bearer ${everything}`,
      ...(accept !== undefined && { accept }),
    };
    const response = await facade.fetch(new Request(`http://facade.test${path}`, { headers }));
    const [type] = (response.headers.get('content-type') ?? '').split(';');
    return { status: response.status, type, text: await response.text() };
  };
  return { ask, simulator };
}

describe('GET /graphql', () => {
  it.each(['/graphql', linked, `${linked}&variables=%7B%7D`])(
    'opens the explorer in a browser at %s, and executes no operation',
    async (path) => {
      const { ask, simulator } = await open();
      const page = await ask(path, navigation);
      expect([page.status, page.type]).toEqual([200, 'text/html']);
      expect(simulator.requests).toEqual([]);
    },
  );

  it.each([
    undefined,
    '*/*',
    'application/json',
    'application/graphql-response+json, application/json;q=0.9',
    'application/json, text/html;q=0.5',
  ])('runs the operation of a client that accepts %s', async (accept) => {
    const { ask } = await open();
    const { status, type, text } = await ask(linked, accept);
    expect(status).toBe(200);
    expect(type).toMatch(/^application\/(?:graphql-response\+)?json$/);
    expect(JSON.parse(text)).toMatchObject({ data: { organization: { id: 'org_nordlicht' } } });
  });

  it('runs the operation of a browser too if GRAPHIQL is false', async () => {
    const { ask } = await open({ GRAPHIQL: 'false' });
    expect(JSON.parse((await ask(linked, navigation)).text)).toMatchObject({
      data: { organization: { id: 'org_nordlicht' } },
    });
  });
});

it.each([
  ['/', undefined, '/graphql'],
  ['/graphql/', undefined, '/graphql'],
  ['/api/graphql', undefined, '/graphql'],
  ['/graphql', '/api/graphql', '/api/graphql'],
])('a 404 says where GraphQL is: at %s, with GraphQL at %s', async (asked, path, served) => {
  const { facade } = await startSystem({}, path === undefined ? {} : { path });
  const response = await facade.fetch(new Request(`http://facade.test${asked}`));
  expect(response.status).toBe(404);
  expect(await response.text()).toBe(`Not found: GraphQL is at ${served}, and at no other path.\n`);
});

it.each(['/', '/dashboard/assets/index-1.js', '/graphql'])(
  'caches learn that %s depends on Accept-Encoding, whichever coding they get',
  async (path) => {
    const settings = { CORS_ORIGINS: 'https://app.example' };
    const { facade } = await startSystem({}, { settings, dashboard: { assets: openAssets() } });
    const get = (headers: Readonly<Record<string, string>>): Promise<Response> =>
      facade.fetch(
        new Request(`http://facade.test${path}`, { headers: { Accept: 'text/html', ...headers } }),
      );
    const [plain, packed] = [await get({}), await get({ 'Accept-Encoding': 'gzip' })];
    const tag = packed.headers.get('etag') ?? '';
    const again = await get({ 'Accept-Encoding': 'gzip', 'If-None-Match': tag });
    expect([plain.status, packed.status, again.status]).toEqual([200, 200, 304]);
    for (const { headers } of [plain, packed, again])
      expect(headers.get('vary')?.split(', ')).toEqual(
        expect.arrayContaining(['Authorization', 'Origin', 'Accept-Encoding']),
      );
    // One tag for two codings would let a cache send the one for the other.
    expect(plain.headers.get('etag')).not.toBe(tag);
    expect(gunzipSync(await packed.arrayBuffer()).toString()).toBe(await plain.text());
    expect(
      (await get({ 'Accept-Encoding': 'gzip;q=0' })).headers.get('content-encoding'),
    ).toBeNull();
  },
);

it('other responses name each header once', async () => {
  const { facade } = await startSystem({}, { settings: { CORS_ORIGINS: 'https://app.example' } });
  for (const origin of ['https://app.example', 'https://elsewhere.example']) {
    const request = new Request('http://facade.test/graphql?query={__typename}', {
      headers: { origin },
    });
    expect((await facade.fetch(request)).headers.get('vary')).toBe('Authorization, Origin');
  }
});

const lists = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const objects = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

let server: DashboardServer;
let visitor: Visitor;
beforeAll(async () => {
  server = await startDashboard({ facade: { settings: { MCP: true } } });
  visitor = await signIn(server);
});
afterAll(() => server.close());

const json = {
  'Content-Type': 'application/json',
  Authorization: 'Bearer demo-everything-credential',
};

const post = (
  path: string,
  body: string,
  headers: Readonly<Record<string, string>> = json,
): Promise<Response> =>
  server.fetch(new Request(`${origin}${path}`, { method: 'POST', headers, body }));

const refusal = {
  errors: [
    {
      message: 'The request body is more than 1000 levels deep. Send fewer levels.',
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
    },
  ],
};

const operations = [
  lists(20_000),
  objects(20_000),
  `{"query":"{ __typename }","variables":${objects(20_000)}}`,
  `{"query":"{ __typename }","extensions":{"a":${lists(20_000)}}}`,
  `{"query":"query ($a: ScreenFilter) { screens(filter: $a) { totalCount } }","variables":{"a":${objects(20_000)}}}`,
  `{"query":"{ __typename }","ignored":${lists(20_000)}}`,
];

describe('JSON of 20,000 levels is 400 with the reason, without a REST request', () => {
  it.each(operations)('at /graphql and /dashboard/graphql: %.60s', async (body) => {
    server.simulator.clearRequests();
    for (const response of [
      await post('/graphql', body),
      await server.fetch(operationRequest(visitor, body)),
    ]) {
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual(refusal);
    }
    expect(server.simulator.requests).toEqual([]);
  });

  it.each(['variables', 'extensions'])('at /graphql by GET, in %s', async (name) => {
    const url = `${origin}/graphql?query={__typename}&${name}=${objects(20_000)}`;
    const response = await server.fetch(new Request(url, { headers: json }));
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(`${name} is more than 1000 levels deep.`);
  });

  const message = (params: string): string =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${params}}`;

  it.each([lists(20_000), message(objects(20_000)), message(`{"_meta":${objects(20_000)}}`)])(
    'at /mcp: %.60s',
    async (body) => {
      const accept = { Accept: 'application/json, text/event-stream' };
      const response = await post('/mcp', body, { ...json, ...accept, Host: 'localhost' });
      expect([response.status, await response.json()]).toEqual([400, refusal]);
    },
  );

  it('at the sign-in, whose body is short', async () => {
    const headers = { ...json, ...ownPage, 'X-Dashboard-Token': 'x' };
    const response = await post('/dashboard/session', `{"credential":${lists(8000)}}`, headers);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('BAD_USER_INPUT');
  });
});

it('1,000 levels pass, and brackets inside of strings are no levels', async () => {
  const text = JSON.stringify('["\\{'.repeat(3000));
  const body = `{"query":"{ __typename }","ignored":[${lists(998)},${text}]}`;
  expect((await post('/graphql', body)).status).toBe(200);
  expect((await post('/graphql', body.replace('[[', '[[[').replace(']]', ']]]'))).status).toBe(400);
});

it('an error with a status is a refusal, and any other is a fault of ours', () => {
  expect(toRefusal(httpError(413, 'Too large.', 'BAD_USER_INPUT')).status).toBe(413);
  expect(() => toRefusal(new GraphQLError('A fault.'))).toThrow('A fault.');
});
