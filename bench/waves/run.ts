import { takeExchanges } from '../running-upstream.js';
import type { Server } from '../server.js';
import { median } from '../table.js';
import { withFacade } from '../with-facade.js';
import { countWaves } from './chain.js';
import { type WaveOperation, waveOperations } from './operation.js';

export interface WaveOptions {
  /** Operations of each kind. */
  readonly rounds: number;
  /** Milliseconds of a round trip to the upstream. */
  readonly latencies: readonly number[];
  /** Path of the Node.js that runs the façade. */
  readonly node: string;
}

/** Medians of single operations of one kind. */
export interface WaveFigures {
  readonly waves: number;
  readonly requests: number;
  /** Time, as a multiple of the round trip. */
  readonly roundTrips: number;
}

export interface WaveResult {
  readonly latencyMs: number;
  readonly operation: WaveOperation;
  /** The first of a credential, which knows no list. */
  readonly first: WaveFigures;
  readonly later: WaveFigures;
}

export async function measureWaves(
  { node, latencies, rounds }: WaveOptions,
  progress: (text: string) => void,
): Promise<readonly WaveResult[]> {
  const results: WaveResult[] = [];
  for (const latencyMs of latencies) {
    progress(`waves: ${latencyMs} ms`);
    const upstream = {
      mode: 'signed',
      settings: { LATENCY_MS: String(latencyMs), RECORD: 'true' },
    } as const;
    await withFacade({ node, upstream }, async ({ server }) => {
      // Compiles what all operations share, and opens connections.
      for (const operation of waveOperations) await ask(server, operation, 'warm');
      for (const operation of waveOperations)
        results.push(await measureOperation(server, operation, latencyMs, rounds));
    });
  }
  return results;
}

async function measureOperation(
  server: Server,
  operation: WaveOperation,
  latencyMs: number,
  rounds: number,
): Promise<WaveResult> {
  const [first, later]: [Asked[], Asked[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const credential = `${waveOperations.indexOf(operation)}-${round}`;
    first.push(await ask(server, operation, credential));
    later.push(await ask(server, operation, credential));
  }
  const figures = (asked: readonly Asked[]): WaveFigures => ({
    waves: median(asked.map(({ waves }) => waves)),
    requests: median(asked.map(({ requests }) => requests)),
    roundTrips: median(asked.map(({ milliseconds }) => milliseconds)) / latencyMs,
  });
  return { latencyMs, operation, first: figures(first), later: figures(later) };
}

interface Asked {
  readonly waves: number;
  readonly requests: number;
  readonly milliseconds: number;
}

/** @throws Error for a response with errors */
async function ask(
  { endpoint, upstream }: Server,
  { title, query, variables = {} }: WaveOperation,
  credential: string,
): Promise<Asked> {
  await takeExchanges(upstream);
  const startedAt = performance.now();
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer bench-${credential}`,
      'x-forwarded-proto': 'https',
    },
    body: JSON.stringify({ query, variables }),
  });
  const text = await response.text();
  const milliseconds = performance.now() - startedAt;
  if (response.status !== 200 || text.includes('"errors"'))
    throw new Error(`${title}: HTTP ${response.status}: ${text.slice(0, 500)}`);
  const exchanges = await takeExchanges(upstream);
  return { waves: countWaves(exchanges), requests: exchanges.length, milliseconds };
}
