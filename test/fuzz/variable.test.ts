import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Facade } from '../../src/facade.js';
import { credentials } from '../rig/credential.js';
import type { ValuePool } from './argument-value.js';
import { readPool } from './pool.js';
import { faultsOfResponse } from './response-format.js';
import { bounded, seed } from './seed.js';
import { createWorldFacade, post } from './world.js';

let facade: Facade;
let pool: ValuePool;
beforeAll(async () => {
  facade = createWorldFacade();
  pool = await readPool(facade);
});
afterAll(() => facade.close());

const documents = [
  'query ($v: Int) { screens(first: $v) { totalCount nodes { id } } }',
  'query ($v: Int, $w: String) { media(last: $v, before: $w) { nodes { id } } }',
  'query ($v: String) { playlists(after: $v) { nodes { id } pageInfo { endCursor } } }',
  'query ($v: ID!) { screen(id: $v) { name playbackConfiguration { revision } } }',
  'query ($v: ID!) { node(nodeId: $v) { nodeId __typename } }',
  'query ($v: [ID!]!) { playbackConfigurations(screenIds: $v) { revision } }',
  'query ($v: [ID!]!) { nodes(nodeIds: $v) { nodeId ... on Media { name } } }',
  'query ($v: Int = 2, $w: Boolean!) { screens(page: $v) { nodes { id @include(if: $w) } } }',
];

/** JSON texts that no JavaScript value prints as. */
const rawTexts = [
  '1e400',
  '-0',
  '9007199254740993',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '"\\ud800"',
  '"\\u0000"',
  '[[[[["s1"]]]]]',
  '['.repeat(3000) + ']'.repeat(3000),
  '{"a":'.repeat(3000) + '1' + '}'.repeat(3000),
  '['.repeat(60_000) + ']'.repeat(60_000),
  `"${'x'.repeat(50_000)}"`,
  `[${'"s1",'.repeat(5000)}"s1"]`,
  '{"length":3,"0":"s1"}',
  '{"toString":1,"valueOf":2,"toJSON":3}',
  '{"then":"x"}',
];

const values = fc.oneof(
  { weight: 3, arbitrary: fc.jsonValue({ depthSize: 'medium' }).map((value) => JSON.stringify(value)) },
  { weight: 2, arbitrary: fc.constantFrom(...rawTexts) },
  { weight: 2, arbitrary: fc.integer().map(String) },
  { weight: 1, arbitrary: fc.double().map((value) => JSON.stringify(value)) },
  {
    weight: 2,
    arbitrary: fc
      .nat()
      .map((nth) => JSON.stringify([...pool.ids, ...pool.nodeIds, ...pool.cursors].at(nth % 60) ?? 'x')),
  },
);

async function expectLawful(body: string): Promise<void> {
  const { status, text } = await post(facade, body, credentials.alpha.everything);
  expect(faultsOfResponse(text)).toEqual([]);
  expect([200, 400, 413]).toContain(status);
  expect('polluted' in {}).toBe(false);
}

describe(`variables (seed ${seed})`, () => {
  it('of any JSON, for any document', async () => {
    const property = fc.asyncProperty(fc.constantFrom(...documents), values, values, (query, v, w) =>
      expectLawful(`{"query":${JSON.stringify(query)},"variables":{"w":${w},"v":${v}}}`),
    );
    await fc.assert(property, bounded(600));
  });

  it('in place of the variables object, and of the whole body', async () => {
    const property = fc.asyncProperty(fc.constantFrom(...documents), values, async (query, value) => {
      await expectLawful(`{"query":${JSON.stringify(query)},"variables":${value}}`);
      await expectLawful(value);
    });
    await fc.assert(property, bounded(200));
  });

  it('null for a required argument is reported as the client’s mistake', async () => {
    const query = 'query ($id: ID = "s1") { screen(id: $id) { name } }';
    const { text } = await post(facade, { query, variables: { id: null } }, credentials.alpha.everything);
    // As graphql-js 16 words it, and 17.
    expect(text).toMatch(/must not be null|not to be null/);
    expect(text).toContain('"code":"GRAPHQL_VALIDATION_FAILED"');
    expect(faultsOfResponse(text)).toEqual([]);
  });
});

describe(`cursors and global ids (seed ${seed})`, () => {
  const query = `query ($text: String, $id: ID!) {
    after: screens(first: 2, after: $text) { nodes { id } }
    before: media(last: 2, before: $text) { nodes { id } }
    node(nodeId: $id) { nodeId }
  }`;

  it('that are damaged or invented are refused or name a place', async () => {
    const changed = fc.tuple(
      fc.nat(),
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 33, max: 126 })), { maxLength: 3 }),
    );
    const madeUp = fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value)).toString('base64url'));
    const texts = fc.oneof(
      changed.map(([nth, changes]) => {
        const all = [...pool.cursors, ...pool.nodeIds];
        const bytes = Buffer.from(all[nth % all.length] ?? '');
        for (const [at, byte] of changes) if (bytes.length > 0) bytes[at % bytes.length] = byte;
        return bytes.toString();
      }),
      madeUp,
      fc.string({ unit: 'binary' }),
    );
    const property = fc.asyncProperty(texts, async (text) => {
      const { text: body } = await post(
        facade,
        { query, variables: { text, id: text } },
        credentials.alpha.everything,
      );
      expect(faultsOfResponse(body)).toEqual([]);
      const codes = new Set([...body.matchAll(/"code":"(\w+)"/g)].map((found) => found[1]));
      for (const code of codes) expect(['BAD_USER_INPUT', 'NOT_FOUND']).toContain(code);
    });
    await fc.assert(property, bounded(500));
  });
});
