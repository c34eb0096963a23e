import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.js';
import type { Facade } from '../../src/facade.js';
import { credentials } from '../rig/credential.js';
import { choices, type Draw, drawFrom, words } from './draw.js';
import { generateOperation, type OperationOptions } from './operation.js';
import { readPool } from './pool.js';
import { faultsOfResponse } from './response-format.js';
import { bounded, seed } from './seed.js';
import { createWorldFacade, post } from './world.js';

let facade: Facade;
let options: OperationOptions;
beforeAll(async () => {
  facade = createWorldFacade();
  options = { ...(await readPool(facade)), directives: true, plain: false };
});
afterAll(() => facade.close());

async function expectLawful(body: unknown, accept: string): Promise<void> {
  const { status, text } = await post(facade, body, credentials.alpha.everything, { accept });
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

const tokens = [
  ...splinters,
  ...words('screens first 5 a:'),
  ...['{ id }', 'nodes {', 'playlist(id: "p1")', '} }', '$v1: Int'],
];

describe(`documents (seed ${seed})`, () => {
  it('that follow the schema, including mistakes', async () => {
    const operations = choices().map((numbers) => generateOperation(schema, drawFrom(numbers), options));
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

  it('that are random words', async () => {
    const heaps = fc
      .array(fc.constantFrom(...tokens), { maxLength: 40 })
      .map((heap) => ({ query: heap.join(' ') }));
    await fc.assert(fc.asyncProperty(heaps, accepts, expectLawful), bounded(400));
  });

  it('that are any text', async () => {
    const texts = fc.string({ unit: 'binary', maxLength: 200 }).map((query) => ({ query }));
    await fc.assert(fc.asyncProperty(texts, accepts, expectLawful), bounded(300));
  });
});
