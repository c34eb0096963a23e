import { getIntrospectionQuery } from 'graphql';
import { describe, expect, it } from 'vitest';
import { transports } from '../../system/http-client.js';
import { codesOf } from '../../system/send.js';
import { organizationText, screensText, sha256 } from './manifest.js';
import { get, messageOf, named, post, read, strict, withManifest } from './request.js';

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

describe('both transports', () => {
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
