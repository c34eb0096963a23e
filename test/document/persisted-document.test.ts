import { getIntrospectionQuery } from 'graphql';
import { describe, expect, it } from 'vitest';
import { transports } from '../system/http-client.js';
import { codesOf, expectRefused } from '../system/test-system.js';
import { organizationText, screensText, sha256 } from './manifest.js';
import { get, messageOf, named, post, read, withManifest } from './request.js';

describe.each(transports)('a documentId, through %s', (_transport, open) => {
  it('names a trusted document, in a POST and in a GET, with variables and operationName', async () => {
    const client = await open({}, withManifest());
    const variables = { first: 2 };
    const documentId = 'screens.v1';
    const posted = await post(client, { documentId, variables, operationName: 'Screens' });
    expect(posted.status).toBe(200);
    expect(posted.data?.['screens']).toEqual({ nodes: [{ id: 'scr_1fyak' }, { id: 'scr_vajmp' }] });
    const got = await get(client, {
      documentId,
      operationName: '',
      variables: JSON.stringify(variables),
    });
    expect(got.text).toBe(posted.text);
    expect((await post(client, { documentId: `sha256:${sha256(organizationText)}` })).data).toEqual(
      read,
    );
  });

  it('that is unknown or malformed is BAD_USER_INPUT with 400 and no REST request', async () => {
    const client = await open({}, withManifest());
    const unknown = await post(client, { documentId: 'screens.v2' });
    const message =
      'The documentId "screens.v2" is unknown. Send the text of the document as query.';
    expect(messageOf(unknown)).toBe(message);
    for (const documentId of [
      'screens.v2',
      '',
      `sha256:${sha256('unknown')}`,
      'sha256:abc',
      'sha256:',
    ]) {
      expectRefused(client, await post(client, { documentId }), 'BAD_USER_INPUT');
      expectRefused(client, await get(client, { documentId }), 'BAD_USER_INPUT');
    }
    expect((await post(client, { documentId: 7 })).status).toBe(400);
    expect(client.simulator.requests).toEqual([]);
  });

  it('with another text is BAD_USER_INPUT; with its own text it is served', async () => {
    const client = await open({}, withManifest());
    for (const documentId of ['screens.v1', `sha256:${sha256(screensText)}`])
      expectRefused(
        client,
        await post(client, { documentId, query: organizationText }),
        'BAD_USER_INPUT',
      );
    expect((await post(client, { documentId: 'screens.v1', query: screensText })).status).toBe(200);
  });

  it('needs no manifest after a request with its text', async () => {
    const client = await open();
    const documentId = `sha256:${sha256(organizationText)}`;
    expect((await post(client, { documentId })).status).toBe(400);
    expect((await post(client, { documentId, query: organizationText })).data).toEqual(read);
    expect((await get(client, { documentId })).data).toEqual(read);
  });

  it('does not replace a credential: without one the status is 401', async () => {
    const client = await open({}, withManifest());
    expect((await client.send('/graphql?documentId=screens.v1')).status).toBe(401);
  });
});

describe.each(transports)('TRUSTED_DOCUMENTS_MODE=only, through %s', (_transport, open) => {
  const only = () => withManifest({ TRUSTED_DOCUMENTS_MODE: 'only' });

  it('serves trusted documents by id, by hash and by their exact text', async () => {
    const client = await open({}, only());
    const hash = sha256(organizationText);
    for (const body of [
      { documentId: `sha256:${hash}` },
      { extensions: named(hash) },
      { query: organizationText },
      { query: organizationText, extensions: named(hash) },
    ])
      expect((await post(client, body)).data).toEqual(read);
  });

  it('refuses every other document with the name of the setting and no REST request', async () => {
    const client = await open({}, only());
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
      const response = await post(client, body);
      expectRefused(client, response, 'OPERATION_LIMIT_EXCEEDED');
      expect(messageOf(response)).toContain('TRUSTED_DOCUMENTS_MODE');
    }
    expectRefused(client, await get(client, { query: other }), 'OPERATION_LIMIT_EXCEEDED');
  });

  it('refuses no document if the mode is allow, the default with a manifest', async () => {
    const client = await open({}, withManifest());
    expect((await post(client, { query: '{ organization { name } }' })).status).toBe(200);
  });
});

