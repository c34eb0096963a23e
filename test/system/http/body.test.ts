import { describe, expect, it } from 'vitest';
import type { SimulatorFault } from '../../../src/command/simulator/simulator.js';
import {
  bearer,
  connectInProcess,
  getOf,
  jsonHeaders,
  organizationBody,
  organizationResult,
  post,
  transports,
} from '../http-client.js';
import { codesOf, expectRefused } from '../test-system.js';

describe.each(transports)('bodies, through %s', (_transport, connect) => {
  it.each([
    ['broken JSON', '{"query": '],
    ['text that is not JSON', 'query { organization { id } }'],
    ['an empty body', ''],
    ['null', 'null'],
    ['a number', '7'],
    ['a string', '"{ organization { id } }"'],
    ['no query', '{}'],
    ['a query that is null', '{"query": null}'],
    ['a query that is a number', '{"query": 7}'],
    ['a query that is an object', '{"query": {}}'],
    ['variables that are a string', '{"query": "{ __typename }", "variables": "x"}'],
    ['variables that are an array', '{"query": "{ __typename }", "variables": []}'],
    ['an operationName that is a number', '{"query": "{ __typename }", "operationName": 7}'],
    ['extensions that are a string', '{"query": "{ __typename }", "extensions": "x"}'],
  ])('F15: %s is 400, with no parser text and no REST request', async (_case, body) => {
    const client = await connect();
    const response = await post(client, body);
    expectRefused(client, response, 'GRAPHQL_VALIDATION_FAILED');
    expect(response.text).not.toMatch(/Unexpected|position|token|SyntaxError|at JSON/);
  });

  it.each([
    ['a batch', '[{"query": "{ organization { id } }"}]'],
    [
      'a batch of two',
      '[{"query": "{ organization { id } }"}, {"query": "{ screens { totalCount } }"}]',
    ],
    ['an empty batch', '[]'],
    ['a batch of batches', '[[]]'],
  ])(
    'F8: %s is 400 under every media type, names the limit and sends nothing',
    async (_case, body) => {
      const client = await connect();
      for (const accept of ['application/graphql-response+json', 'application/json']) {
        const response = await post(client, body, { ...jsonHeaders, accept });
        expectRefused(client, response, 'OPERATION_LIMIT_EXCEEDED');
        expect(response.errors[0]?.message).toContain('may hold 1 operation');
      }
    },
  );

  it('null members count as absent', async () => {
    const client = await connect();
    const body = {
      query: '{ organization { id } }',
      variables: null,
      operationName: null,
      extensions: null,
    };
    expect((await post(client, JSON.stringify(body))).data).toEqual(organizationResult.data);
  });

  it('F3: one byte above MAX_REQUEST_BYTES is 413, with and without a length', async () => {
    const client = await connect({}, { settings: { MAX_REQUEST_BYTES: '1000' } });
    const bodyOf = (length: number) => organizationBody.padEnd(length, ' ');
    const chunked = (text: string) =>
      new ReadableStream({
        start(controller) {
          for (const part of text.match(/.{1,100}/g) ?? [])
            controller.enqueue(new TextEncoder().encode(part));
          controller.close();
        },
      });
    expect((await post(client, bodyOf(1000))).data).toEqual(organizationResult.data);
    expect((await post(client, chunked(bodyOf(1000)))).data).toEqual(organizationResult.data);
    client.simulator.clearRequests();
    for (const body of [bodyOf(1001), chunked(bodyOf(1001)), bodyOf(1_000_000)]) {
      const response = await post(client, body);
      expectRefused(client, response, 'OPERATION_LIMIT_EXCEEDED', 413);
      expect(response.errors[0]?.message).toContain('MAX_REQUEST_BYTES');
    }
  });

  it('F3: bytes are counted, not characters', async () => {
    const client = await connect({}, { settings: { MAX_REQUEST_BYTES: '1000' } });
    const body = JSON.stringify({ query: '{ __typename }', variables: { x: 'ä'.repeat(480) } });
    expect(body.length).toBeLessThan(1000);
    expect((await post(client, body)).status).toBe(413);
  });
});

it('F3: an endless body is not read to its end', async () => {
  const client = await connectInProcess({}, { settings: { MAX_REQUEST_BYTES: '1000' } });
  let pulled = 0;
  const endless = new ReadableStream({
    pull(controller) {
      pulled += 1;
      controller.enqueue(new TextEncoder().encode(' '.repeat(100)));
    },
  });
  expect((await post(client, endless)).status).toBe(413);
  expect(pulled).toBeLessThan(50);
});

