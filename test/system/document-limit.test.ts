import { getIntrospectionQuery } from 'graphql';
import { describe, expect, it } from 'vitest';
import { expectRefused, sendQuery, startSystem } from './test-system.js';

/** A document whose innermost field is `levels` deep. */
function deep(levels: number, open: (level: number) => string = zone): string {
  const names = ['playbackConfiguration(screenId: "scr_1fyak")', 'items'];
  for (let level = 3; level < levels; level += 1) names.push(open(level));
  return `{ ${names.join(' { ')} { __typename${' }'.repeat(levels)}`;
}

const zone = (level: number): string => ['layout', 'panels', 'items'][level % 3] ?? '';

const aliases = (count: number): string =>
  `{ ${Array.from({ length: count }, (_, index) => `a${index}: __typename`).join(' ')} }`;

/** A document of exactly `count` lexical tokens, twelve of them around a list of ids. */
const tokens = (count: number): string =>
  `{ playbackConfigurations(screenIds: [${'"scr_1fyak" '.repeat(count - 12)}]) { revision } }`;

const many = { MAX_QUERY_TOKENS: '50000', MAX_REQUEST_BYTES: '1000000' };
const three = { MAX_QUERY_DEPTH: '3' };
const spreads = (count: number): string =>
  `{ ${'...F '.repeat(count)} } fragment F on Query { a: __typename }`;
const inFragments = (fields: string): string =>
  `{ screens { ...C } } fragment C on ScreenConnection { nodes { ...S } } fragment S on Screen { ${fields} }`;
const inline = '{ ... { screens { ... { nodes { ... on Screen { ... { id } } } } } } }';
const fourth = 'viewport { width }';

const chain = (length: number): string => {
  const links = Array.from(
    { length },
    (_, index) => `fragment F${index} on Query { ...F${index + 1} }`,
  );
  return `{ ...F0 } ${links.join(' ')} fragment F${length} on Query { __typename }`;
};
const deepest = { ...many, MAX_QUERY_DEPTH: '1000000' };
const fixed = 'no setting raises it';

it.each([
  ['F1: 20 levels', {}, deep(20), deep(21), 'MAX_QUERY_DEPTH'],
  [
    'F1: 3 levels without fragments',
    three,
    inline,
    `{ screens { nodes { ${fourth} } } }`,
    'MAX_QUERY_DEPTH',
  ],
  [
    'F1: 3 levels with their fragments',
    three,
    inFragments('id'),
    inFragments(fourth),
    'MAX_QUERY_DEPTH',
  ],
  ['F1: 400 levels, whatever is set,', deepest, deep(400), deep(401), fixed],
  ['F4: a chain of 199 fragments', many, chain(198), chain(199), fixed],
  ['F4: a chain of 199 fragments, not 6,000,', many, chain(198), chain(6000), fixed],
  ['F2: 50 aliases', many, aliases(50), aliases(51), 'MAX_QUERY_ALIASES'],
  ['F2: 50 aliases, not 10,000,', many, aliases(50), aliases(10_000), 'MAX_QUERY_ALIASES'],
  [
    'F2: 3 spreads of an alias',
    { MAX_QUERY_ALIASES: '3' },
    spreads(3),
    spreads(4),
    'MAX_QUERY_ALIASES',
  ],
  [
    'F3: 5000 tokens',
    { MAX_LIST_ARGUMENT: '5000' },
    tokens(5000),
    tokens(5001),
    'MAX_QUERY_TOKENS',
  ],
])(
  'a limit of documents: %s are served, more are refused with the setting',
  async (_what, settings, served, more, setting) => {
    const system = await startSystem({}, { settings: { ...settings } });
    expect(await sendQuery(system.facade, served)).toMatchObject({ status: 200, errors: [] });
    system.simulator.clearRequests();
    const response = await sendQuery(system.facade, more);
    expectRefused(system, response, 'OPERATION_LIMIT_EXCEEDED');
    expect(response.errors).toMatchObject([
      { message: expect.stringContaining(setting) as string },
    ]);
  },
);

