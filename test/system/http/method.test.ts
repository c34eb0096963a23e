import { describe, expect, it } from 'vitest';
import { transports } from '../http-client.js';
import { codesOf } from '../send.js';
import { bearer, jsonHeaders, post, organizationBody } from './post.js';

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
    ['variables that are not JSON', 'query={__typename}&variables={'],
    ['variables that are not an object', 'query={__typename}&variables=[]'],
    ['no query', 'operationName=A'],
  ])('GET with %s is 400', async (_case, search) => {
    const client = await connect();
    const response = await client.send(`/graphql?${search.replaceAll('{', '%7B').replaceAll('}', '%7D')}`, {
      headers: { accept: 'application/graphql-response+json' },
    });
    expect(response.status).toBe(400);
    expect(response.text).not.toMatch(/Unexpected|position|SyntaxError/);
  });

  it.each(['PUT', 'DELETE', 'PATCH'])('%s is 405 with the allowed methods', async (method) => {
    const client = await connect();
    const response = await client.send('/graphql', {
      method,
      headers: jsonHeaders,
      ...(method !== 'DELETE' && { body: organizationBody }),
    });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, POST');
    expect(codesOf(response)).toHaveLength(1);
    expect(client.simulator.requests).toEqual([]);
  });

  it('a mutation, and a subscription of a client without streams, is refused by GET and POST', async () => {
    const client = await connect();
    for (const query of ['mutation { deleteScreen }', 'subscription { live { screens { totalCount } } }']) {
      const got = await client.send(`/graphql?query=${encodeURIComponent(query)}`, { headers: bearer });
      const posted = await post(client, JSON.stringify({ query }));
      for (const { status } of [got, posted]) expect([400, 405, 406]).toContain(status);
    }
    expect(client.simulator.requests).toEqual([]);
  });
});
