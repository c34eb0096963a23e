import { getIntrospectionQuery } from 'graphql';
import { describe, expect, it } from 'vitest';
import { startSystem } from './test-system.js';
import { sendQuery } from './send.js';

describe('F9: introspection', () => {
  it('the standard query fits the default limits, and needs no credential', async () => {
    const { facade } = await startSystem();
    for (const query of [
      getIntrospectionQuery(),
      getIntrospectionQuery({
        oneOf: true,
        inputValueDeprecation: true,
        schemaDescription: true,
        directiveIsRepeatable: true,
        specifiedByUrl: true,
      }),
    ]) {
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
    const { facade, simulator } = await startSystem({}, { settings: { INTROSPECTION: 'false' } });
    for (const query of introspections) {
      const response = await sendQuery(facade, query);
      expect(response.status).toBe(400);
      expect(response.data).toBeUndefined();
      expect(response.errors.length).toBeGreaterThan(0);
      for (const { extensions } of response.errors)
        expect(extensions['code']).toBe('GRAPHQL_VALIDATION_FAILED');
    }
    expect(simulator.requests).toEqual([]);
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
      for (const { message } of errors) expect(message).not.toMatch(/Did you mean|nameContains|ONLINE/);
    }
    const response = await sendQuery(facade, 'query($id: ID!) { screen(id: $id) { id } }', { id: {} });
    expect(response.status).toBe(400);
    expect(response.text).not.toMatch(names);
  });

  it('they are sent while it is on', async () => {
    const { facade } = await startSystem();
    const { errors } = await sendQuery(facade, misspelt[0] ?? '');
    expect(errors[0]?.message).toMatch(/Did you mean "organization"/);
  });
});
