import { describe, expect, it } from 'vitest';
import { startSystem } from './test-system.js';
import { sendQuery } from './send.js';

describe('documents that the façade refuses before execution', () => {
  const documents: readonly [string, string, string][] = [
    ['GRAPHQL_PARSE_FAILED', 'a document that is not GraphQL', '{ screens { '],
    ['GRAPHQL_PARSE_FAILED', 'an empty document', ''],
    ['GRAPHQL_VALIDATION_FAILED', 'a field that does not exist', '{ screns { totalCount } }'],
    ['GRAPHQL_VALIDATION_FAILED', 'a missing argument', '{ screen { id } }'],
    [
      'GRAPHQL_VALIDATION_FAILED',
      'several operations and no operationName',
      'query A { __typename } query B { __typename }',
    ],
    ['GRAPHQL_VALIDATION_FAILED', 'no operation', 'fragment F on Screen { id }'],
    ['GRAPHQL_VALIDATION_FAILED', 'a variable without a value', 'query($id: ID!) { screen(id: $id) { id } }'],
    ['GRAPHQL_VALIDATION_FAILED', 'F10: a mutation', 'mutation { createScreen { id } }'],
    ['GRAPHQL_VALIDATION_FAILED', 'F10: a subscription', 'subscription { screens { totalCount } }'],
  ];

  it.each(documents)('%s: %s', async (code, _case, query) => {
    const { facade, simulator } = await startSystem();
    const response = await sendQuery(facade, query);
    expect(response.status).toBe(400);
    expect(response.data).toBeUndefined();
    expect(response.errors.map(({ extensions }) => extensions)).toEqual(
      response.errors.map(() => ({ code })),
    );
    expect(response.errors.length).toBeGreaterThan(0);
    expect(simulator.requests).toEqual([]);
  });
});
