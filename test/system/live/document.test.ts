import { createHash } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectSocket, type SocketClient } from '../http-client.js';
import { everything } from '../test-system.js';

const text = 'subscription Trusted { live(everySeconds: 1) { organization { name } } }';
const untrusted = 'subscription Other { live(everySeconds: 1) { organization { id } } }';
const sha256Hash = createHash('sha256').update(text).digest('hex');
const byHash = { extensions: { persistedQuery: { version: 1, sha256Hash } } };

const accepted = ['text/event-stream', 'multipart/mixed;subscriptionSpec=1.0'] as const;

/** Posts an operation, and reads until the first result has arrived whole. */
async function post({ url }: SocketClient, accept: string, body: object): Promise<Result> {
  const control = new AbortController();
  onTestFinished(() => control.abort());
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { accept, authorization: `Bearer ${everything}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: control.signal,
  });
  let read = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    read += chunk;
    // A refusal is a part without a payload.
    const [, event, payload, part] =
      /^data: (\{.*\})$|^\{"payload":(\{.*\})\}\r$|^(\{"errors":.*\})\r$/m.exec(read) ?? [];
    const result = event ?? payload ?? part;
    // The shape of a GraphQL result.
    if (result !== undefined) return { status: response.status, ...(JSON.parse(result) as object) };
  }
  throw new Error(`There is no result: ${read}`);
}

interface Result {
  readonly status: number;
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[];
}

const open = (settings: Readonly<Record<string, string>>, trustedDocuments?: unknown) =>
  connectSocket({}, { settings: { LIVE_MIN_SECONDS: '1', ...settings }, trustedDocuments });

const name = { live: { organization: { name: expect.any(String) as unknown } } };

describe.each(accepted)('a subscription by POST, %s', (accept) => {
  it('by its hash, once its text was registered', async () => {
    const client = await open({});
    const unknown = await post(client, accept, byHash);
    expect(unknown.errors).toMatchObject([
      { message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } },
    ]);
    expect(client.simulator.requests).toEqual([]);
    for (const body of [{ query: text, ...byHash }, byHash, { documentId: `sha256:${sha256Hash}` }])
      expect(await post(client, accept, body)).toMatchObject({ status: 200, data: name });
  });

  it.each(['allow', 'only'])('a trusted document, TRUSTED_DOCUMENTS_MODE=%s', async (mode) => {
    const client = await open({ TRUSTED_DOCUMENTS_MODE: mode }, { live: text });
    // Before the others, whose polls go on.
    const other = await post(client, accept, { query: untrusted });
    if (mode === 'allow') expect(other).toMatchObject({ data: { live: { organization: {} } } });
    else {
      expect(other.errors).toMatchObject([{ extensions: { code: 'OPERATION_LIMIT_EXCEEDED' } }]);
      expect(other.errors?.[0]?.message).toContain('TRUSTED_DOCUMENTS_MODE');
      expect(client.simulator.requests).toEqual([]);
    }
    for (const body of [{ documentId: 'live' }, { documentId: 'live', query: text }, { query: text }])
      expect(await post(client, accept, body)).toMatchObject({ status: 200, data: name });
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
        const { data, errors = [] } = await post(client, accept, { query });
        expect(data).toBeUndefined();
        expect(errors.length).toBeGreaterThan(0);
        for (const { extensions } of errors) expect(extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
      }
    expect(client.simulator.requests).toEqual([]);
  });

  it('switched off, __typename is still served', async () => {
    const client = await open({ INTROSPECTION: 'false' });
    const query = 'subscription { live { __typename organization { __typename } } }';
    const { data } = await post(client, accepted[0], { query });
    expect(data).toEqual({ live: { __typename: 'Query', organization: { __typename: 'Organization' } } });
  });
});
