import { describe, expect, it } from 'vitest';
import { type HttpClient, transports, connectSocket, rawPost, statusOfRaw } from '../http-client.js';
import { everything } from '../test-system.js';
import { codesOf, type ClientResponse } from '../send.js';

const reading = '{ organization { id } }';

const ask = ({ send }: HttpClient, query: string, authorization?: string): Promise<ClientResponse> =>
  send('/graphql', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json',
      ...(authorization !== undefined && { authorization }),
    },
    body: JSON.stringify({ query }),
  });

const malformed: readonly (readonly [string, string])[] = [
  ['another scheme', `Basic ${btoa('user:password')}`],
  ['a credential without a scheme', everything],
  ['an empty one', 'Bearer'],
  ['blanks alone', 'Bearer   '],
  ['white space inside', 'Bearer demo everything'],
  ['a tab inside', 'Bearer demo\teverything'],
  ['two of them joined', `Bearer ${everything}, Bearer ${everything}`],
  ['A8: a letter beyond ASCII', 'Bearer démo'],
  ['more than 8 KiB', `Bearer ${'x'.repeat(8193)}`],
  ['a scheme that only begins so', `Bearers ${everything}`],
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
      const answer = await ask(client, query);
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      expect(answer.data).toBeUndefined();
      expect(answer.errors.map(({ extensions }) => extensions)).toEqual([{ code: 'UNAUTHENTICATED' }]);
      expect(answer.extensions).toBeUndefined();
    }
    expect(client.simulator.requests).toEqual([]);
  });

  it.each(malformed)(
    'A10: %s is 401 with no REST request, and is not repeated',
    async (_what, authorization) => {
      const client = await connect();
      const answer = await ask(client, reading, authorization);
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      expect(codesOf(answer)).toEqual([' UNAUTHENTICATED']);
      const [, secret = ''] = authorization.split(/\s+/);
      if (secret !== '') expect(answer.text).not.toContain(secret);
      expect(client.simulator.requests).toEqual([]);
    },
  );

  it.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])(
    'the name of the scheme is case-insensitive: %s',
    async (scheme) => {
      const client = await connect();
      const answer = await ask(client, reading, `${scheme} ${everything}`);
      expect(answer.status).toBe(200);
      expect(answer.data).toEqual({ organization: { id: 'org_nordlicht' } });
    },
  );

  it('8 KiB are not too long: the upstream is asked, and refuses it', async () => {
    const client = await connect();
    const answer = await ask(client, reading, `Bearer ${'x'.repeat(8192)}`);
    expect(codesOf(answer)).toEqual(['organization UNAUTHENTICATED']);
    expect(client.simulator.requests).toHaveLength(1);
  });

  it('introspection and __typename need none, and a malformed one does not hinder them', async () => {
    const client = await connect();
    const operations = [
      '{ __typename }',
      '{ __schema { queryType { name } } }',
      '{ a: __type(name: "Screen") { name } ...F } fragment F on Query { __typename }',
    ];
    for (const query of operations)
      for (const authorization of [undefined, 'Basic x', `Bearer ${everything}`]) {
        const answer = await ask(client, query, authorization);
        expect(answer.status).toBe(200);
        expect(answer.errors).toEqual([]);
      }
    expect(client.simulator.requests).toEqual([]);
  });

  it('a document that is refused is refused before the credential is asked for', async () => {
    const client = await connect();
    const answer = await ask(client, '{ screns { totalCount } }');
    expect(answer.status).toBe(400);
    expect(codesOf(answer)).toEqual([' GRAPHQL_VALIDATION_FAILED']);
  });

  it('only the operation that is named is looked at', async () => {
    const client = await connect();
    const query = 'query A { __typename } query B { organization { id } }';
    const send = (operationName: string) =>
      client.send('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, operationName }),
      });
    expect((await send('A')).data).toEqual({ __typename: 'Query' });
    expect((await send('B')).status).toBe(401);
  });

  it('A12: it goes up untouched, and nothing else of the client does', async () => {
    const client = await connect();
    const answer = await client.send('/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `bearer ${everything}`,
        cookie: 'a=b',
        range: 'bytes=0-1',
        'if-none-match': '*',
        'x-forwarded-for': '1.2.3.4',
      },
      body: JSON.stringify({ query: reading }),
    });
    expect(answer.data).toEqual({ organization: { id: 'org_nordlicht' } });
    expect(client.simulator.requests.map(({ status }) => status)).toEqual([200]);
  });

  it('credentials alike but for the case of a letter are different ones', async () => {
    const client = await connect();
    const answer = await ask(client, reading, `Bearer ${everything.toUpperCase()}`);
    expect(answer.status).toBe(401);
    expect(codesOf(answer)).toEqual(['organization UNAUTHENTICATED']);
  });
});

describe('what only a raw socket can send', () => {
  it('A10: two Authorization headers are 401, never one of them and never both joined', async () => {
    const { sendRaw, simulator } = await connectSocket();
    for (const pair of [
      [`Authorization: Bearer ${everything}`, `Authorization: Bearer ${everything}`],
      [`Authorization: Bearer ${everything}`, 'authorization: Basic x'],
      ['AUTHORIZATION: Basic x', `Authorization: Bearer ${everything}`],
      [`Authorization: Bearer ${everything}`, 'Authorization:'],
    ]) {
      const answer = await sendRaw(rawPost(reading, pair));
      expect(statusOfRaw(answer)).toBe(401);
      expect(answer).toMatch(/^www-authenticate: bearer\r$/im);
      expect(answer).toContain('UNAUTHENTICATED');
    }
    expect(simulator.requests).toEqual([]);
  });

  it('one header over the wire is served', async () => {
    const { sendRaw, simulator } = await connectSocket();
    const answer = await sendRaw(rawPost(reading, [`aUTHORIZATION:   Bearer ${everything}  `]));
    expect(statusOfRaw(answer)).toBe(200);
    expect(answer).toContain('org_nordlicht');
    expect(simulator.requests).toHaveLength(1);
  });

  it('A8: CR, LF or NUL in it end at the parser', async () => {
    const { sendRaw, simulator } = await connectSocket();
    for (const value of ['Bearer demo\r everything', 'Bearer demo\u0000everything', 'Bearer demo\u0001x']) {
      const answer = await sendRaw(rawPost(reading, [`Authorization: ${value}`]));
      expect([400, 401]).toContain(statusOfRaw(answer));
    }
    expect(simulator.requests).toEqual([]);
  });

  it('A10: more of it than the headers of a request may hold is 431', async () => {
    const { sendRaw, simulator } = await connectSocket();
    const answer = await sendRaw(rawPost(reading, [`Authorization: Bearer ${'x'.repeat(17_000)}`]));
    expect(statusOfRaw(answer)).toBe(431);
    // Cut off while it still sends, this client may find no answer; it is not served either.
    expect(await sendRaw(rawPost(reading, [`Authorization: Bearer ${'x'.repeat(65_536)}`]))).not.toContain(
      '200 OK',
    );
    expect(simulator.requests).toEqual([]);
  });
});
