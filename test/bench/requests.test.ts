import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../bench/upstream.js';
import { measure } from '../../bench/requests/measure.js';
import { operations } from '../../bench/requests/operation.js';
import { countWaves } from '../../bench/waves/chain.js';
import { type WaveOperation, waveOperations } from '../../bench/waves/operation.js';
import { startBenched } from './benched.js';

describe('the table of requests', () => {
  // The missing file of the first screen may be read beside the sweep, or the list may be read
  // without benefit: one each.
  it.each(operations.map((operation) => [operation.title, operation] as const))(
    '%s: the same data as plain resolvers, for the minimum of requests and at most one more',
    async (_title, operation) => {
      // Plain resolvers send thousands of requests for twenty.
      const clients = Math.min(operation.clients ?? 1, 5);
      const measured = await measure({ ...operation, clients });
      const { without, perKey, cold, warm, minimum, expected, results } = measured;
      for (const result of results) expect(result).toEqual(JSON.parse(JSON.stringify(expected)));
      expect(perKey).toBeLessThanOrEqual(without);
      for (const requests of [cold, warm]) {
        expect(requests).toBeLessThanOrEqual(minimum + 1);
        expect(requests).toBeLessThanOrEqual(perKey + 1);
      }
    },
  );
});

const exchange = (arrivedAt: number, finishedAt: number): Exchange => ({
  path: '/',
  arrivedAt,
  finishedAt,
});

describe('the waves of requests', () => {
  it.each<[string, Exchange[], number]>([
    ['no request', [], 0],
    ['requests that overlap', [exchange(0, 100), exchange(10, 110), exchange(99, 200)], 1],
    ['a request after a response', [exchange(0, 100), exchange(101, 200)], 2],
    [
      'a chain beside a slow request',
      [exchange(0, 500), exchange(1, 100), exchange(110, 200), exchange(210, 300)],
      3,
    ],
    ['any order', [exchange(101, 200), exchange(0, 100)], 2],
  ])('%s', (_what, exchanges, waves) => {
    expect(countWaves(exchanges)).toBe(waves);
  });
});

/** Without the names of the operation and its variables. */
const wordsOf = (query: string): readonly string[] =>
  (query.match(/\w+/g) ?? []).filter((word) => !['Nodes', 'ids', 'nodeIds'].includes(word));

/** Waves of the first operation of a credential, and of the one after it. */
async function countOf(query: string, variables: WaveOperation['variables'] = {}) {
  const options = { mode: 'signed', latencyMs: 100, isRecorded: true } as const;
  const { facade, upstream } = await startBenched({ UPSTREAM_MAX_CONCURRENCY: '128' }, options);
  const run = async (): Promise<number> => {
    const { data, errors } = await facade.run({ query, variables, credential: 'bench' });
    expect(errors).toBeUndefined();
    expect(data).not.toBeNull();
    return countWaves(upstream.takeExchanges());
  };
  return { first: await run(), later: await run() };
}

describe('the twelve operations', () => {
  it('are among those whose requests are counted, over other data', () => {
    expect(waveOperations).toHaveLength(12);
    const counted = new Map(operations.map(({ title, query }) => [title, query]));
    for (const { title, query } of waveOperations)
      expect(wordsOf(query)).toEqual(wordsOf(counted.get(title) ?? ''));
  });

  it.each(waveOperations)(
    '$title: at most four waves at first, and two later',
    // On a busy machine a request may leave after a response to its own wave, but hardly three
    // times in turn.
    { retry: 2 },
    async ({ query, variables }) => {
      const { first, later } = await countOf(query, variables);
      // The first operation may wait for the length of a list.
      expect(first).toBeLessThanOrEqual(4);
      expect(later).toBeLessThanOrEqual(2);
    },
  );
});
