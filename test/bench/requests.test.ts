import { describe, expect, it } from 'vitest';
import { measure } from '../../bench/requests/measure.js';
import { operations } from '../../bench/requests/operation.js';

describe('the table of requests', () => {
  // The missing file of the first screen may be read beside the sweep, or the list may be read without benefit: one each.
  it.each(operations.map((operation) => [operation.title, operation] as const))(
    '%s: the same data as plain resolvers, for the minimum of requests and at most one more',
    async (_title, operation) => {
      const { without, perKey, cold, warm, minimum, expected, results } = await measure(operation);
      for (const result of results) expect(result).toEqual(JSON.parse(JSON.stringify(expected)));
      expect(perKey).toBeLessThanOrEqual(without);
      for (const requests of [cold, warm]) {
        expect(requests).toBeLessThanOrEqual(minimum + 1);
        expect(requests).toBeLessThanOrEqual(perKey + 1);
      }
    },
  );
});