describe.each(transports)('F10: methods, through %s', (_transport, connect) => {
  it('GET serves queries, with variables and an operation name', async () => {
    const client = await connect();
    const search = new URLSearchParams({
      query: 'query A { __typename } query B($id: ID!) { screen(id: $id) { id } }',
      operationName: 'B',
      variables: '{"id":"scr_1fyak"}',
    });
    const response = await client.send(`/graphql?${search.toString()}`, { headers: bearer });
    expect(response.data).toEqual({ screen: { id: 'scr_1fyak' } });
  });

  it.each([
    ['variables that are not JSON', `${getOf('{__typename}')}&variables=%7B`],
    ['variables that are not an object', `${getOf('{__typename}')}&variables=[]`],
    ['no query', '/graphql?operationName=A'],
  ])('GET with %s is 400', async (_case, path) => {
    const client = await connect();
    const response = await client.send(path, {
      headers: { accept: 'application/graphql-response+json' },
    });
    expect(response.status).toBe(400);
    expect(response.text).not.toMatch(/Unexpected|position|SyntaxError/);
  });

  it.each(['PUT', 'DELETE', 'PATCH'])('%s is 405 with the allowed methods', async (method) => {
    const client = await connect();
    const body = method === 'DELETE' ? {} : { body: organizationBody };
    const response = await client.send('/graphql', { method, headers: jsonHeaders, ...body });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, POST');
    expect(codesOf(response)).toHaveLength(1);
    expect(client.simulator.requests).toEqual([]);
  });

  it('a mutation, and a subscription of a client without streams, is refused by GET and POST', async () => {
    const client = await connect();
    for (const query of [
      'mutation { deleteScreen }',
      'subscription { live { screens { totalCount } } }',
    ]) {
      const got = await client.send(getOf(query), { headers: bearer });
      const posted = await post(client, JSON.stringify({ query }));
      for (const { status } of [got, posted]) expect([400, 405, 406]).toContain(status);
    }
    expect(client.simulator.requests).toEqual([]);
  });
});

const limited = (operation: string, retryAfterSeconds?: number): SimulatorFault => ({
  operation,
  status: 429,
  ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
});

const organization = 'organization { id }';
const screen = 'screen(id: "scr_1fyak") { id }';
const configurations = 'playbackConfigurations(screenIds: ["scr_1fyak", "scr_1fyak"]) { revision }';

const both = `{ ${organization} ${screen} }`;
const named = `{ __typename a: __typename ${organization} ${screen} ${configurations} }`;
const quotas = [limited('partnerV1_organization', 7), limited('partnerV1_screen', 30)];
const late = { operation: 'partnerV1_screen', status: 401, latencyMs: 60 };

/** docs/errors.md, "HTTP status"; `test/operation/status.test.ts` has the other cases. */
const rows: readonly [
  what: string,
  query: string,
  SimulatorFault[],
  status: number,
  retryAfter?: string,
][] = [
  ['no field was read beside __typename: the credential is invalid', named, [{ status: 401 }], 401],
  [
    'no field was read, as the quota is spent: the longest Retry-After counts',
    both,
    quotas,
    429,
    '30',
  ],
  ['no field was read, as the quota is spent, without a Retry-After', both, [{ status: 429 }], 429],
  ['a field was read beside a 401', both, [late], 200],
];
const others = [400, 403, 404, 409, 426, 500, 503].map((status): (typeof rows)[number] => [
  `HTTP ${status}`,
  `{ ${organization} }`,
  [{ status }],
  200,
]);

describe.each(transports)('the HTTP status of a response, through %s', (_transport, connect) => {
  it.each([...rows, ...others])('%s', async (_what, query, faults, status, retryAfter) => {
    const client = await connect({ faults });
    const response = await client.ask(query);
    expect([response.status, ...codesOf(response)]).toEqual([status, ...codesOf(response)]);
    expect(response.data).toBeTypeOf('object');
    expect(response.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
    expect(response.headers.get('retry-after')).toBe(retryAfter ?? null);
    for (const { extensions } of response.errors) expect(extensions).not.toHaveProperty('http');
    expect(response.extensions ?? {}).not.toHaveProperty('http');
  });
});
