import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.js';
import { bounded, choices, type Draw, drawFrom, seed, words } from './draw.js';
import { generateOperation } from './operation.js';
import { faultsOfResponse } from './response-format.js';
import { createWorldFacade, post, readPool } from './world.js';

const facade = createWorldFacade();
const pool = await readPool(facade);
const options = { ...pool, directives: true, plain: false };

async function expectLawful(body: unknown, accept: string): Promise<void> {
  const { status, text } = await post(facade, body, { accept });
  expect(faultsOfResponse(text)).toEqual([]);
  // Older clients expect 200 with `application/json`, even for an invalid document.
  const executed = text.includes('"data":');
  expect(status).toBe(executed || accept === 'application/json' ? 200 : 400);
}

const accepts = fc.constantFrom('application/json', 'application/graphql-response+json');

/** A document with some changed characters or words. */
function broken(draw: Draw, query: string): string {
  let text = query;
  for (let times = 1 + draw.below(3); times > 0; times -= 1) {
    const at = draw.below(text.length);
    const length = draw.below(6);
    text = text.slice(0, at) + draw.from(splinters) + text.slice(at + length);
  }
  return text;
}

const splinters = [
  ...words(
    '{ } ( ) [ ] ! : $ @ ... " """ # \\ 😀 on null __proto__ query mutation subscription @defer @stream',
  ),
  ...words('1e400 - 0x1 name nodes __schema _entities 99999999999 "\\u{110000}"'),
  ...['', '\u0000', '\ufeff', '\ud800', '\u2028', 'fragment F1 on Screen'],
];

describe(`documents (seed ${seed})`, () => {
  it('that follow the schema, including mistakes', async () => {
    const operations = choices().map((numbers) =>
      generateOperation(schema, drawFrom(numbers), options),
    );
    await fc.assert(fc.asyncProperty(operations, accepts, expectLawful), bounded(400));
  });

  it('that are slightly broken', async () => {
    const operations = choices().map((numbers) => {
      const draw = drawFrom(numbers);
      const { query, variables } = generateOperation(schema, draw, options);
      return { query: broken(draw, query), variables };
    });
    await fc.assert(fc.asyncProperty(operations, accepts, expectLawful), bounded(500));
  });
});

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

const pooled = (): string[] => [...pool.ids, ...pool.nodeIds, ...pool.cursors];
const values = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.jsonValue({ depthSize: 'medium' }).map((value) => JSON.stringify(value)),
  },
  { weight: 2, arbitrary: fc.constantFrom(...rawTexts) },
  { weight: 2, arbitrary: fc.integer().map(String) },
  { weight: 1, arbitrary: fc.double().map((value) => JSON.stringify(value)) },
  { weight: 2, arbitrary: fc.nat().map((nth) => JSON.stringify(pooled().at(nth % 60) ?? 'x')) },
);

async function expectLawfulBody(body: string): Promise<void> {
  const { status, text } = await post(facade, body);
  expect(faultsOfResponse(text)).toEqual([]);
  expect([200, 400, 413]).toContain(status);
  expect('polluted' in {}).toBe(false);
}

describe(`variables (seed ${seed})`, () => {
  it('of any JSON, for any document', async () => {
    const property = fc.asyncProperty(
      fc.constantFrom(...documents),
      values,
      values,
      (query, v, w) =>
        expectLawfulBody(`{"query":${JSON.stringify(query)},"variables":{"w":${w},"v":${v}}}`),
    );
    await fc.assert(property, bounded(600));
  });

  it('in place of the variables object, and of the whole body', async () => {
    const property = fc.asyncProperty(
      fc.constantFrom(...documents),
      values,
      async (query, value) => {
        await expectLawfulBody(`{"query":${JSON.stringify(query)},"variables":${value}}`);
        await expectLawfulBody(value);
      },
    );
    await fc.assert(property, bounded(200));
  });
});
