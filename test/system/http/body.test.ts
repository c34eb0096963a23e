import { describe, expect, it } from 'vitest';
import { transports, connectInProcess } from '../http-client.js';
import { codesOf } from '../send.js';
import { jsonHeaders, post, organizationResult, organizationBody } from './post.js';

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
    expect(response.status).toBe(400);
    expect(response.data).toBeUndefined();
    expect(response.errors).toHaveLength(1);
    expect(response.errors[0]?.extensions['code']).toMatch(/^GRAPHQL_(?:VALIDATION|PARSE)_FAILED$/);
    expect(response.text).not.toMatch(/Unexpected|position|token|SyntaxError|at JSON/);
    expect(client.simulator.requests).toEqual([]);
  });

  it.each([
    ['a batch', '[{"query": "{ organization { id } }"}]'],
    ['a batch of two', '[{"query": "{ organization { id } }"}, {"query": "{ screens { totalCount } }"}]'],
    ['an empty batch', '[]'],
    ['a batch of batches', '[[]]'],
  ])(
    'F8: %s is 400 under every media type, with the name of the limit and no REST request',
    async (_case, body) => {
      const client = await connect();
      for (const accept of ['application/graphql-response+json', 'application/json']) {
        const response = await post(client, body, { ...jsonHeaders, accept });
        expect(response.status).toBe(400);
        expect(response.data).toBeUndefined();
        expect(codesOf(response)).toEqual([' OPERATION_LIMIT_EXCEEDED']);
        expect(response.errors[0]?.message).toContain('may hold 1 operation');
      }
      expect(client.simulator.requests).toEqual([]);
    },
  );

  it('null members count as absent', async () => {
    const client = await connect();
    const body = { query: '{ organization { id } }', variables: null, operationName: null, extensions: null };
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
      expect(response.status).toBe(413);
      expect(codesOf(response)).toEqual([' OPERATION_LIMIT_EXCEEDED']);
      expect(response.errors[0]?.message).toContain('MAX_REQUEST_BYTES');
    }
    expect(client.simulator.requests).toEqual([]);
  });

  it('F3: bytes are counted, not characters', async () => {
    const client = await connect({}, { settings: { MAX_REQUEST_BYTES: '1000' } });
    const body = JSON.stringify({ query: '{ __typename }', variables: { x: 'ä'.repeat(480) } });
    expect(body.length).toBeLessThan(1000);
    expect((await post(client, body)).status).toBe(413);
  });
});

describe('F3: an endless body', () => {
  it('is not read to its end', async () => {
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
});
