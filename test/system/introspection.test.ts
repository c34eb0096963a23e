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
      const answer = await sendQuery(facade, query, {}, null);
      expect(answer.errors).toEqual([]);
      expect(answer.data).toHaveProperty('__schema.types');
    }
  });

  const looks = [
    '{ __schema { queryType { name } } }',
    '{ __type(name: "Screen") { name } }',
    '{ a: __schema { queryType { name } } }',
    '{ __typename ... { ...F } } fragment F on Query { x: __type(name: "Query") { name } }',
    '{ organization { id } __schema { queryType { name } } }',
    getIntrospectionQuery(),
  ];

  it('switched off, it is refused, through aliases and fragments too', async () => {
    const { facade, simulator } = await startSystem({}, { settings: { INTROSPECTION: 'false' } });
    for (const query of looks) {
      const answer = await sendQuery(facade, query);
      expect(answer.status).toBe(400);
      expect(answer.data).toBeUndefined();
      expect(answer.errors.length).toBeGreaterThan(0);
      for (const { extensions } of answer.errors)
        expect(extensions['code']).toBe('GRAPHQL_VALIDATION_FAILED');
    }
    expect(simulator.requests).toEqual([]);
  });

  it('switched off, __typename is answered all the same', async () => {
    const { facade } = await startSystem({}, { settings: { INTROSPECTION: 'false' } });
    const answer = await sendQuery(facade, '{ __typename organization { __typename id } }');
    expect(answer.data).toEqual({
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

  it('none while introspection is off', async () => {
    const { facade } = await startSystem({}, { settings: { INTROSPECTION: 'false' } });
    for (const query of misspelt) {
      const answer = await sendQuery(facade, query);
      expect(answer.status).toBe(400);
      for (const { message } of answer.errors) expect(message).not.toMatch(/Did you mean/);
    }
  });

  it('a variable that does not fit tells none either', async () => {
    const { facade } = await startSystem({}, { settings: { INTROSPECTION: 'false' } });
    const answer = await sendQuery(facade, 'query($id: ID!) { screen(id: $id) { id } }', { id: {} });
    expect(answer.status).toBe(400);
    expect(answer.text).not.toMatch(names);
  });

  it('they are there while it is on', async () => {
    const { facade } = await startSystem();
    const { errors } = await sendQuery(facade, misspelt[0] ?? '');
    expect(errors[0]?.message).toMatch(/Did you mean "organization"/);
  });
});