describe('documents that the façade refuses before execution', () => {
  const two = 'query A { __typename } query B { __typename }';
  const cycle =
    '{ screens { nodes { ...A } } } fragment A on Screen { ...B } fragment B on Screen { ...A }';
  const documents: readonly [string, string, string][] = [
    ['GRAPHQL_PARSE_FAILED', 'a document that is not GraphQL', '{ screens { '],
    ['GRAPHQL_PARSE_FAILED', 'an empty document', ''],
    ['GRAPHQL_VALIDATION_FAILED', 'a field that does not exist', '{ screns { totalCount } }'],
    ['GRAPHQL_VALIDATION_FAILED', 'a missing argument', '{ screen { id } }'],
    [
      'GRAPHQL_VALIDATION_FAILED',
      'an argument of another type',
      '{ screens(first: "10") { totalCount } }',
    ],
    ['GRAPHQL_VALIDATION_FAILED', 'no operationName for several operations', two],
    ['GRAPHQL_VALIDATION_FAILED', 'F4: a cycle of fragments', cycle],
    ['GRAPHQL_VALIDATION_FAILED', 'no operation', 'fragment F on Screen { id }'],
    [
      'GRAPHQL_VALIDATION_FAILED',
      'a variable without a value',
      'query($id: ID!) { screen(id: $id) { id } }',
    ],
    ['GRAPHQL_VALIDATION_FAILED', 'F10: a mutation', 'mutation { createScreen { id } }'],
    ['GRAPHQL_VALIDATION_FAILED', 'F10: a subscription', 'subscription { screens { totalCount } }'],
  ];

  it.each(documents)('%s: %s', async (code, _case, query) => {
    const system = await startSystem();
    const response = await sendQuery(system.facade, query);
    expectRefused(system, response, code);
    for (const { extensions } of response.errors) expect(extensions).toEqual({ code });
  });
});

describe('F9: introspection', () => {
  it('the standard query fits the default limits, and needs no credential', async () => {
    const { facade } = await startSystem();
    const more = { oneOf: true, inputValueDeprecation: true, schemaDescription: true };
    const all = { ...more, directiveIsRepeatable: true, specifiedByUrl: true };
    for (const query of [getIntrospectionQuery(), getIntrospectionQuery(all)]) {
      const response = await sendQuery(facade, query, {}, null);
      expect(response.errors).toEqual([]);
      expect(response.data).toHaveProperty('__schema.types');
    }
  });

  const introspections = [
    '{ __schema { queryType { name } } }',
    '{ __type(name: "Screen") { name } }',
    '{ a: __schema { queryType { name } } }',
    '{ __typename ... { ...F } } fragment F on Query { x: __type(name: "Query") { name } }',
    '{ organization { id } __schema { queryType { name } } }',
    getIntrospectionQuery(),
  ];

  it('switched off, it is refused, also in aliases and fragments', async () => {
    const system = await startSystem({}, { settings: { INTROSPECTION: 'false' } });
    for (const query of introspections)
      expectRefused(system, await sendQuery(system.facade, query), 'GRAPHQL_VALIDATION_FAILED');
  });

  it('switched off, __typename is still served', async () => {
    const { facade } = await startSystem({}, { settings: { INTROSPECTION: 'false' } });
    const response = await sendQuery(facade, '{ __typename organization { __typename id } }');
    expect(response.data).toEqual({
      __typename: 'Query',
      organization: { __typename: 'Organization', id: 'org_nordlicht' },
    });
  });
});

describe('F25: suggestions', () => {
  const misspelt = [
    '{ organisation { id } }',
    '{ screens { node { id } } }',
    '{ screens(frst: 1) { totalCount } }',
    '{ screen { id } }',
    '{ nodes(nodeIds: []) { ... on Scren { id } } }',
    'query($id: IDs!) { screen(id: $id) { id } }',
    '{ organization { id @incude(if: true) } }',
    '{ screen(id: "x", iid: "y") { id } }',
  ];
  const names = /Did you mean|organization"|nodes"|first"|Screen"|include"/;

  it('are not sent while introspection is off', async () => {
    const { facade } = await startSystem({}, { settings: { INTROSPECTION: 'false' } });
    for (const query of misspelt) {
      const response = await sendQuery(facade, query);
      expect(response.status).toBe(400);
      for (const { message } of response.errors) expect(message).not.toMatch(/Did you mean/);
    }
  });

  it('an invalid variable gets none either', async () => {
    const { facade } = await startSystem({}, { settings: { INTROSPECTION: 'false' } });
    const filtered = 'query ($f: ScreenFilter) { screens(filter: $f) { totalCount } }';
    for (const filter of [{ nameContain: 'a' }, { statusIn: ['ONLIN'] }]) {
      const { status, errors } = await sendQuery(facade, filtered, { f: filter });
      expect([status, errors.length]).toEqual([400, 1]);
      for (const { message } of errors)
        expect(message).not.toMatch(/Did you mean|nameContains|ONLINE/);
    }
    const response = await sendQuery(facade, 'query($id: ID!) { screen(id: $id) { id } }', {
      id: {},
    });
    expect(response.status).toBe(400);
    expect(response.text).not.toMatch(names);
  });

  it('they are sent while it is on', async () => {
    const { facade } = await startSystem();
    const { errors } = await sendQuery(facade, misspelt[0] ?? '');
    expect(errors[0]?.message).toMatch(/Did you mean "organization"/);
  });
});
