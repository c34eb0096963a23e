import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { generate } from '@graphql-codegen/cli';
import { describe, expect, it, onTestFinished } from 'vitest';
import { thrownBy } from '../examples/thrown.js';
import { openFacade } from '../rig/open.js';
import { connectInProcess } from '../system/http-client.js';
import { sendTo, startSystem } from '../system/test-system.js';
import { openManifest, organizationText, screensText, sha256 } from './manifest.js';
import { post, withManifest } from './request.js';

/** The error of a start with these settings. */
const refusalOf = (settings: Readonly<Record<string, string>>): string =>
  String(thrownBy(() => openFacade({ settings })));

/** The status of a request with a documentId. */
async function statusOf(content: unknown, documentId: string): Promise<number> {
  return (await post(await connectInProcess({}, withManifest({}, content)), { documentId })).status;
}

const apollo = (operations: readonly unknown[], version = 1): object => ({
  format: 'apollo-persisted-query-manifest',
  version,
  operations,
});

describe('a manifest', () => {
  it('is accepted as the client preset writes it with persistedDocuments, in SHA-256 and in SHA-1', async () => {
    for (const persistedDocuments of [true, { hashAlgorithm: 'sha1' }]) {
      // `false`: return the files instead of writing them.
      const files = (await generate(
        {
          schema: 'schema.graphql',
          documents: [screensText],
          silent: true,
          generates: { 'out/': { preset: 'client', presetConfig: { persistedDocuments } } },
        },
        false,
      )) as readonly { filename: string; content: string }[];
      const written = files.find(({ filename }) =>
        filename.endsWith('persisted-documents.json'),
      )?.content;
      const [id = ''] = Object.keys(JSON.parse(written ?? '{}') as object);
      expect(id).toMatch(persistedDocuments === true ? /^sha256:[\da-f]{64}$/ : /^[\da-f]{40}$/);
      expect(await statusOf(written, id)).toBe(200);
    }
  });

  it('is accepted as Apollo’s generate-persisted-query-manifest writes it', async () => {
    const operations = [
      { id: sha256(screensText), name: 'Screens', type: 'query', body: screensText },
    ];
    expect(await statusOf(apollo(operations), sha256(screensText))).toBe(200);
    expect(await statusOf(apollo(operations), `sha256:${sha256(screensText)}`)).toBe(200);
  });

  it.each([
    ['UTF-8', '\ufeff', 'utf8'],
    ['UTF-16', '\ufeff', 'utf16le'],
  ] as const)('may begin with a byte order mark, of %s', async (_name, mark, encoding) => {
    const { path } = openManifest('');
    writeFileSync(path, `${mark}${JSON.stringify({ hello: '# é\n{ __typename }' })}`, encoding);
    const facade = openFacade({ settings: { TRUSTED_DOCUMENTS: path } });
    expect((await sendTo(facade, '/graphql?documentId=hello')).data).toEqual({
      __typename: 'Query',
    });
  });

  it('has white space anywhere, any text as an id and as a text, and what JSON escapes', async () => {
    const { path } = openManifest(
      ' {\n "a\\u0062" : "{ a: __typename # \\\\ \\"{[,: \\n }" , "__proto__":"{ __typename }"\n} ',
    );
    const facade = openFacade({ settings: { TRUSTED_DOCUMENTS: path } });
    expect((await sendTo(facade, '/graphql?documentId=ab')).data).toEqual({ a: 'Query' });
    expect((await sendTo(facade, '/graphql?documentId=__proto__')).data).toEqual({
      __typename: 'Query',
    });
  });

  it('may be an object in the options of createFacade', async () => {
    const { facade } = await startSystem({}, { trustedDocuments: { hello: '{ __typename }' } });
    const response = await sendTo(facade, '/graphql?documentId=hello');
    expect(response.data).toEqual({ __typename: 'Query' });
  });

  it('is not read if TRUSTED_DOCUMENTS_MODE is off', async () => {
    const settings = { TRUSTED_DOCUMENTS: '/nowhere.json', TRUSTED_DOCUMENTS_MODE: 'off' };
    const { facade } = await startSystem({}, { settings });
    expect((await sendTo(facade, '/graphql?query={__typename}')).status).toBe(200);
  });
});

