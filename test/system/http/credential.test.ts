import { describe, expect, it } from 'vitest';
import { type HttpClient, transports } from '../http-client.js';
import { everything } from '../test-system.js';
import { codesOf, type ClientResponse } from '../send.js';

const reading = '{ organization { id } }';

const post = (client: HttpClient, query: string, authorization?: string): Promise<ClientResponse> =>
  client.ask(query, {
    credential: null,
    ...(authorization !== undefined && { headers: { authorization } }),
  });

const malformed: readonly (readonly [string, string])[] = [
  ['another scheme', `Basic ${btoa('user:password')}`],
  ['a credential without a scheme', everything],
  ['an empty credential', 'Bearer'],
  ['only blanks', 'Bearer   '],
  ['white space inside', 'Bearer demo everything'],
  ['a tab inside', 'Bearer demo\teverything'],
  ['two credentials joined', `Bearer ${everything}, Bearer ${everything}`],
  ['A8: a letter beyond ASCII', 'Bearer démo'],
  ['more than 8 KiB', `Bearer ${'x'.repeat(8193)}`],
  ['a scheme with the prefix Bearer', `Bearers ${everything}`],
];

describe.each(transports)('the credential, through %s', (_transport, connect) => {
  it('without one: 401, WWW-Authenticate, one UNAUTHENTICATED, no REST request', async () => {
    const client = await connect();
    const operations = [
      reading,
      '{ __typename organization { id } }',
      'query Q { ...F } fragment F on Query { ... on Query { screens { totalCount } } }',
      '{ nodes(nodeIds: []) { nodeId } }',
      '{ screen(id: "..") { id } }',
    ];
    for (const query of operations) {
      const response = await post(client, query);
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(response.data).toBeUndefined();
      expect(response.errors.map(({ extensions }) => extensions)).toEqual([{ code: 'UNAUTHENTICATED' }]);
      expect(response.extensions).toBeUndefined();
    }
    expect(client.simulator.requests).toEqual([]);
  });

  it.each(malformed)(
    'A10: %s is 401 with no REST request, and the response does not repeat it',
    async (_case, authorization) => {
      const client = await connect();
      const response = await post(client, reading, authorization);
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(codesOf(response)).toEqual([' UNAUTHENTICATED']);
      const [, secret = ''] = authorization.split(/\s+/);
      if (secret !== '') expect(response.text).not.toContain(secret);
      expect(client.simulator.requests).toEqual([]);
    },
  );

  it.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])(
    'A10: the name of the scheme is case-insensitive: %s',
    async (scheme) => {
      const client = await connect();
      const response = await post(client, reading, `${scheme} ${everything}`);
      expect(response.status).toBe(200);
      expect(response.data).toEqual({ organization: { id: 'org_nordlicht' } });
    },
  );

  it('A10: 8 KiB are accepted: the request reaches the upstream, which refuses it', async () => {
    const client = await connect();
    const response = await post(client, reading, `Bearer ${'x'.repeat(8192)}`);
    expect(codesOf(response)).toEqual(['organization UNAUTHENTICATED']);
    expect(client.simulator.requests).toHaveLength(1);
  });

  it('introspection and __typename need none, and ignore a malformed one', async () => {
    const client = await connect();
    const operations = [
      '{ __typename }',
      '{ __schema { queryType { name } } }',
      '{ a: __type(name: "Screen") { name } ...F } fragment F on Query { __typename }',
    ];
    for (const query of operations)
      for (const authorization of [undefined, 'Basic x', `Bearer ${everything}`]) {
        const response = await post(client, query, authorization);
        expect(response.status).toBe(200);
        expect(response.errors).toEqual([]);
      }
    expect(client.simulator.requests).toEqual([]);
  });

  it('an invalid document is refused before the credential is checked', async () => {
    const client = await connect();
    const response = await post(client, '{ screns { totalCount } }');
    expect(response.status).toBe(400);
    expect(codesOf(response)).toEqual([' GRAPHQL_VALIDATION_FAILED']);
  });

  it('only the named operation counts', async () => {
    const client = await connect();
    const query = 'query A { __typename } query B { organization { id } }';
    const send = (operationName: string) =>
      client.ask(query, { credential: null, members: { operationName } });
    expect((await send('A')).data).toEqual({ __typename: 'Query' });
    expect((await send('B')).status).toBe(401);
  });

  it('credentials that differ only in case are different', async () => {
    const client = await connect();
    const response = await post(client, reading, `Bearer ${everything.toUpperCase()}`);
    expect(response.status).toBe(401);
    expect(codesOf(response)).toEqual(['organization UNAUTHENTICATED']);
  });
});
