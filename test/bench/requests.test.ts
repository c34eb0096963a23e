import { describe, expect, it } from 'vitest';
import { measure } from '../../bench/requests/measure.js';
import { operations } from '../../bench/requests/operation.js';

describe('the table of requests', () => {
  // The gone file of the first screen may be read beside the sweep, and the list may be tried in vain: one each.
  it.each(operations.map((operation) => [operation.title, operation] as const))(
    '%s: the same data as the obvious resolvers, for the least possible number of requests and one at most',
    async (_title, operation) => {
      const { without, perKey, cold, warm, least, expected, answered } = await measure(operation);
      for (const answer of answered) expect(answer).toEqual(JSON.parse(JSON.stringify(expected)));
      expect(perKey).toBeLessThanOrEqual(without);
      for (const requests of [cold, warm]) {
        expect(requests).toBeLessThanOrEqual(least + 1);
        expect(requests).toBeLessThanOrEqual(perKey + 1);
      }
    },
  );
});