describe('an invalid manifest stops the start with one line', () => {
  const wrongHash = `sha256:${sha256(screensText)}`;
  const body = organizationText;
  it.each([
    ['no JSON', '{', 'a JSON file.'],
    ['a list', [], 'a manifest: an object of document texts by id, or version 1 of'],
    ['another version of Apollo’s', apollo([], 2), 'a manifest: an object of document texts by id'],
    [
      'an Apollo manifest without a body',
      apollo([{ id: 'a' }]),
      'a manifest: an object of document texts',
    ],
    ['no document', {}, 'a manifest with at least one document.'],
    ['no operation', apollo([]), 'a manifest with at least one document.'],
    ['a hash of another text', { [wrongHash]: body }, 'is not the SHA-256 of its text.'],
    [
      'a bare hash of another text',
      { [sha256(screensText)]: body },
      'is not the SHA-256 of its text.',
    ],
    ['a short hash', { 'sha256:abc': body }, '"sha256:abc" is not the SHA-256 of its text.'],
    ['an empty id', { '': body }, 'ids of 1 to 256 visible ASCII characters: "" is none.'],
    ['a blank in an id', { 'a b': body }, 'visible ASCII characters: "a b" is none.'],
    [
      'two texts of one id',
      apollo([screensText, body].map((text) => ({ id: 'a', body: text }))),
      '"a" has two.',
    ],
    [
      'a text that is not GraphQL',
      { a: '{' },
      '"a" cannot (Syntax Error: Expected Name, found <EOF>).',
    ],
    [
      'an unknown field',
      { a: '{ nothing }' },
      '"a" cannot (Cannot query field "nothing" on type "Query").',
    ],
    [
      'a mutation',
      { a: 'mutation { go }' },
      '(the Partner API is read-only: there is no mutation).',
    ],
    ['a fragment alone', { a: 'fragment S on Screen { id }' }, '"a" cannot ('],
    ['a document beyond a limit', { a: `{ ${'a '.repeat(6000)}}` }, '(MAX_QUERY_TOKENS)).'],
  ])('%s', (_name, content, line) => {
    const { path } = openManifest(content);
    const refusal = refusalOf({ TRUSTED_DOCUMENTS: path });
    expect(refusal).toContain(line);
    const start = `SettingsError: TRUSTED_DOCUMENTS holds ${JSON.stringify(path)}, and must be a`;
    expect(refusal).toContain(start);
    expect(refusal.split('\n')).toHaveLength(1);
  });

  it.each([
    ['an object that is not closed', '{"a":"{ __typename }"', 'a JSON file.'],
    ['an object that a list closes', '{"a":"{ __typename }"]', 'a JSON file.'],
    ['something behind it', '{"a":"{ __typename }"} x', 'a JSON file.'],
    ['a comma at its end', '{"a":"{ __typename }",}', 'a JSON file.'],
    ['a member without a name', '{"a":"{ __typename }","{ __typename }"}', 'a JSON file.'],
    ['a name without a colon', '{"a" "{ __typename }"}', 'a JSON file.'],
    ['a string that is not closed', '{"a":"{ __typename }\\"}', 'a JSON file.'],
    ['nothing', ' ', 'a JSON file.'],
    ['a number', ' 7', 'a manifest: '],
    ['an object in it', '{"a":{"b":"{ __typename }"}}', 'a manifest: '],
    ['a list of texts', '{"a":["{ __typename }"]}', 'a manifest: '],
    [
      'too many documents',
      `{${'"a":"","b":"",'.repeat(60_000)}"c":""}`,
      'a manifest of at most 100000 documents.',
    ],
  ])('%s in its text', (_name, content, line) => {
    expect(refusalOf({ TRUSTED_DOCUMENTS: openManifest(content).path })).toContain(
      `and must be ${line}`,
    );
  });

  it('more bytes than are read, and what is no regular file, also behind a symbolic link', async () => {
    const { folder, path } = openManifest(`{"a":"${' '.repeat(16 * 1024 * 1024)}"}`);
    expect(refusalOf({ TRUSTED_DOCUMENTS: path })).toMatch(
      /must be a file of at most 16777216 bytes, and has \d+\.$/,
    );
    execFileSync('mkfifo', [join(folder, 'fifo')]);
    symlinkSync('fifo', join(folder, 'link'));
    for (const file of [join(folder, 'fifo'), join(folder, 'link'), '/dev/zero'])
      expect(refusalOf({ TRUSTED_DOCUMENTS: file })).toMatch(/must be a regular file\.$/);
    const server = createServer().listen(join(folder, 'socket'));
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    expect(refusalOf({ TRUSTED_DOCUMENTS: join(folder, 'socket') })).toContain(
      'must be a file that can be read (',
    );
  });

  it('a missing file, a folder, and a mode without a file', () => {
    expect(refusalOf({ TRUSTED_DOCUMENTS: '/nowhere.json' })).toBe(
      'SettingsError: TRUSTED_DOCUMENTS holds "/nowhere.json", and must be a file that exists.',
    );
    expect(refusalOf({ TRUSTED_DOCUMENTS: '/' })).toContain(
      'must be a file that can be read (EISDIR).',
    );
    for (const mode of ['allow', 'only'])
      expect(refusalOf({ TRUSTED_DOCUMENTS_MODE: mode })).toBe(
        `SettingsError: TRUSTED_DOCUMENTS is not set, and TRUSTED_DOCUMENTS_MODE is ${mode}.`,
      );
    expect(refusalOf({ TRUSTED_DOCUMENTS_MODE: 'always' })).toContain(
      'must be off, allow or only.',
    );
    expect(refusalOf({ APQ: 'yes' })).toContain('APQ holds "yes", and must be true or false.');
  });
});
