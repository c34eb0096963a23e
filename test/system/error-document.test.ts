import { describe, expect, it } from 'vitest';
import { startSystem } from './test-system.js';
import { sendQuery } from './send.js';

describe('what the façade refuses itself, before anything is executed', () => {
  const documents: readonly [string, string, string][] = [
    ['GRAPHQL_PARSE_FAILED', 'a document that is not GraphQL', '{ screens { '],
    ['GRAPHQL_PARSE_FAILED', 'an empty document', ''],
    ['GRAPHQL_VALIDATION_FAILED', 'a field that does not exist', '{ screns { totalCount } }'],
    ['GRAPHQL_VALIDATION_FAILED', 'an argument that is missing', '{ screen { id } }'],
    [
      'GRAPHQL_VALIDATION_FAILED',
      'an operation that is not named',
      'query A { __typename } query B { __typename }',
    ],
    ['GRAPHQL_VALIDATION_FAILED', 'no operation at all', 'fragment F on Screen { id }'],
    ['GRAPHQL_VALIDATION_FAILED', 'a variable without a value', 'query($id: ID!) { screen(id: $id) { id } }'],
    ['GRAPHQL_VALIDATION_FAILED', 'F10: a mutation', 'mutation { createScreen { id } }'],
    ['GRAPHQL_VALIDATION_FAILED', 'F10: a subscription', 'subscription { screens { totalCount } }'],
  ];

  it.each(documents)('%s: %s', async (code, _what, query) => {
    const { facade, simulator } = await startSystem();
    const answer = await sendQuery(facade, query);
    expect(answer.status).toBe(400);
    expect(answer.data).toBeUndefined();
    expect(answer.errors.map(({ extensions }) => extensions)).toEqual(answer.errors.map(() => ({ code })));
    expect(answer.errors.length).toBeGreaterThan(0);
    expect(simulator.requests).toEqual([]);
  });

  it('every entry of errors has a code, whatever went wrong', async () => {
    const { facade } = await startSystem({ faults: [{ rate: 0.5, status: 500 }] });
    const query = `{ ${Array.from({ length: 20 }, (_, index) => `p${index}: playlist(id: "x${index}") { id }`).join(' ')} }`;
    const { errors } = await sendQuery(facade, query);
    expect(errors).toHaveLength(20);
    for (const { extensions } of errors)
      expect(extensions['code']).toMatch(/^(?:NOT_FOUND|UPSTREAM_UNAVAILABLE)$/);
  });
});
