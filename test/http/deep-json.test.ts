import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DashboardServer, startDashboard } from '../dashboard/server.js';
import { stubAssets } from '../dashboard/stub-asset.js';
import { operationRequest, origin, ownPage, signIn, type Visitor } from '../dashboard/visitor.js';

const lists = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const objects = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

let server: DashboardServer;
let visitor: Visitor;
beforeAll(async () => {
  server = await startDashboard(stubAssets, { facade: { settings: { MCP: true } } });
  visitor = await signIn(server);
});
afterAll(() => server.close());

const json = { 'Content-Type': 'application/json', Authorization: 'Bearer demo-everything-credential' };

const post = (
  path: string,
  body: string,
  headers: Readonly<Record<string, string>> = json,
): Promise<Response> => server.fetch(new Request(`${origin}${path}`, { method: 'POST', headers, body }));

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
