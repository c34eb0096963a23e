import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../bench/upstream.js';
import { countWaves } from '../../bench/waves/chain.js';
import { type WaveOperation, waveOperations } from '../../bench/waves/operation.js';
import { operations } from '../../bench/requests/operation.js';
import type { WaveFigures } from '../../bench/waves/run.js';
import { printWaves } from '../../bench/waves/table.js';
import { startBenched } from './benched.js';

const exchange = (arrivedAt: number, finishedAt: number): Exchange => ({ path: '/', arrivedAt, finishedAt });

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
interface Waves {
  readonly first: number;
  readonly later: number;
}

/** The first operation may wait for the length of a list. */
const isEconomic = ({ first, later }: Waves): boolean => first <= 4 && later <= 2;

async function countOf(query: string, variables: WaveOperation['variables'] = {}): Promise<Waves> {
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
  it('are twelve', () => {
    expect(waveOperations).toHaveLength(12);
  });

  it('are among those whose requests are counted, over other data', () => {
    const counted = new Map(operations.map(({ title, query }) => [title, query]));
    for (const { title, query } of waveOperations)
      expect(wordsOf(query)).toEqual(wordsOf(counted.get(title) ?? ''));
  });

  it.each(waveOperations)(
    '$title: at most four waves at first, and two later',
    async ({ query, variables }) => {
      // On a busy machine a request may leave after a response to its own wave, but hardly three times in turn.
      const rounds: Waves[] = [];
      while (rounds.length < 3 && !rounds.some(isEconomic)) rounds.push(await countOf(query, variables));
      expect(rounds).toContainEqual(expect.toSatisfy(isEconomic));
    },
  );
});

describe('the table of waves', () => {
  it('has the first operation of a credential and the later ones', () => {
    const [operation] = waveOperations;
    if (operation === undefined) throw new Error('There is no operation.');
    const first: WaveFigures = { waves: 4, requests: 31, roundTrips: 4.2 };
    const later: WaveFigures = { waves: 2, requests: 31, roundTrips: 2.1 };
    const results = [20, 100].map((latencyMs) => ({ latencyMs, operation, first, later }));
    expect(printWaves(results)).toContain(
      '| the organization’s name | 31 | 4, then 2 | 4.2, then 2.1 | 4.2, then 2.1 |',
    );
  });
});
