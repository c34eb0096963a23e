import { Kind, type OperationDefinitionNode, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.js';
import type { Facade } from '../../src/server.js';
import { compile } from '../../src/serving/compilation.js';
import { credentials } from '../rig/credential.js';
import { faultsOfAnswer } from './response-format.js';
import { createWorldFacade, post } from './world.js';

/** Whether a document's operation would be compiled. */
function isCompiled(query: string): boolean {
  const ast = parse(query);
  const definition = ast.definitions.find(
    (each): each is OperationDefinitionNode => each.kind === Kind.OPERATION_DEFINITION,
  );
  if (definition === undefined) throw new Error('There is no operation.');
  const facts = { outline: [], hasLinks: false, isIncremental: false };
  const operation = {
    ...facts,
    ast,
    definition,
    name: definition.name?.value ?? '',
    readsPartnerData: !query.includes('__schema') && !query.includes('__type('),
    hasDirectives: query.includes('@'),
  };
  return compile(schema, operation) !== undefined;
}

describe('what is compiled', () => {
  it.each([
    '{ organization { name } }',
    'query Wall($n: Int = 5, $after: String) { screens(first: $n, after: $after) { nodes { name playbackConfiguration { items { media { url } } } } pageInfo { endCursor } } }',
    'query ($id: ID!) { node(nodeId: $id) { nodeId ... on Playlist { items(first: 3) { edges { node { media { name } } } } } } }',
    '{ first: screens(first: 2) { ...Names } second: screens(first: 3) { ...Names } } fragment Names on ScreenConnection { nodes { name __typename } }',
  ])('the usual: %s', (query) => {
    expect(isCompiled(query)).toBe(true);
  });

  it.each([
    ['a string', '{ screen(id: "s1") { name } }'],
    ['a block string', '{ screen(id: """s1""") { name } }'],
    ['a string as a default', 'query ($id: ID = "s1") { screen(id: $id) { name } }'],
    ['a string in a list', 'query ($ids: [ID!]! = ["s1"]) { nodes(nodeIds: $ids) { nodeId } }'],
    ['an alias with an underscore', '{ media_organization: organization { name } }'],
    ['the alias __proto__', '{ organization { __proto__: name } }'],
    [
      'a variable with an underscore',
      'query ($__proto__: Int) { screens(first: $__proto__) { totalCount } }',
    ],
    [
      'a list that is read entry by entry',
      'query ($ids: [ID!]!) { playbackConfigurations(screenIds: $ids) { revision } }',
    ],
    ['nodes', 'query ($ids: [ID!]!) { nodes(nodeIds: $ids) { nodeId } }'],
    ['a directive', 'query ($is: Boolean!) { organization { name @skip(if: $is) } }'],
    ['introspection', '{ __schema { types { name } } }'],
    ['fragments that open to more than three hundred fields', doubling(2, 9)],
  ])('not %s', (_what, query) => {
    expect(isCompiled(query)).toBe(false);
  });
});

/** Fragments, each holding the next one several times. */
function doubling(times: number, deep: number): string {
  const spreads = (next: number): string => `...F${next} `.repeat(times);
  const fragments = Array.from(
    { length: deep },
    (_, index) => `fragment F${index} on Organization { ${spreads(index + 1)}}`,
  );
  return `{ organization { ...F0 } } ${fragments.join(' ')} fragment F${deep} on Organization { id }`;
}

describe('an operation that comes again', () => {
  let facade: Facade;
  beforeAll(() => {
    // The first of three is the last to be answered, and fails.
    facade = createWorldFacade((path, body) => (path.includes('s1/') ? { status: 404, body: {} } : { body }));
  });
  afterAll(() => facade.close());

  /** Its answers, the ids of internal errors left out. */
  const answers = async (
    query: string,
    variables: object = {},
    credential = credentials.alpha.everything,
  ) => {
    const texts: string[] = [];
    for (let round = 0; round < 4; round += 1)
      texts.push((await post(facade, { query, variables }, credential)).text);
    return texts;
  };

  it('runs no text of the client’s, whatever marks its strings hold', async () => {
    const marks = ['DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d', 'NAN__57f286b9_4c20_487f_b409_79804ddcb4f8'];
    const mark = `__MAGIC_${marks[0] ?? ''}(globalThis.wasRun=true)`;
    for (const query of [
      `{ __type(name: "${mark}") { name } }`,
      `{ screen(id: "${mark}") { name } }`,
      `query ($id: ID = "${mark}") { screen(id: $id) { name } }`,
      `query ($ids: [ID!]! = ["${mark}"]) { nodes(nodeIds: $ids) { nodeId } }`,
    ])
      await answers(query);
    expect('wasRun' in globalThis).toBe(false);
    const [first, , , last] = await answers(`{ screen(id: "__MAGIC_${marks[1] ?? ''}") { name } }`);
    expect(last).toBe(first);
  });

  it.each([
    ['a variable that does not fit', 'query ($n: Int) { screens(first: $n) { totalCount } }', { n: 'x' }],
    ['a variable that is missing', 'query ($id: ID!) { screen(id: $id) { name } }', {}],
    [
      'a variable that nobody sent',
      'query ($constructor: Int) { screens(first: $constructor) { totalCount } }',
      {},
    ],
    [
      'a place in several lines',
      'query ($id: ID!) {\r\n  organization { id }\n\r  gone: screen(id: $id) {\n name } }',
      { id: 'gone' },
    ],
    [
      'merged fields',
      'query ($id: ID!) { screen(id: $id) { name }\n screen(id: $id) { id } }',
      { id: 'gone' },
    ],
    [
      'a list whose first entry fails last',
      'query ($ids: [ID!]!) { playbackConfigurations(screenIds: $ids) { revision } }',
      { ids: ['s2', 's1', 's3'] },
    ],
    ['the alias __proto__', '{ organization { __proto__: name constructor: id } }', {}],
    [
      'aliases that look like paths',
      '{ organization { media(first: 2) { nodes { id } } } media_organization: media { totalCount } }',
      {},
    ],
    ['unicode', 'query ($id: ID!) { screen(id: $id) { name } } # 😀\u2028', { id: '😀\u2028' }],
  ])('has the same answer: %s', async (_what, query, variables) => {
    const [first = '', ...others] = await answers(query, variables);
    for (const other of others) expect(withoutCost(other)).toBe(withoutCost(first));
    expect(faultsOfAnswer(first)).toEqual([]);
  });

  it('takes no longer, however its fragments double', async () => {
    const startedAt = performance.now();
    await answers(doubling(2, 11));
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });
});

const withoutCost = (text: string): string => text.replace(/,"extensions":\{"upstream".*\}\}$/, '');
