import { describe, expect, it } from 'vitest';
import { transports } from '../../system/http-client.js';
import { codesOf } from '../../system/send.js';
import { organizationText, screensText, sha256 } from './manifest.js';
import { get, messageOf, named, post, read, strict, withManifest } from './request.js';

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
