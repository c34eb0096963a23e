import { getIntrospectionQuery } from 'graphql';
import { describe, expect, it } from 'vitest';
import { type HttpClient, transports } from '../../system/http-client.js';
import { everything } from '../../system/test-system.js';
import { codesOf, type ClientResponse } from '../../system/send.js';
import { manifest, organizationText, screensText, sha256, writeManifest } from './manifest.js';

const read = { organization: { id: 'org_nordlicht' } };
const strict = 'application/graphql-response+json';

/** An answer holds the id of its request. */
const sameId = { 'x-request-id': 'the-same-request' };

const post = (
  { send: ask }: HttpClient,
  body: unknown,
  accept = strict,
  credential = everything,
): Promise<ClientResponse> =>
  ask('/graphql', {
    method: 'POST',
    headers: { ...sameId, 'content-type': 'application/json', accept, authorization: `Bearer ${credential}` },
    body: JSON.stringify(body),
  });

const get = (
  { send: ask }: HttpClient,
  parameters: Readonly<Record<string, string>>,
  accept = strict,
): Promise<ClientResponse> =>
  ask(`/graphql?${new URLSearchParams(parameters).toString()}`, {
    headers: { ...sameId, accept, authorization: `Bearer ${everything}` },
  });

/** Apollo's way of naming a document. */
const named = (sha256Hash: unknown, version: unknown = 1) => ({ persistedQuery: { version, sha256Hash } });

const messageOf = ({ errors }: ClientResponse): string | undefined => errors[0]?.message;

const withManifest = (settings: Readonly<Record<string, string>> = {}) => ({
  settings: { TRUSTED_DOCUMENTS: writeManifest(manifest), ...settings },
});

describe.each(transports)('a documentId, through %s', (_door, open) => {
  it('names a trusted document, in a POST and in a GET, with variables and operationName', async () => {
    const door = await open({}, withManifest());
    const variables = { first: 2 };
    const documentId = 'screens.v1';
    const posted = await post(door, { documentId, variables, operationName: 'Screens' });
    expect(posted.status).toBe(200);
    expect(posted.data?.['screens']).toEqual({ nodes: [{ id: 'scr_1fyak' }, { id: 'scr_vajmp' }] });
    const got = await get(door, { documentId, operationName: '', variables: JSON.stringify(variables) });
    expect(got.text).toBe(posted.text);
    expect((await post(door, { documentId: `sha256:${sha256(organizationText)}` })).data).toEqual(read);
  });

  it('that nobody knows, or that is malformed, is BAD_USER_INPUT with 400 and no REST request', async () => {
    const door = await open({}, withManifest());
    const unknown = await post(door, { documentId: 'screens.v2' });
    expect(messageOf(unknown)).toBe(
      'The documentId "screens.v2" is unknown. Send the text of the document as query.',
    );
    for (const documentId of ['screens.v2', '', `sha256:${sha256('unknown')}`, 'sha256:abc', 'sha256:']) {
      const answers = [await post(door, { documentId }), await get(door, { documentId })];
      expect(answers.map(codesOf)).toEqual([[' BAD_USER_INPUT'], [' BAD_USER_INPUT']]);
      expect(answers.map(({ status }) => status)).toEqual([400, 400]);
    }
    expect((await post(door, { documentId: 7 })).status).toBe(400);
    expect(door.simulator.requests).toEqual([]);
  });

  it('beside a text that is another one is BAD_USER_INPUT; beside its own text it is served', async () => {
    const door = await open({}, withManifest());
    for (const documentId of ['screens.v1', `sha256:${sha256(screensText)}`])
      expect(codesOf(await post(door, { documentId, query: organizationText }))).toEqual([' BAD_USER_INPUT']);
    expect((await post(door, { documentId: 'screens.v1', query: screensText })).status).toBe(200);
  });

  it('needs no manifest where its text has been sent along before', async () => {
    const door = await open();
    const documentId = `sha256:${sha256(organizationText)}`;
    expect((await post(door, { documentId })).status).toBe(400);
    expect((await post(door, { documentId, query: organizationText })).data).toEqual(read);
    expect((await get(door, { documentId })).data).toEqual(read);
  });

  it('brings no credential along: without one the answer is 401', async () => {
    const door = await open({}, withManifest());
    expect((await door.send('/graphql?documentId=screens.v1')).status).toBe(401);
  });
});

