import { builtModule, type Child, startChild } from '../child.js';
import { startUpstream } from '../running-upstream.js';
import { openServer } from '../server.js';
import {
  type LiveMemory,
  type LiveOptions,
  type LiveRound,
  measureMemory,
  measureRound,
} from './measure.js';
import { type LiveOperation, liveOperations } from './operation.js';

export interface LiveBenchOptions {
  readonly rounds: number;
  readonly seconds: number;
  /** How long the streams stay open for the memory level. */
  readonly minutes: number;
  /** Path of the Node.js that runs the façade. */
  readonly node: string;
}

export interface LiveResult {
  readonly operation: LiveOperation;
  readonly rounds: readonly LiveRound[];
  /** Of the largest operation only. */
  readonly memory: LiveMemory | undefined;
}

/** Measures subscriptions. Each operation has processes of its own. */
export async function measureLive(
  options: LiveBenchOptions,
  progress: (text: string) => void,
): Promise<readonly LiveResult[]> {
  const results: LiveResult[] = [];
  for (const operation of liveOperations) {
    progress(`live: ${operation.title}`);
    results.push(await measureOperation(options, operation));
  }
  return results;
}

async function measureOperation(
  options: LiveBenchOptions,
  operation: LiveOperation,
): Promise<LiveResult> {
  const children: Child[] = [];
  try {
    const upstream = await startUpstream('static');
    children.push(upstream);
    const client = startChild(process.execPath, builtModule('live/streams.js'));
    children.push(client);
    const server = await openServer('facade', options.node, upstream, { LIVE_MIN_SECONDS: '1' });
    children.push(server);
    // A window has some changes of the data.
    const live: LiveOptions = { server, client, seconds: 2 * options.seconds };
    // Warms the façade up.
    await measureRound({ ...live, seconds: options.seconds }, operation);
    const rounds: LiveRound[] = [];
    for (let round = 0; round < options.rounds; round += 1)
      rounds.push(await measureRound(live, operation));
    const isLargest = operation === liveOperations.at(-1);
    const memory = isLargest ? await measureMemory(live, operation, options.minutes) : undefined;
    return { operation, rounds, memory };
  } finally {
    await Promise.all(children.map((child) => child.stop()));
  }
}
