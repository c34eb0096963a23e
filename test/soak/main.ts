import { parseArgs } from 'node:util';
import { Agent } from 'undici';
import { createFacade, type Facade } from '../../src/facade.js';
import { listen } from '../../src/http/listener.js';
import { usedHeap } from '../load/heap.js';
import { countsBy, sumOf } from '../rig/metric.js';
import { faultsOfProcess, type ProcessState, readProcessState } from '../rig/process-state.js';
import { createRandom, type Random } from './random.js';
import { nextRequest, type SoakRequest, walk } from './request.js';
import { send } from './send.js';
import { stall } from './stall.js';
import { Tally } from './tally.js';
import { startFaultyUpstream } from './upstream.js';

/** `npm run soak`. */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    operations: { type: 'string', default: 'Infinity' },
    seed: { type: 'string', default: '20261120' },
  },
});
/** The soak ends after this time, or after about this number of operations. */
const [minutes, operations, seed] = [
  Number(values.minutes),
  Number(values.operations),
  Number(values.seed),
];
const isUsable = minutes > 0 && minutes <= 24 * 60 && operations > 0 && Number.isInteger(seed);
if (!isUsable)
  throw new Error('Usage: npm run soak -- --minutes 30 [--operations 1000] --seed 20261120');

const print = (line: string): void => void process.stdout.write(`${line}\n`);
print(`Soaking for up to ${minutes} minutes with seed ${seed}.`);

const workers = 24;
const operationTimeoutMs = 2000;
/** Milliseconds for which a client may read nothing. */
const stallTimeoutMs = 1000;
/** Milliseconds. A busy machine may delay a response by this much beyond the timeout. */
const slackMs = 2500;

const settings = {
  PORT: '0',
  LOG_LEVEL: 'silent',
  UPSTREAM_TIMEOUT_MS: '1000',
  OPERATION_TIMEOUT_MS: String(operationTimeoutMs),
  STALL_TIMEOUT_MS: String(stallTimeoutMs),
  CACHE: 'memory',
  CACHE_MAX_BYTES: '2000000',
};

/**
 * Rounds of load with a faulty upstream, each followed by calm, against a façade on a real port.
 */
async function soak() {
  const random = createRandom(seed);
  const tally = new Tally();
  const upstream = await startFaultyUpstream(createRandom(seed + 1));
  const facade = createFacade({ partnerApiUrl: upstream.url, settings });
  const listener = await listen(facade);
  const before = readProcessState();
  const rounds = Math.max(4, Math.min(30, Math.round(minutes * 6)));
  const startedAt = performance.now();

  for (let round = 1; round <= rounds; round += 1) {
    const until = startedAt + (minutes * 60_000 * round) / rounds;
    const isOver = (): boolean =>
      performance.now() >= until || tally.operations >= (operations * round) / rounds;
    await load(listener.url, random, tally, isOver);
    // In half an hour they would be a million.
    upstream.requests.length = 0;
    await calmDown(tally, before, facade);
    const heap = tally.heap.at(-1)?.toFixed(1) ?? '';
    print(`round ${round}/${rounds}: ${tally.operations} operations, heap ${heap} MB`);
  }
  const cut = await countsBy(facade, 'responses_cut_total', 'reason');
  await listener.close();
  await facade.close();
  await upstream.stop();
  tally.judgeHeap();
  return { tally, counts: upstream.counts, cut };
}

async function load(
  url: string,
  random: Random,
  tally: Tally,
  isOver: () => boolean,
): Promise<void> {
  const agent = new Agent();
  const work = async (): Promise<void> => {
    while (!isOver()) {
      if (random.below(80) === 0) {
        const faults = await stall(url, random, stallTimeoutMs);
        tally.add({ codes: ['STALLED'], faults, text: '' });
      }
      let request: SoakRequest | undefined = nextRequest(random);
      // A walk continues after the last cursor, for up to five pages.
      for (let page = 0; request !== undefined && page < 5; page += 1) {
        const outcome = await send(url, agent, request, operationTimeoutMs + slackMs);
        tally.add(outcome);
        request = request.kind === 'walk' ? nextPage(request, outcome.text) : undefined;
      }
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  await agent.destroy();
}

function nextPage(request: SoakRequest, text: string): SoakRequest | undefined {
  const after = /"hasNextPage":true,"endCursor":"([^"]+)"/.exec(text)?.[1];
  if (after === undefined) return undefined;
  return { ...request, body: JSON.stringify({ query: walk, variables: { first: 40, after } }) };
}

/**
 * Waits until every handle of the load is closed and no operation is left, and measures what
 * remains.
 */
async function calmDown(tally: Tally, before: ProcessState, facade: Facade): Promise<void> {
  // Two timers are expected: the wait itself, and the one that closes idle connections.
  const faults = await faultsOfProcess(before, { spareTimers: 2, waitMs: 6000 });
  for (const fault of faults) tally.addFault(fault);
  const inFlight = await sumOf(facade, 'operations_in_flight');
  if (inFlight > 0) tally.addFault('operations are left in flight');
  tally.heap.push((await usedHeap()) / 2 ** 20);
}

const { tally, counts, cut } = await soak();
const [faults, codes, upstream] = [tally.faults, tally.codes, counts].map((each) =>
  Object.fromEntries(each),
);
print(JSON.stringify({ operations: tally.operations, faults, codes, upstream, cut }, undefined, 2));
const isGood = tally.faults.size === 0;
print(
  isGood ? 'PASSED: no data was lost, none leaked, and memory is level.' : 'FAILED: see faults.',
);
process.exitCode = isGood ? 0 : 1;
