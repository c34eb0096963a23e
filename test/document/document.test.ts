import { describe, expect, it } from 'vitest';
import { expectRefused, sendQuery, startSystem } from '../system/test-system.js';

describe('a document below MAX_QUERY_TOKENS', () => {
  it.each([
    ['thousands of equal fields', `{ organization { ${'id '.repeat(4000)} } }`],
    ['a thousand equal fields with selections', `{ ${'organization { id } '.repeat(1000)} }`],
  ])(
    'F4: %s are OPERATION_LIMIT_EXCEEDED, with one message that gives the reason',
    async (_name, query) => {
      const system = await startSystem();
      const response = await sendQuery(system.facade, query);
      expectRefused(system, response, 'OPERATION_LIMIT_EXCEEDED');
      expect(response.errors.map(({ message }) => message)).toEqual([
        'The operation selects equal fields or fragments too often to be validated; the limit is fixed, and no setting raises it. Select each field once.',
      ]);
    },
  );

  it('of a few hundred equal fields is served', async () => {
    const { facade } = await startSystem();
    const response = await sendQuery(facade, `{ organization { ${'id '.repeat(300)} } }`);
    expect(response.data).toEqual({ organization: { id: 'org_nordlicht' } });
  });

  it('with more than a hundred errors lists the first hundred', async () => {
    const { facade } = await startSystem();
    const fields = Array.from({ length: 300 }, (_, index) => `nothing${String(index)}`);
    const { errors, codes } = await sendQuery(facade, `{ ${fields.join(' ')} }`);
    expect(codes).toEqual(Array.from({ length: 101 }, () => 'GRAPHQL_VALIDATION_FAILED'));
    expect(errors[100]?.message).toBe(
      'The document has more than 100 errors; the others are not listed.',
    );
  });
});
