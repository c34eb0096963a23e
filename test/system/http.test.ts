import { describe, expect, it } from 'vitest';
import { type HttpClient, transports, connectInProcess, connectSocket, statusOfRaw } from './http-client.js';
import { everything } from './test-system.js';
import { codesOf, type ClientResponse } from './send.js';

const bearer = { authorization: `Bearer ${everything}` };
const json = { ...bearer, 'content-type': 'application/json', accept: 'application/graphql-response+json' };
const reading = JSON.stringify({ query: '{ organization { id } }' });
const read = { data: { organization: { id: 'org_nordlicht' } } };

const post = (
  { send: ask }: HttpClient,
  body: BodyInit,
  headers: Record<string, string> = json,
): Promise<ClientResponse> => ask('/graphql', { method: 'POST', headers, body });

describe.each(transports)('the addresses, through %s', (_transport, connect) => {
  it('/graphql, /health/live and /health/ready are served', async () => {
    const client = await connect();
    expect((await post(client, reading)).data).toEqual(read.data);
    expect((await client.send('/graphql?query=%7B__typename%7D')).data).toEqual({ __typename: 'Query' });
    for (const path of ['/health/live', '/health/ready']) expect((await client.send(path)).status).toBe(200);
  });

  it.each([
    '/graphqlx',
    '/graphql/',
    '/graphql/x',
    '/x/graphql',
    '//graphql',
    '/GraphQL',
    '/graph%71l',
    '/graphql%20',
    '/x?y=/graphql',
    '/x?query={organization{id}}&z=/graphql',
    '/x?y=/health/live',
    '/health',
    '/health/',
    '/health/live/',
    '/health/x',
    '/x/health/ready',
    '/metrics/',
    '/metrics/x',
    '/favicon.ico',
    '/api/partner/v1/organization',
    '/.env',
  ])('F13: %s is 404', async (path) => {
    const client = await connect();
    for (const init of [{ headers: bearer }, { method: 'POST', headers: json, body: reading }]) {
      const answer = await client.send(path, init);
      expect(answer.status).toBe(404);
      expect(answer.text).not.toContain('org_nordlicht');
    }
    expect(client.simulator.requests).toEqual([]);
  });

  it('F13: /metrics?query=…&z=/graphql executes nothing', async () => {
    const client = await connect();
    const answer = await client.send('/metrics?query={organization{id}}&z=/graphql', { headers: bearer });
    expect(answer.text).not.toContain('org_nordlicht');
    expect(client.simulator.requests).toEqual([]);
  });

  it('C20: health needs no credential, sends no REST request, and does not depend on the upstream', async () => {
    const client = await connect();
    await client.simulator.close();
    for (let probe = 0; probe < 50; probe += 1)
      expect((await client.send(probe % 2 === 0 ? '/health/live' : '/health/ready')).status).toBe(200);
    expect(client.simulator.requests).toEqual([]);
  });

  it('while draining, readiness is 503, liveness is 200, and operations are still answered', async () => {
    const client = await connect();
    client.facade.startDraining();
    expect((await client.send('/health/ready')).status).toBe(503);
    expect((await client.send('/health/live')).status).toBe(200);
    expect((await post(client, reading)).data).toEqual(read.data);
  });

  it('F23: what health tells holds no internals and no upstream address', async () => {
    const client = await connect();
    for (const path of ['/health/live', '/health/ready']) {
      const { text } = await client.send(path);
      expect(text.length).toBeLessThan(100);
      expect(text).not.toContain(new URL(client.simulator.url).host);
    }
  });
});

