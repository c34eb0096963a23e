import { describe, expect, it } from 'vitest';
import { startSystem } from '../../system/test-system.js';
import { codesOf, sendQuery } from '../../system/send.js';

describe('a document below MAX_QUERY_TOKENS', () => {
  it.each([
    ['thousands of equal fields', `{ organization { ${'id '.repeat(4000)} } }`],
    ['a thousand equal fields with selections', `{ ${'organization { id } '.repeat(1000)} }`],
  ])('F4: %s are OPERATION_LIMIT_EXCEEDED, with one message that gives the reason', async (_name, query) => {
    const { facade, simulator } = await startSystem();
    const response = await sendQuery(facade, query);
    expect(response.status).toBe(400);
    expect(codesOf(response)).toEqual([' OPERATION_LIMIT_EXCEEDED']);
    expect(response.errors[0]?.message).toBe(
      'The operation selects equal fields or fragments too often to be validated; the limit is fixed, and no setting raises it. Select each field once.',
    );
    expect(simulator.requests).toEqual([]);
  });

  it('of a few hundred equal fields is served', async () => {
    const { facade } = await startSystem();
    const response = await sendQuery(facade, `{ organization { ${'id '.repeat(300)} } }`);
    expect(response.data).toEqual({ organization: { id: 'org_nordlicht' } });
  });

  it('with more than a hundred errors lists the first hundred', async () => {
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
