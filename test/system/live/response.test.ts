import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { operationRequest } from '../../rig/operation-request.js';
import type { ResultBody } from '../../rig/rig.js';
import { connectSocket, type SocketClient } from '../http-client.js';
import { everything, expectRefused, readResponse } from '../test-system.js';
import { hours, type LiveService, startLive } from './service.js';

const accepted = ['text/event-stream', 'multipart/mixed;subscriptionSpec=1.0'] as const;
const apollo =
  'multipart/mixed;boundary=graphql;subscriptionSpec=1.0,application/graphql-response+json,application/json;q=0.9';

const post = ({ url, credential }: LiveService, accept: string, headers = {}): Promise<Response> =>
  fetch(operationRequest(hours, { url, credential, headers: { accept, ...headers } }));

describe('the head of a stream', () => {
  it.each([
    ['text/event-stream', 'text/event-stream'],
    [apollo, 'multipart/mixed;boundary="graphql";subscriptionSpec=1.0'],
  ])('%s: %s, not to be kept, collected or compressed on the way', async (accept, type) => {
    const service = await startLive();
    const response = await post(service, accept);
    expect(response.status).toBe(200);
    const headers = Object.fromEntries(response.headers);
    expect(headers).toMatchObject({
      'content-type': type,
      'cache-control': 'private, no-store',
      'x-accel-buffering': 'no',
      'content-encoding': 'none',
      'x-content-type-options': 'nosniff',
      vary: expect.stringContaining('Authorization') as string,
    });
    expect(headers).not.toHaveProperty('content-length');
    await response.body?.cancel();
    await service.untilStreams(0);
  });

  it('a page of a listed origin can read it, any other cannot', async () => {
    const origin = 'https://app.example.com';
    const service = await startLive({ settings: { CORS_ORIGINS: origin } });
    for (const accept of ['text/event-stream', apollo])
      for (const from of [origin, 'https://evil.example.com']) {
        const response = await post(service, accept, { origin: from });
        expect(response.headers.get('access-control-allow-origin')).toBe(
          from === origin ? from : null,
        );
        await response.body?.cancel();
      }
    await service.untilStreams(0);
  });
});

describe('a subscription', () => {
  it('is served by GET as well, with its variables', async () => {
    const service = await startLive();
    const query = `subscription ($n: Int!) { live(everySeconds: 1) { screens(first: $n) { nodes { id } } } }`;
    const parameters = new URLSearchParams({ query, variables: '{"n":1}' });
    const response = await fetch(`${service.endpoint}?${parameters}`, {
      headers: { authorization: `Bearer ${service.credential}`, accept: 'text/event-stream' },
    });
    expect((await readResult(response)).data?.['live']).toMatchObject({ screens: { nodes: [{}] } });
    await service.untilStreams(0);
  });

  const others = ['application/json', 'application/graphql-response+json', '*/*'];
  it.each(others)('accepting only %s is told both transports', async (accept) => {
    const service = await startLive();
    const response = await readResponse(await post(service, accept));
    expectRefused(service, response, 'GRAPHQL_VALIDATION_FAILED', 406);
    expect(response.errors[0]?.message).toContain('text/event-stream');
    expect(response.errors[0]?.message).toContain('multipart/mixed;subscriptionSpec=1.0');
    expect(await service.streams()).toBe(0);
  });

  it.each([...accepted, apollo])(
    'needs a credential that is well-formed, else 401: %s',
    async (accept) => {
      const service = await startLive();
      for (const authorization of ['', 'Basic x']) {
        const response = await post(service, accept, { authorization });
        expect([response.status, response.headers.get('www-authenticate')]).toEqual([
          401,
          'Bearer',
        ]);
        expect(await response.text()).toContain('UNAUTHENTICATED');
      }
      expect(service.simulator.requests).toEqual([]);
    },
  );
});

const text = 'subscription Trusted { live(everySeconds: 1) { organization { name } } }';
const untrusted = 'subscription Other { live(everySeconds: 1) { organization { id } } }';
const sha256Hash = createHash('sha256').update(text).digest('hex');
const byHash = { extensions: { persistedQuery: { version: 1, sha256Hash } } };