describe.each(transports)('automatic persisted queries, through %s', (_transport, open) => {
  const extensions = named(sha256(organizationText));

  it('are not found before they are sent with their text, and found afterwards, also by GET', async () => {
    const client = await open();
    const older = { headers: { accept: 'application/json' } };
    const missed = [await post(client, { extensions }), await post(client, { extensions }, older)];
    expect(missed.map(messageOf)).toEqual(['PersistedQueryNotFound', 'PersistedQueryNotFound']);
    expect(missed.flatMap(codesOf)).toEqual([
      ' PERSISTED_QUERY_NOT_FOUND',
      ' PERSISTED_QUERY_NOT_FOUND',
    ]);
    expect(missed.map(({ status }) => status)).toEqual([400, 200]);
    const text = JSON.stringify(extensions);
    expect(messageOf(await get(client, { extensions: text }))).toBe('PersistedQueryNotFound');
    expect(client.simulator.requests).toEqual([]);
    expect((await post(client, { query: organizationText, extensions })).data).toEqual(read);
    expect((await post(client, { extensions })).data).toEqual(read);
    expect((await get(client, { extensions: text })).data).toEqual(read);
  });

  it('are shared between clients, but not their credentials', async () => {
    const client = await open();
    await post(client, { query: organizationText, extensions });
    expect((await post(client, { extensions }, { credential: 'unknown' })).status).toBe(401);
    expect(codesOf(await post(client, { extensions }, { credential: null }))).toEqual([
      ' UNAUTHENTICATED',
    ]);
  });

  it('are not registered under a wrong hash', async () => {
    const client = await open();
    const wrong = named(sha256(screensText));
    const response = await post(client, { query: organizationText, extensions: wrong });
    expect(response.status).toBe(400);
    expect(codesOf(response)).toEqual([' BAD_USER_INPUT']);
    expect(messageOf(await post(client, { extensions: wrong }))).toBe('PersistedQueryNotFound');
  });

  it('are not registered if they are invalid', async () => {
    const client = await open();
    for (const query of ['{', '{ nothing }', `{ ${'a '.repeat(6000)}}`]) {
      const sent = named(sha256(query));
      expect((await post(client, { query, extensions: sent })).status).toBe(400);
      expect(messageOf(await post(client, { extensions: sent }))).toBe('PersistedQueryNotFound');
    }
  });

  it('are bounded by bytes: the least recently used are dropped', async () => {
    const client = await open();
    // 4 MiB of two-byte characters hold 20 of these texts.
    const textOf = (index: number) => `{ __typename } #${String(index)}${'x'.repeat(100_000)}`;
    for (let index = 0; index < 25; index += 1) {
      const query = textOf(index);
      expect((await post(client, { query, extensions: named(sha256(query)) })).status).toBe(200);
    }
    const isKnown = [];
    for (let index = 0; index < 25; index += 1)
      isKnown.push(
        (await post(client, { extensions: named(sha256(textOf(index))) })).errors.length === 0,
      );
    expect(isKnown).toEqual(Array.from({ length: 25 }, (_, index) => index >= 5));
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
    const client = await open();
    const responses = [
      await post(client, { extensions: malformed }),
      await get(client, { extensions: JSON.stringify(malformed) }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([400, 400]);
    expect(responses.map(codesOf)).toEqual([[' BAD_USER_INPUT'], [' BAD_USER_INPUT']]);
  });

  it('APQ=false: a hash is PersistedQueryNotSupported, and a text with a hash is served', async () => {
    const client = await open({}, { settings: { APQ: 'false' } });
    expect((await post(client, { query: organizationText, extensions })).data).toEqual(read);
    const refused = await post(client, { extensions });
    expect(messageOf(refused)).toBe('PersistedQueryNotSupported');
    expect(codesOf(refused)).toEqual([' PERSISTED_QUERY_NOT_SUPPORTED']);
  });

  it('find a trusted document by its hash and by the id of an Apollo manifest, with APQ=false too', async () => {
    const client = await open({}, withManifest({ APQ: 'false' }));
    expect((await post(client, { extensions })).data).toEqual(read);
    expect((await post(client, { extensions: named('screens.v1') })).status).toBe(200);
  });
});
