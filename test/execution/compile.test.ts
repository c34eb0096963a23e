import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Facade } from '../../src/facade.js';
import { faultsOfResponse } from '../fuzz/response-format.js';
import { createWorldFacade, post, type Twist } from '../fuzz/world.js';
import { credentials } from '../rig/credential.js';

describe('an operation that is executed again', () => {
  // Screen s1 has no configuration.
  const twist: Twist = (path, body) => (path.includes('s1/') ? { status: 404, body: {} } : { body });
  let compiled: Facade;
  let reference: Facade;
  beforeAll(() => {
    compiled = createWorldFacade(twist);
    reference = createWorldFacade(twist, 'reference');
  });
  afterAll(() => Promise.all([compiled.close(), reference.close()]));

  const respond = async (facade: Facade, query: string, variables: object = {}) =>
    (await post(facade, { query, variables }, credentials.alpha.everything)).text;

  const condition =
    'query ($a: Boolean!) { organization { id name @skip(if: $a) ...F @include(if: $a) } } fragment F on Organization { slug }';

  const lines = 'query ($id: ID!) {\r\n  organization { id }\n\r  gone: screen(id: $id) {\n name } }';
  const configurations = 'query ($ids: [ID!]!) { playbackConfigurations(screenIds: $ids) { revision } }';
  const likePaths = '{ organization { media { nodes { id } } } media_organization: media { totalCount } }';
  it.each([
    ['a variable that does not fit', 'query ($n: Int) { screens(first: $n) { totalCount } }', { n: 'x' }],
    ['a variable that is missing', 'query ($id: ID!) { screen(id: $id) { name } }', {}],
    [
      'a variable of an inherited name',
      'query ($constructor: Int) { screens(first: $constructor) { totalCount } }',
      {},
    ],
    ['locations in several lines', lines, { id: 'gone' }],
    [
      'merged fields',
      'query ($id: ID!) { screen(id: $id) { name }\n screen(id: $id) { id } }',
      { id: 'gone' },
    ],
    ['a list whose second item fails', configurations, { ids: ['s2', 's1', 's3'] }],
    ['the alias __proto__', '{ organization { __proto__: name constructor: id } }', {}],
    ['aliases that look like paths', likePaths, {}],
    ['conditions that are true', condition, { a: true }],
    ['conditions that are false', condition, { a: false }],
    ['a condition that skips everything', '{ organization @skip(if: true) { id } }', {}],
    ['unicode', 'query ($id: ID!) { screen(id: $id) { name } } # 😀\u2028', { id: '😀\u2028' }],
  ])('has the response of graphql-js: %s', async (_what, query, variables) => {
    const expected = await respond(reference, query, variables);
    expect(faultsOfResponse(expected)).toEqual([]);
    for (let round = 0; round < 3; round += 1)
      expect(await respond(compiled, query, variables)).toBe(expected);
  });

  it.each([
    ['at the root', '{ organization @skip(if: $a) { id } __typename }'],
    ['below a field', '{ organization { name @include(if: $a) id } __typename }'],
    ['of a fragment', '{ organization { ...F @skip(if: $a) } } fragment F on Organization { id }'],
    ['below a record that is missing', '{ screen(id: "gone") { name @include(if: $a) } }'],
    ['in a fragment that is visited again', '{ ...F ...F @skip(if: $a) } fragment F on Query { __typename }'],
    ['beside a list', '{ screens(first: 2) { nodes { name @skip(if: $a) } } }'],
  ])('has the response of any condition %s: null, absent, true, false', async (_where, selection) => {
    const values = [{ a: false }, { a: null }, { a: true }, {}, { a: null }, { a: false }];
    for (const query of [true, false].map((standard) => `query ($a: Boolean = ${standard}) ${selection}`))
      for (const variables of values)
        expect(await respond(compiled, query, variables)).toBe(await respond(reference, query, variables));
  });
});