describe.each(transports)('headers of every answer, through %s', (_transport, connect) => {
  it('G14, G15: private, no-store, Vary: Authorization, nosniff, and no X-Powered-By', async () => {
    const client = await connect();
    const answers = [
      await post(client, reading),
      await post(client, '{'),
      await post(client, reading, { 'content-type': 'application/json' }),
      await post(client, reading, { ...json, authorization: 'Bearer unknown' }),
      await client.send('/graphql?query=%7B__typename%7D'),
      await client.send('/graphql', { method: 'PUT' }),
      await client.send('/health/live'),
      await client.send('/nowhere'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 401, 401, 200, 405, 200, 404]);
    for (const { headers } of answers) {
      expect(headers.get('cache-control')).toBe('private, no-store');
      expect(headers.get('vary')?.toLowerCase()).toContain('authorization');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('server')).toBeNull();
      expect(headers.get('x-request-id')).toMatch(/^[\w.:-]{8,128}$/);
    }
  });

  it('the client’s own request id is taken where it may stand in a header and a log', async () => {
    const client = await connect();
    const idOf = async (id: string) =>
      (await post(client, reading, { ...json, 'x-request-id': id })).headers.get('x-request-id');
    expect(await idOf('trace-1:a.b_C')).toBe('trace-1:a.b_C');
    for (const id of ['a b', 'x'.repeat(129), '<script>', everything]) expect(await idOf(id)).not.toBe(id);
  });

  it('the media type follows what the client accepts', async () => {
    const client = await connect();
    const typeOf = async (accept: string) =>
      (await post(client, reading, { ...json, accept })).headers.get('content-type');
    expect(await typeOf('application/graphql-response+json')).toMatch(/^application\/graphql-response\+json/);
    expect(await typeOf('application/json')).toMatch(/^application\/json/);
    expect(await typeOf('*/*')).toMatch(/^application\/(?:graphql-response\+)?json/);
  });
});

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

  it.each([
    'https://evil.example.com',
    'null',
    'https://app.example.com.evil.com',
    'https://app.example.comx',
    'https://xapp.example.com',
    'http://app.example.com',
    'https://app.example.com:8443',
    'https://APP.example.com',
    'http://localhost:3001',
    'http://localhost',
  ])('%s gets no CORS header', async (origin) => {
    for (const CORS_ORIGINS of [settings.CORS_ORIGINS, listed]) {
      const client = await connect({}, { settings: { CORS_ORIGINS } });
      for (const answer of [
        await post(client, reading, { ...json, origin }),
        await preflight(client, origin),
        await client.send('/graphql?query=%7B__typename%7D', { headers: { origin } }),
      ])
        expect(corsOf(answer)).toEqual([]);
    }
  });

  it.each([listed, 'http://localhost:3000'])(
    '%s is listed: it is named, without credentials',
    async (origin) => {
      const client = await connect({}, { settings });
      const answer = await post(client, reading, { ...json, origin });
      expect(answer.data).toEqual(read.data);
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
      const exposed = 'X-Request-Id, Retry-After, Age';
      expect(answer.headers.get('access-control-expose-headers')).toBe(exposed);
      const refused = await post(client, reading, { ...json, authorization: 'Bearer unknown', origin });
      expect([refused.status, refused.headers.get('access-control-expose-headers')]).toEqual([401, exposed]);
      expect(answer.headers.get('access-control-allow-credentials')).not.toBe('true');
      expect(answer.headers.get('vary')?.toLowerCase()).toContain('origin');
      const before = await preflight(client, origin);
      expect([200, 204]).toContain(before.status);
      expect(before.headers.get('access-control-allow-origin')).toBe(origin);
      expect(before.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('authorization');
      expect(before.headers.get('access-control-allow-methods')).toContain('POST');
    },
  );

  it('without CORS_ORIGINS there are no CORS headers for anybody', async () => {
    const client = await connect();
    for (const origin of [listed, 'null', 'http://facade.test'])
      for (const answer of [
        await post(client, reading, { ...json, origin }),
        await preflight(client, origin),
      ])
        expect(corsOf(answer)).toEqual([]);
  });

  it('health and other addresses have none either', async () => {
    const client = await connect({}, { settings });
    for (const path of ['/health/live', '/nowhere'])
      expect(corsOf(await client.send(path, { headers: { origin: listed } }))).toEqual([]);
  });
});

