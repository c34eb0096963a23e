import { describe, expect, it } from 'vitest';
import { operationRequest } from '../../rig/operation-request.js';
import { rawRequest } from '../../rig/raw-client.js';
import {
  connectInProcess,
  connectSocket,
  type HttpClient,
  jsonHeaders,
  organizationBody,
  organizationResult,
  post,
  rawHeaders,
  transports,
} from '../http-client.js';
import { type ClientResponse, codesOf, everything, expectRefused } from '../test-system.js';

const reading = '{ organization { id } }';

const postQuery = (
  client: HttpClient,
  query: string,
  authorization?: string,
): Promise<ClientResponse> =>
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
      const response = await postQuery(client, query);
      expectRefused(client, response, 'UNAUTHENTICATED', 401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(response.errors.map(({ extensions }) => extensions)).toEqual([
        { code: 'UNAUTHENTICATED' },
      ]);
      expect(response.extensions).toBeUndefined();
    }
  });

  it.each(malformed)(
    'A10: %s is 401, not repeated, and sends no request',
    async (_case, authorization) => {
      const client = await connect();
      const response = await postQuery(client, reading, authorization);
      expectRefused(client, response, 'UNAUTHENTICATED', 401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      const [, secret = ''] = authorization.split(/\s+/);
      if (secret !== '') expect(response.text).not.toContain(secret);
    },
  );

  it('A10: the scheme is case-insensitive', async () => {
    const client = await connect();
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR'])
      expect((await postQuery(client, reading, `${scheme} ${everything}`)).data).toEqual(
        organizationResult.data,
      );
  });

  it('A10: 8 KiB are accepted: the request reaches the upstream, which refuses it', async () => {
    const client = await connect();
    const response = await postQuery(client, reading, `Bearer ${'x'.repeat(8192)}`);
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
        const response = await postQuery(client, query, authorization);
        expect(response.status).toBe(200);
        expect(response.errors).toEqual([]);
      }
    expect(client.simulator.requests).toEqual([]);
  });

  it('an invalid document is refused before the credential is checked', async () => {
    const client = await connect();
    const response = await postQuery(client, '{ screns { totalCount } }');
    expectRefused(client, response, 'GRAPHQL_VALIDATION_FAILED');
  });

  it('only the named operation counts', async () => {
    const client = await connect();
    const query = 'query A { __typename } query B { organization { id } }';
    const send = (operationName: string) =>
      client.ask(query, { credential: null, members: { operationName } });
    expect((await send('A')).data).toEqual({ __typename: 'Query' });
    expect((await send('B')).status).toBe(401);
  });
});

describe('HTTPS in production', () => {
  const production = (settings: Record<string, string> = {}) => ({
    settings: { NODE_ENV: 'production', ...settings },
  });
  const forwarded = (protocol: string) => ({ ...jsonHeaders, 'x-forwarded-proto': protocol });

  it.each(transports)(
    'A15: plain requests are 426, and send none, through %s',
    async (_name, connect) => {
      const client = await connect({}, production());
      for (const headers of [jsonHeaders, forwarded('https')]) {
        const response = await post(client, organizationBody, headers);
        expectRefused(client, response, 'HTTPS_REQUIRED', 426);
        // A caller behind a proxy, or in the same cluster, reads what to set and what to send.
        expect(response.text).toMatch(/TRUST_PROXY=true.* X-Forwarded-Proto: https/);
      }
      expect((await client.send('/graphql', { headers: { accept: 'text/html' } })).status).toBe(
        426,
      );
    },
  );

  it.each(transports)(
    'A15: with TRUST_PROXY the last entry counts, through %s',
    async (_name, connect) => {
      const client = await connect({}, production({ TRUST_PROXY: 'true' }));
      for (const protocol of ['https', 'HTTPS', 'http, https', 'http,https'])
        expect((await post(client, organizationBody, forwarded(protocol))).status, protocol).toBe(
          200,
        );
      for (const headers of [jsonHeaders, ...['http', 'https, http', '', 'httpsx'].map(forwarded)])
        expect((await post(client, organizationBody, headers)).status).toBe(426);
      expect(client.simulator.requests).toHaveLength(4);
    },
  );

  it('an https: target over a plain connection is 426', async () => {
    const { sendRaw, simulator } = await connectSocket({}, production());
    const secure = ['https://facade.test/graphql', 'HTTPS://facade.test/graphql'];
    for (const target of ['/graphql', ...secure, '//x/graphql']) {
      const request = rawRequest(
        `POST ${target} HTTP/1.1`,
        ['Host: a', ...rawHeaders],
        organizationBody,
      );
      expect(await sendRaw(request), target).not.toContain('org_nordlicht');
    }
    expect(simulator.requests).toEqual([]);
  });

  it('a request over HTTPS is served', async () => {
    const { facade } = await connectInProcess({}, production());
    const url = 'https://facade.test';
    const request = operationRequest('{ organization { id } }', { url, credential: everything });
    expect((await facade.fetch(request)).status).toBe(200);
  });

  it.each(transports)(
    'health and metrics use plain HTTP, through %s',
    async (_transport, connect) => {
      const client = await connect({}, production());
      for (const path of ['/health/live', '/health/ready', '/metrics'])
        expect((await client.send(path)).status, path).toBe(200);
      expect((await client.send('/nowhere')).status).toBe(404);
    },
  );
});
