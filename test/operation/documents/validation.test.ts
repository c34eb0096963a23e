import { describe, expect, it } from 'vitest';
import { startSystem } from '../../system/test-system.js';
import { codesOf, sendQuery } from '../../system/send.js';

describe('a document below MAX_QUERY_TOKENS that takes graphql-js too many comparisons', () => {
  const fragments = Array.from(
    { length: 400 },
    (_, index) => `fragment F${String(index)} on Query { ${`...F${String(index + 1)} `.repeat(5)}}`,
  );
  it.each([
    ['thousands of equal fields', `{ organization { ${'id '.repeat(4000)} } }`],
    ['a thousand equal fields with selections', `{ ${'organization { id } '.repeat(1000)} }`],
  ])('F4: %s are OPERATION_LIMIT_EXCEEDED, with one message that tells why', async (_name, query) => {
    const { facade, simulator } = await startSystem();
    const answer = await sendQuery(facade, query);
    expect(answer.status).toBe(400);
    expect(codesOf(answer)).toEqual([' OPERATION_LIMIT_EXCEEDED']);
    expect(answer.errors[0]?.message).toBe(
      'The operation selects equal fields or fragments too often to be validated; the limit is fixed, and no setting raises it. Select each field once.',
    );
    expect(simulator.requests).toEqual([]);
  });

  it('F4: 400 fragments that each spread the next one five times are answered or refused by name', async () => {
    const { facade } = await startSystem();
    const query = `{ ...F0 } ${fragments.join(' ')} fragment F400 on Query { __typename }`;
    const startedAt = performance.now();
    const answer = await sendQuery(facade, query);
    expect(performance.now() - startedAt).toBeLessThan(500);
    expect(answer.errors.map(({ message }) => message).join()).not.toContain('aborted');
  });

  it('a few hundred equal fields are merged and served', async () => {
    const { facade } = await startSystem();
    const answer = await sendQuery(facade, `{ organization { ${'id '.repeat(300)} } }`);
    expect(answer.data).toEqual({ organization: { id: 'org_nordlicht' } });
  });

  it('more than a hundred faults are told up to the hundredth', async () => {
    const { facade } = await startSystem();
    const fields = Array.from({ length: 300 }, (_, index) => `nothing${String(index)}`);
    const { errors } = await sendQuery(facade, `{ ${fields.join(' ')} }`);
    expect(errors).toHaveLength(101);
    expect(new Set(errors.map(({ extensions }) => extensions['code']))).toEqual(
      new Set(['GRAPHQL_VALIDATION_FAILED']),
    );
    expect(errors[100]?.message).toBe('The document has more than 100 errors; the others are not listed.');
  });
});