describe.each(transports)('bodies, through %s', (_transport, connect) => {
  it.each([
    ['broken JSON', '{"query": '],
    ['no JSON', 'query { organization { id } }'],
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
  ])('F15: %s is 400, with no parser text and no REST request', async (_what, body) => {
    const client = await connect();
    const answer = await post(client, body);
    expect(answer.status).toBe(400);
    expect(answer.data).toBeUndefined();
    expect(answer.errors).toHaveLength(1);
    expect(answer.errors[0]?.extensions['code']).toMatch(/^GRAPHQL_(?:VALIDATION|PARSE)_FAILED$/);
    expect(answer.text).not.toMatch(/Unexpected|position|token|SyntaxError|at JSON/);
    expect(client.simulator.requests).toEqual([]);
  });

  it.each([
    ['a batch', '[{"query": "{ organization { id } }"}]'],
    ['a batch of two', '[{"query": "{ organization { id } }"}, {"query": "{ screens { totalCount } }"}]'],
    ['an empty batch', '[]'],
    ['a batch of batches', '[[]]'],
  ])(
    'F8: %s is 400 under every media type, with the name of the limit and no REST request',
    async (_what, body) => {
      const client = await connect();
      for (const accept of ['application/graphql-response+json', 'application/json']) {
        const answer = await post(client, body, { ...json, accept });
        expect(answer.status).toBe(400);
        expect(answer.data).toBeUndefined();
        expect(codesOf(answer)).toEqual([' OPERATION_LIMIT_EXCEEDED']);
        expect(answer.errors[0]?.message).toContain('A request may hold 1 operation');
      }
      expect(client.simulator.requests).toEqual([]);
    },
  );

  it('null members are as good as none', async () => {
    const client = await connect();
    const body = { query: '{ organization { id } }', variables: null, operationName: null, extensions: null };
    expect((await post(client, JSON.stringify(body))).data).toEqual(read.data);
  });

  it('F3: one byte above MAX_REQUEST_BYTES is 413, with and without a length', async () => {
    const client = await connect({}, { settings: { MAX_REQUEST_BYTES: '1000' } });
    const bodyOf = (length: number) => reading.padEnd(length, ' ');
    const chunked = (text: string) =>
      new ReadableStream({
        start(controller) {
          for (const part of text.match(/.{1,100}/g) ?? [])
            controller.enqueue(new TextEncoder().encode(part));
          controller.close();
        },
      });
    expect((await post(client, bodyOf(1000))).data).toEqual(read.data);
    expect((await post(client, chunked(bodyOf(1000)))).data).toEqual(read.data);
    client.simulator.clearRequests();
    for (const body of [bodyOf(1001), chunked(bodyOf(1001)), bodyOf(1_000_000)]) {
      const answer = await post(client, body);
      expect(answer.status).toBe(413);
      expect(codesOf(answer)).toEqual([' OPERATION_LIMIT_EXCEEDED']);
      expect(answer.errors[0]?.message).toContain('MAX_REQUEST_BYTES');
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

describe.each(transports)(
  'F11: what a page of another site can send without being asked, through %s',
  (_transport, connect) => {
    const forms: readonly (readonly [string, string])[] = [
      ['text/plain', reading],
      ['text/plain;charset=UTF-8', reading],
      ['application/x-www-form-urlencoded', 'query=%7Borganization%7Bid%7D%7D'],
      [
        'multipart/form-data; boundary=x',
        `--x\r\nContent-Disposition: form-data; name="operations"\r\n\r\n${reading}\r\n--x--\r\n`,
      ],
      ['application/graphql', '{ organization { id } }'],
      ['application/jsonx', reading],
    ];

    it.each(forms)('%s is refused, with or without a credential', async (type, body) => {
      const client = await connect();
      for (const headers of [{ 'content-type': type }, { ...bearer, 'content-type': type }]) {
        const answer = await post(client, body, headers);
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect(answer.status).toBeLessThan(500);
        expect(answer.text).not.toContain('org_nordlicht');
      }
      expect(client.simulator.requests).toEqual([]);
    });

    it('a GET comes without a credential, and a cookie is none: 401', async () => {
      const client = await connect();
      const answer = await client.send('/graphql?query=%7Borganization%7Bid%7D%7D', {
        headers: { cookie: `authorization=Bearer ${everything}` },
      });
      expect(answer.status).toBe(401);
      expect(client.simulator.requests).toEqual([]);
    });

    it('a credential in the address is none: 401', async () => {
      const client = await connect();
      for (const name of ['authorization', 'access_token', 'token']) {
        const answer = await client.send(`/graphql?query=%7Borganization%7Bid%7D%7D&${name}=${everything}`);
        expect(answer.status).toBe(401);
      }
      expect(client.simulator.requests).toEqual([]);
    });
  },
);

describe.each(transports)('F10: methods, through %s', (_transport, connect) => {
  it('GET serves queries, with variables and an operation name', async () => {
    const client = await connect();
    const search = new URLSearchParams({
      query: 'query A { __typename } query B($id: ID!) { screen(id: $id) { id } }',
      operationName: 'B',
      variables: '{"id":"scr_1fyak"}',
    });
    const answer = await client.send(`/graphql?${search.toString()}`, { headers: bearer });
    expect(answer.data).toEqual({ screen: { id: 'scr_1fyak' } });
  });

  it.each([
    ['variables that are no JSON', 'query={__typename}&variables={'],
    ['variables that are no object', 'query={__typename}&variables=[]'],
    ['no query', 'operationName=A'],
  ])('GET with %s is 400', async (_what, search) => {
    const client = await connect();
    const answer = await client.send(`/graphql?${search.replaceAll('{', '%7B').replaceAll('}', '%7D')}`, {
      headers: { accept: 'application/graphql-response+json' },
    });
    expect(answer.status).toBe(400);
    expect(answer.text).not.toMatch(/Unexpected|position|SyntaxError/);
  });

  it.each(['PUT', 'DELETE', 'PATCH'])('%s is 405 and told what is allowed', async (method) => {
    const client = await connect();
    const answer = await client.send('/graphql', {
      method,
      headers: json,
      ...(method !== 'DELETE' && { body: reading }),
    });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toMatch(/GET/);
    expect(answer.headers.get('allow')).toMatch(/POST/);
    expect(client.simulator.requests).toEqual([]);
  });

  it('a mutation or a subscription is refused by GET and POST', async () => {
    const client = await connect();
    for (const query of ['mutation { deleteScreen }', 'subscription { screens { totalCount } }']) {
      const got = await client.send(`/graphql?query=${encodeURIComponent(query)}`, { headers: bearer });
      const posted = await post(client, JSON.stringify({ query }));
      for (const { status } of [got, posted]) expect([400, 405]).toContain(status);
    }
    expect(client.simulator.requests).toEqual([]);
  });
});

describe('F17: smuggling', () => {
  const body = '{"query":"{ __typename }"}';
  const lines = (...headers: readonly string[]): string =>
    ['POST /graphql HTTP/1.1', ...headers, 'Content-Type: application/json', '', body].join('\r\n');

  it.each([
    ['a length and a coding', lines('Host: x', 'Content-Length: 26', 'Transfer-Encoding: chunked')],
    ['two lengths', lines('Host: x', 'Content-Length: 26', 'Content-Length: 27')],
    ['no host', lines('Content-Length: 26')],
    ['a length that is no number', lines('Host: x', 'Content-Length: 2x')],
    ['bare line feeds', lines('Host: x', 'Content-Length: 26').replaceAll('\r\n', '\n')],
  ])('%s: 400 from the parser, and nothing is executed', async (_what, request) => {
    const { sendRaw } = await connectSocket();
    const answer = await sendRaw(request);
    expect(statusOfRaw(answer)).toBe(400);
    expect(answer).not.toContain('__typename');
  });
});

describe('F13: a Host header that holds a path', () => {
  it.each(['x/graphql?query={__typename}&y=', 'x/graphql?', 'x/graphql#', 'x\\graphql?', 'u@x/graphql?'])(
    'does not change the path: %s',
    async (host) => {
      const { sendRaw } = await connectSocket();
      const request = (method: string, path: string): string =>
        [
          `${method} ${path} HTTP/1.1`,
          `Host: ${host}`,
          'Content-Type: application/json',
          'Content-Length: 26',
          'Connection: close',
          '',
          '{"query":"{ __typename }"}',
        ].join('\r\n');
      for (const method of ['GET', 'POST'])
        for (const path of ['/nowhere', '/health/live', '/metrics'])
          expect(await sendRaw(request(method, path))).not.toContain('"__typename"');
    },
  );
});

describe('HTTPS in production (runtime interface, NODE_ENV and TRUST_PROXY)', () => {
  const production = (settings: Record<string, string> = {}) => ({
    settings: { NODE_ENV: 'production', ...settings },
  });
  const forwarded = (protocol: string) => ({ ...json, 'x-forwarded-proto': protocol });

  it.each(transports)(
    'A15: a plain request is 426 with no REST request, through %s',
    async (_transport, connect) => {
      const client = await connect({}, production());
      for (const headers of [json, forwarded('https')]) {
        const answer = await post(client, reading, headers);
        expect(answer.status).toBe(426);
        expect(codesOf(answer)).toEqual([' HTTPS_REQUIRED']);
      }
      expect((await client.send('/graphql', { headers: { accept: 'text/html' } })).status).toBe(426);
      expect(client.simulator.requests).toEqual([]);
    },
  );

  it.each(transports)(
    'with TRUST_PROXY, the proxy is believed, and its own entry is the last, through %s',
    async (_transport, connect) => {
      const client = await connect({}, production({ TRUST_PROXY: 'true' }));
      for (const protocol of ['https', 'HTTPS', 'http, https', 'http,https'])
        expect((await post(client, reading, forwarded(protocol))).status, protocol).toBe(200);
      for (const headers of [
        json,
        forwarded('http'),
        forwarded('https, http'),
        forwarded(''),
        forwarded('httpsx'),
      ])
        expect((await post(client, reading, headers)).status).toBe(426);
    },
  );

  it('an address of a request line that says https: over a plain connection is 426', async () => {
    const { sendRaw, simulator } = await connectSocket({}, production());
    const lines = (target: string): string =>
      [
        `POST ${target} HTTP/1.1`,
        'Host: facade.test',
        'Content-Type: application/json',
        `Authorization: Bearer ${everything}`,
        `Content-Length: ${reading.length}`,
        'Connection: close',
        '',
        reading,
      ].join('\r\n');
    for (const target of [
      '/graphql',
      'https://facade.test/graphql',
      'HTTPS://facade.test/graphql',
      '//x/graphql',
    ])
      expect(await sendRaw(lines(target)), target).not.toContain('org_nordlicht');
    expect(simulator.requests).toEqual([]);
  });

  it('a request that came over HTTPS itself is served', async () => {
    const { facade } = await connectInProcess({}, production());
    const request = new Request('https://facade.test/graphql', {
      method: 'POST',
      headers: json,
      body: reading,
    });
    expect((await facade.fetch(request)).status).toBe(200);
  });

  it.each(transports)(
    'health and metrics answer over plain HTTP, through %s',
    async (_transport, connect) => {
      const client = await connect({}, production());
      for (const path of ['/health/live', '/health/ready', '/metrics'])
        expect((await client.send(path)).status, path).toBe(200);
      expect((await client.send('/nowhere')).status).toBe(404);
    },
  );

  it.each(transports)(
    'F23: GraphiQL is off unless it is switched on, through %s',
    async (_transport, connect) => {
      const asked = { headers: { accept: 'text/html', 'x-forwarded-proto': 'https' } };
      const off = await connect({}, production({ TRUST_PROXY: 'true' }));
      const page = await off.send('/graphql', asked);
      expect(page.headers.get('content-type') ?? '').not.toContain('text/html');
      expect(page.text).not.toContain('GraphiQL');
    },
  );

  it.each(transports)(
    'outside production a plain request is served, through %s',
    async (_transport, connect) => {
      const client = await connect();
      expect((await post(client, reading)).status).toBe(200);
    },
  );
});
