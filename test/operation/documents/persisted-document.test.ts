import { getIntrospectionQuery } from 'graphql';
import { describe, expect, it } from 'vitest';
import { transports } from '../../system/http-client.js';
import { codesOf } from '../../system/send.js';
import { organizationText, screensText, sha256 } from './manifest.js';
import { get, messageOf, named, post, read, strict, withManifest } from './request.js';

describe.each(transports)('a documentId, through %s', (_transport, open) => {
  it('names a trusted document, in a POST and in a GET, with variables and operationName', async () => {
    const client = await open({}, withManifest());
    const variables = { first: 2 };
    const documentId = 'screens.v1';
    const posted = await post(client, { documentId, variables, operationName: 'Screens' });
    expect(posted.status).toBe(200);
    expect(posted.data?.['screens']).toEqual({ nodes: [{ id: 'scr_1fyak' }, { id: 'scr_vajmp' }] });
    const got = await get(client, { documentId, operationName: '', variables: JSON.stringify(variables) });
    expect(got.text).toBe(posted.text);
    expect((await post(client, { documentId: `sha256:${sha256(organizationText)}` })).data).toEqual(read);
  });

  it('that is unknown or malformed is BAD_USER_INPUT with 400 and no REST request', async () => {
    const client = await open({}, withManifest());
    const unknown = await post(client, { documentId: 'screens.v2' });
    expect(messageOf(unknown)).toBe(
      'The documentId "screens.v2" is unknown. Send the text of the document as query.',
    );
    for (const documentId of ['screens.v2', '', `sha256:${sha256('unknown')}`, 'sha256:abc', 'sha256:']) {
      const responses = [await post(client, { documentId }), await get(client, { documentId })];
      expect(responses.map(codesOf)).toEqual([[' BAD_USER_INPUT'], [' BAD_USER_INPUT']]);
      expect(responses.map(({ status }) => status)).toEqual([400, 400]);
    }
    expect((await post(client, { documentId: 7 })).status).toBe(400);
    expect(client.simulator.requests).toEqual([]);
  });

  it('with another text is BAD_USER_INPUT; with its own text it is served', async () => {
    const client = await open({}, withManifest());
    for (const documentId of ['screens.v1', `sha256:${sha256(screensText)}`])
      expect(codesOf(await post(client, { documentId, query: organizationText }))).toEqual([
        ' BAD_USER_INPUT',
      ]);
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
      expect(codesOf(response)).toEqual([' OPERATION_LIMIT_EXCEEDED']);
      expect(messageOf(response)).toContain('TRUSTED_DOCUMENTS_MODE');
      expect(response.status).toBe(400);
    }
    expect(codesOf(await get(client, { query: other }))).toEqual([' OPERATION_LIMIT_EXCEEDED']);
    expect(client.simulator.requests).toEqual([]);
  });

  it('refuses no document if the mode is allow, the default with a manifest', async () => {
    const client = await open({}, withManifest());
    expect((await post(client, { query: '{ organization { name } }' })).status).toBe(200);
  });
});

describe('both transports', () => {
  it('respond with equal bytes to every form of request', async () => {
    const clients = await Promise.all(transports.map(([, open]) => open({}, withManifest())));
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
        const [first, second] = await Promise.all(clients.map((client) => post(client, body, { accept })));
        expect(second?.text).toBe(first?.text);
        expect(second?.status).toBe(first?.status);
        expect(second?.headers.get('content-type')).toBe(first?.headers.get('content-type'));
      }
  });
});
