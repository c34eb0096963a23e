import { Agent } from 'node:http';
import { createFacade } from '../../src/facade.js';
import { listen } from '../../src/http/listener.js';
import { usedHeap } from '../load/heap.js';
import { walk } from './document.js';
import { leakedHandles, openHandles, watchProcess } from './process-state.js';
import { createRandom, type Random } from './random.js';
import { nextRequest, type SoakRequest } from './request.js';
import { send } from './send.js';
import {
  type Calm,
  countFault,
  countOutcome,
  createReport,
  createTally,
  type SoakReport,
  type Tally,
} from './tally.js';
import { startFaultyUpstream } from './upstream.js';

export interface SoakOptions {
  /** Maximum of the whole soak. */
  readonly minutes: number;
  /** The soak ends after about this number, if the minutes have not passed before. */
  readonly operations: number;
  readonly seed: number;
  /** Called with a line after each round. */
  readonly report: (line: string) => void;
}

const workers = 24;
const operationTimeoutMs = 2000;
/** Milliseconds. A busy machine may delay a response by this much beyond the timeout. */
const slackMs = 2500;

const settings = {
  PORT: '0',
  LOG_LEVEL: 'silent',
  UPSTREAM_TIMEOUT_MS: '1000',
  OPERATION_TIMEOUT_MS: String(operationTimeoutMs),
  CACHE: 'memory',
  CACHE_MAX_BYTES: '2000000',
};

/** Rounds of load with a faulty upstream, each followed by calm, against a façade on a real port. */
export async function soak({ minutes, operations, seed, report }: SoakOptions): Promise<SoakReport> {
  const random = createRandom(seed);
  const tally = createTally();
  const stopWatching = watchProcess((fault) => countFault(tally, fault));
  const upstream = await startFaultyUpstream(createRandom(seed + 1));
  const facade = createFacade({ partnerApiUrl: upstream.url, settings });
  const listener = await listen(facade);
  const handles = openHandles();
  const rounds = Math.max(4, Math.min(30, Math.round(minutes * 6)));
  const startedAt = performance.now();

  for (let round = 1; round <= rounds; round += 1) {
    const until = startedAt + (minutes * 60_000 * round) / rounds;
    const isOver = (): boolean =>
      performance.now() >= until || tally.operations >= (operations * round) / rounds;
    await load(listener.url, random, tally, isOver);
    report(describeRound(round, rounds, await calmDown(tally, handles)));
  }
  const seconds = (performance.now() - startedAt) / 1000;
  await listener.close();
  await facade.close();
  await upstream.close();
  stopWatching();
  return createReport(tally, seconds, upstream.counts);
}

async function load(url: string, random: Random, tally: Tally, isOver: () => boolean): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const work = async (): Promise<void> => {
    while (!isOver()) {
      let request: SoakRequest | undefined = nextRequest(random);
      // A walk continues after the last cursor, for up to five pages.
      for (let page = 0; request !== undefined && page < 5; page += 1) {
        const outcome = await send(url, agent, request, operationTimeoutMs + slackMs);
        countOutcome(tally, outcome);
        request = request.kind === 'walk' && !request.leaves ? nextPage(request, outcome.text) : undefined;
      }
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  agent.destroy();
}

function nextPage(request: SoakRequest, text: string): SoakRequest | undefined {
  const after = /"hasNextPage":true,"endCursor":"([^"]+)"/.exec(text)?.[1];
  if (after === undefined) return undefined;
  return { ...request, body: JSON.stringify({ query: walk, variables: { first: 40, after } }) };
}

/** Waits until every handle of the load is closed, and measures what remains. */
async function calmDown(tally: Tally, handles: ReadonlyMap<string, number>): Promise<Calm> {
  const leaked = await leakedHandles(handles);
  if (leaked.length > 0) countFault(tally, `still open: ${leaked.join(', ')}`);
  const calm = {
    heapMegabytes: (await usedHeap()) / 2 ** 20,
    rssMegabytes: process.memoryUsage().rss / 2 ** 20,
    handles: [...openHandles().values()].reduce((total, count) => total + count, 0),
    operations: tally.operations,
  };
  tally.calms.push(calm);
  return calm;
}

const describeRound = (
  round: number,
  rounds: number,
  { heapMegabytes, rssMegabytes, handles, operations }: Calm,
): string =>
  `round ${round}/${rounds}: ${operations} operations, heap ${heapMegabytes.toFixed(1)} MB, rss ${rssMegabytes.toFixed(0)} MB, ${handles} handles`;