/** Posts an operation, and reads its first result. */
async function postOperation({ url }: SocketClient, accept: string, body: object) {
  const members = { query: undefined, ...body };
  const options = { url, credential: everything, headers: { accept }, members };
  const response = await fetch(operationRequest('', options));
  return { status: response.status, ...(await readResult(response)) };
}

/** Reads until the first result has arrived whole, and leaves. */
async function readResult(response: Response): Promise<ResultBody> {
  let read = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    read += chunk;
    // A refusal is a part without a payload.
    const [, event, payload, part] =
      /^data: (\{.*\})$|^\{"payload":(\{.*\})\}\r$|^(\{"errors":.*\})\r$/m.exec(read) ?? [];
    const result = event ?? payload ?? part;
    // The shape of a GraphQL result.
    if (result !== undefined) return JSON.parse(result) as ResultBody;
  }
  throw new Error(`There is no result: ${read}`);
}

const open = (settings: Readonly<Record<string, string>>, trustedDocuments?: unknown) =>
  connectSocket({}, { settings: { LIVE_MIN_SECONDS: '1', ...settings }, trustedDocuments });

const name = { live: { organization: { name: expect.any(String) as unknown } } };

describe.each(accepted)('a subscription by POST, %s', (accept) => {
  it('by its hash, once its text was registered', async () => {
    const client = await open({});
    const unknown = await postOperation(client, accept, byHash);
    expect(unknown.errors).toMatchObject([
      { message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } },
    ]);
    expect(client.simulator.requests).toEqual([]);
    for (const body of [{ query: text, ...byHash }, byHash, { documentId: `sha256:${sha256Hash}` }])
      expect(await postOperation(client, accept, body)).toMatchObject({ status: 200, data: name });
  });

  it.each(['allow', 'only'])('a trusted document, TRUSTED_DOCUMENTS_MODE=%s', async (mode) => {
    const client = await open({ TRUSTED_DOCUMENTS_MODE: mode }, { live: text });
    // Before the others, whose polls go on.
    const other = await postOperation(client, accept, { query: untrusted });
    if (mode === 'allow') expect(other).toMatchObject({ data: { live: { organization: {} } } });
    else {
      expect(other.errors).toMatchObject([{ extensions: { code: 'OPERATION_LIMIT_EXCEEDED' } }]);
      expect(other.errors?.[0]?.message).toContain('TRUSTED_DOCUMENTS_MODE');
      expect(client.simulator.requests).toEqual([]);
    }
    for (const body of [
      { documentId: 'live' },
      { documentId: 'live', query: text },
      { query: text },
    ])
      expect(await postOperation(client, accept, body)).toMatchObject({ status: 200, data: name });
  });
});

describe('F9: introspection below live', () => {
  const introspections = [
    'subscription { live { __schema { queryType { name } } } }',
    'subscription { live { a: __type(name: "Screen") { name } } }',
    'subscription { live { ... { ...F } } } fragment F on Query { x: __type(name: "Query") { name } }',
    'subscription { ...S } fragment S on Subscription { live { organization { id } __schema { queryType { name } } } }',
  ];

  it('switched off, it is refused, also in aliases and fragments', async () => {
    const client = await open({ INTROSPECTION: 'false' });
    for (const accept of accepted)
      for (const query of introspections) {
        const { data, errors = [] } = await postOperation(client, accept, { query });
        expect(data).toBeUndefined();
        expect(errors.length).toBeGreaterThan(0);
        for (const { extensions } of errors)
          expect(extensions['code']).toBe('GRAPHQL_VALIDATION_FAILED');
      }
    expect(client.simulator.requests).toEqual([]);
  });

  it('switched off, __typename is still served', async () => {
    const client = await open({ INTROSPECTION: 'false' });
    const query = 'subscription { live { __typename organization { __typename } } }';
    const { data } = await postOperation(client, accepted[0], { query });
    expect(data).toEqual({
      live: { __typename: 'Query', organization: { __typename: 'Organization' } },
    });
  });
});