describe.each(transports)('automatic persisted queries, through %s', (_door, open) => {
  const extensions = named(sha256(organizationText));

  it('are not found, then sent with their text, then found; GET included', async () => {
    const door = await open();
    const missed = [await post(door, { extensions }), await post(door, { extensions }, 'application/json')];
    expect(missed.map(messageOf)).toEqual(['PersistedQueryNotFound', 'PersistedQueryNotFound']);
    expect(missed.flatMap(codesOf)).toEqual([' PERSISTED_QUERY_NOT_FOUND', ' PERSISTED_QUERY_NOT_FOUND']);
    expect(missed.map(({ status }) => status)).toEqual([400, 200]);
    const text = JSON.stringify(extensions);
    expect(messageOf(await get(door, { extensions: text }))).toBe('PersistedQueryNotFound');
    expect(door.simulator.requests).toEqual([]);
    expect((await post(door, { query: organizationText, extensions })).data).toEqual(read);
    expect((await post(door, { extensions })).data).toEqual(read);
    expect((await get(door, { extensions: text })).data).toEqual(read);
  });

  it('serve each client by its own credential', async () => {
    const door = await open();
    await post(door, { query: organizationText, extensions });
    expect((await post(door, { extensions }, strict, 'unknown')).status).toBe(401);
    const answer = await door.send('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ extensions }),
    });
    expect(codesOf(answer)).toEqual([' UNAUTHENTICATED']);
  });

  it('register nothing under a hash that is not the text’s', async () => {
    const door = await open();
    const wrong = named(sha256(screensText));
    const answer = await post(door, { query: organizationText, extensions: wrong });
    expect(answer.status).toBe(400);
    expect(codesOf(answer)).toEqual([' BAD_USER_INPUT']);
    expect(messageOf(await post(door, { extensions: wrong }))).toBe('PersistedQueryNotFound');
  });

  it('register nothing that cannot be served', async () => {
    const door = await open();
    for (const query of ['{', '{ nothing }', `{ ${'a '.repeat(6000)}}`]) {
      const sent = named(sha256(query));
      expect((await post(door, { query, extensions: sent })).status).toBe(400);
      expect(messageOf(await post(door, { extensions: sent }))).toBe('PersistedQueryNotFound');
    }
  });

  it('are bounded by bytes: what was used least lately falls out, and nothing else is refused', async () => {
    const door = await open();
    // 4 MiB of two-byte characters hold 20 of these texts.
    const textOf = (index: number) => `{ __typename } #${String(index)}${'x'.repeat(100_000)}`;
    for (let index = 0; index < 25; index += 1) {
      const query = textOf(index);
      expect((await post(door, { query, extensions: named(sha256(query)) })).status).toBe(200);
    }
    const known = [];
    for (let index = 0; index < 25; index += 1)
      known.push((await post(door, { extensions: named(sha256(textOf(index))) })).errors.length === 0);
    expect(known).toEqual(Array.from({ length: 25 }, (_, index) => index >= 5));
  });

  it.each([
    ['another version', named(sha256(organizationText), 2)],
    ['no version', { persistedQuery: { sha256Hash: sha256(organizationText) } }],
    ['no hash', named(undefined)],
    ['a number for a hash', named(7)],
    ['no hash of 64 digits', named('abc')],
    ['a text in place of the object', { persistedQuery: 'x' }],
    ['a list in place of the object', { persistedQuery: [] }],
  ])('%s is BAD_USER_INPUT with 400', async (_name, malformed) => {
    const door = await open();
    const answers = [
      await post(door, { extensions: malformed }),
      await get(door, { extensions: JSON.stringify(malformed) }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
    expect(answers.map(codesOf)).toEqual([[' BAD_USER_INPUT'], [' BAD_USER_INPUT']]);
  });

  it('APQ=false: clients are told PersistedQueryNotSupported, and a text beside the hash is served', async () => {
    const door = await open({}, { settings: { APQ: 'false' } });
    expect((await post(door, { query: organizationText, extensions })).data).toEqual(read);
    const refused = await post(door, { extensions });
    expect(messageOf(refused)).toBe('PersistedQueryNotSupported');
    expect(codesOf(refused)).toEqual([' PERSISTED_QUERY_NOT_SUPPORTED']);
  });

  it('find a trusted document by its hash and by the id of an Apollo manifest, APQ or not', async () => {
    const door = await open({}, withManifest({ APQ: 'false' }));
    expect((await post(door, { extensions })).data).toEqual(read);
    expect((await post(door, { extensions: named('screens.v1') })).status).toBe(200);
  });
});

describe.each(transports)('TRUSTED_DOCUMENTS_MODE=only, through %s', (_door, open) => {
  const only = () => withManifest({ TRUSTED_DOCUMENTS_MODE: 'only' });

  it('serves trusted documents by id, by hash and by their exact text', async () => {
    const door = await open({}, only());
    const hash = sha256(organizationText);
    for (const body of [
      { documentId: `sha256:${hash}` },
      { extensions: named(hash) },
      { query: organizationText },
      { query: organizationText, extensions: named(hash) },
    ])
      expect((await post(door, body)).data).toEqual(read);
  });

  it('refuses every other document with the name of the setting and no REST request', async () => {
    const door = await open({}, only());
    const other = '{ organization { name } }';
    for (const body of [
      { query: other },
      { query: `${organizationText} ` },
      { query: getIntrospectionQuery() },
      { query: '{ __typename }' },
      { query: '{' },
      { query: other, extensions: named(sha256(other)) },
      { extensions: named(sha256(other)) },
      { documentId: 'screens.v2' },
      { documentId: 'screens.v2', query: organizationText },
    ]) {
      const answer = await post(door, body);
      expect(codesOf(answer)).toEqual([' OPERATION_LIMIT_EXCEEDED']);
      expect(messageOf(answer)).toContain('TRUSTED_DOCUMENTS_MODE');
      expect(answer.status).toBe(400);
    }
    expect(codesOf(await get(door, { query: other }))).toEqual([' OPERATION_LIMIT_EXCEEDED']);
    expect(door.simulator.requests).toEqual([]);
  });

  it('refuses no document where the mode is allow, the default beside a manifest', async () => {
    const door = await open({}, withManifest());
    expect((await post(door, { query: '{ organization { name } }' })).status).toBe(200);
  });
});

describe('both doors', () => {
  it('answer with the same bytes to every form of request', async () => {
    const opened = await Promise.all(transports.map(([, open]) => open({}, withManifest())));
    const hash = sha256('{ __typename }');
    for (const body of [
      { documentId: 'screens.v1', variables: { first: 1 } },
      { documentId: 'nothing' },
      { documentId: null, query: '{ __typename }' },
      { documentId: 7 },
      { documentId: 'sha256:x' },
      { extensions: named(hash) },
      { extensions: named(hash), query: '{ __typename }' },
      { extensions: named(hash), query: null },
      { extensions: named(hash, 3) },
      { extensions: { persistedQuery: null } },
      {},
    ])
      for (const accept of [strict, 'application/json']) {
        const [first, second] = await Promise.all(opened.map((door) => post(door, body, accept)));
        expect(second?.text).toBe(first?.text);
        expect(second?.status).toBe(first?.status);
        expect(second?.headers.get('content-type')).toBe(first?.headers.get('content-type'));
      }
  });
});
