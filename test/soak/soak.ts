import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { createFacade } from '../../src/facade.js';
import { listen } from '../../src/http/listener.js';
import { usedHeap } from '../load/heap.js';
import { ask } from './ask.js';
import { nextRequest, type SoakRequest, walk } from './operation.js';
import { createRandom, type Random } from './random.js';
import { startFaultyUpstream } from './upstream.js';

export interface SoakOptions {
  readonly minutes: number;
  readonly seed: number;
  /** Told after every round. */
  readonly tell: (line: string) => void;
}

/** State of the process in the calm after a round. */
export interface Calm {
  readonly heapMegabytes: number;
  readonly rssMegabytes: number;
  readonly handles: number;
  readonly operations: number;
}

export interface SoakReport {
  readonly operations: number;
  readonly perSecond: number;
  readonly milliseconds: { readonly median: number; readonly p99: number; readonly longest: number };
  readonly codes: Readonly<Record<string, number>>;
  readonly upstream: Readonly<Record<string, number>>;
  readonly calms: readonly Calm[];
  /** Growth of the heap from one calm to the next, over the second half. */
  readonly slopeMegabytes: number;
  /** What should never be, each once, with its number; empty for a good soak. */
  readonly faults: Readonly<Record<string, number>>;
}

const workers = 24;
const operationTimeoutMs = 3000;
/** Milliseconds. The machine may be busy; what must not be is an answer that waits for nothing. */
const slackMs = 2500;
const calmMs = 1500;
/** Rounds before the level is taken: caches fill and code is compiled. */
const warmUp = 2;
const mostMegabytes = 24;

const settings = {
  PORT: '0',
  LOG_LEVEL: 'silent',
  UPSTREAM_TIMEOUT_MS: '1000',
  OPERATION_TIMEOUT_MS: String(operationTimeoutMs),
  CACHE: 'memory',
  CACHE_MAX_BYTES: '2000000',
};

/** Rounds of load with accidents upstream, and of calm, against a façade on a real port. */
export async function soak({ minutes, seed, tell }: SoakOptions): Promise<SoakReport> {
  const random = createRandom(seed);
  const tally = createTally();
  const stopWatching = watchProcess(tally.fault);
  const upstream = await startFaultyUpstream(createRandom(seed + 1));
  const facade = createFacade({ partnerApiUrl: upstream.url, settings });
  const listener = await listen(facade);
  const before = handles();
  const startedAt = performance.now();
  const rounds = Math.max(4, Math.min(30, Math.round(minutes * 6)));
  const loadMs = (minutes * 60_000) / rounds - calmMs;

  upstream.setFaulty(true);
  for (let round = 1; round <= rounds; round += 1) {
    const agent = new Agent({ keepAlive: true });
    const until = performance.now() + loadMs;
    await Promise.all(Array.from({ length: workers }, () => work(listener.url, agent, random, until, tally)));
    agent.destroy();
    tell(tellCalm(round, rounds, await tally.calm(before)));
  }
  const seconds = (performance.now() - startedAt - rounds * calmMs) / 1000;
  await listener.close();
  await facade.close();
  await upstream.close();
  stopWatching();
  return tally.report(seconds, Object.fromEntries(upstream.counts));
}

type Tally = ReturnType<typeof createTally>;

async function work(url: string, agent: Agent, random: Random, until: number, tally: Tally): Promise<void> {
  while (performance.now() < until) {
    let request: SoakRequest | undefined = nextRequest(random);
    // A walk goes on behind the last cursor that was shown, for some pages.
    for (let page = 0; request !== undefined && page < 5; page += 1) {
      const asked = await ask(url, agent, request, operationTimeoutMs + slackMs);
      tally.asked(asked);
      request = request.kind === 'walk' && !request.leaves ? nextPage(request, asked.text) : undefined;
    }
  }
}

function nextPage(request: SoakRequest, text: string): SoakRequest | undefined {
  const after = /"hasNextPage":true,"endCursor":"([^"]+)"/.exec(text)?.[1];
  if (after === undefined) return undefined;
  return { ...request, body: JSON.stringify({ query: walk, variables: { first: 40, after } }) };
}

function createTally() {
  const faults = new Map<string, number>();
  const codes = new Map<string, number>();
  const latencies: number[] = [];
  const calms: Calm[] = [];
  let operations = 0;
  const count = (map: Map<string, number>, name: string): void =>
    void map.set(name, (map.get(name) ?? 0) + 1);
  const fault = (what: string): void => count(faults, what.slice(0, 300));

  return {
    fault,
    asked(asked: Awaited<ReturnType<typeof ask>>): void {
      operations += 1;
      // A sample: the figures of half an hour must not be what grows.
      if (operations < 20_000) latencies.push(asked.milliseconds);
      else latencies[operations % 20_000] = asked.milliseconds;
      for (const code of asked.codes) count(codes, code);
      for (const each of asked.faults) fault(each);
    },
    async calm(before: ReadonlyMap<string, number>): Promise<Calm> {
      await delay(calmMs);
      const left = await leftOpen(before);
      if (left.length > 0) fault(`left open: ${left.join(', ')}`);
      const heapMegabytes = (await usedHeap()) / 2 ** 20;
      const { rss } = process.memoryUsage();
      const calm = { heapMegabytes, rssMegabytes: rss / 2 ** 20, handles: sum(handles()), operations };
      calms.push(calm);
      return calm;
    },
    report(seconds: number, upstream: Record<string, number>): SoakReport {
      const sorted = latencies.toSorted((a, b) => a - b);
      const at = (share: number): number => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
      const levels = calms
        .slice(Math.min(warmUp, calms.length - 2))
        .map(({ heapMegabytes }) => heapMegabytes);
      const growth = Math.max(...levels) - (levels[0] ?? 0);
      const slopeMegabytes = slopeOf(levels.slice(Math.floor(levels.length / 2) - 1));
      if (growth > mostMegabytes) fault(`the heap has grown by ${growth.toFixed(1)} MB`);
      if (levels.length >= 8 && slopeMegabytes > 0.5)
        fault(`the heap grows by ${slopeMegabytes.toFixed(2)} MB a round`);
      return {
        operations,
        perSecond: Math.round(operations / seconds),
        milliseconds: { median: at(0.5), p99: at(0.99), longest: at(1) },
        codes: Object.fromEntries(codes),
        upstream,
        calms,
        slopeMegabytes,
        faults: Object.fromEntries(faults),
      };
    },
  };
}

function watchProcess(fault: (what: string) => void): () => void {
  const rejected = (reason: unknown): void => fault(`unhandled rejection: ${String(reason)}`);
  const thrown = (error: Error): void => fault(`uncaught exception: ${error.message}`);
  process.on('unhandledRejection', rejected).on('uncaughtException', thrown);
  return () => void process.off('unhandledRejection', rejected).off('uncaughtException', thrown);
}

/** Kinds of open handles and how many there are of each. */
function handles(): Map<string, number> {
  const open = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) open.set(kind, (open.get(kind) ?? 0) + 1);
  return open;
}

const sum = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((all, each) => all + each, 0);

/** What is open beyond the level before, after some seconds of grace for connections to end. */
async function leftOpen(before: ReadonlyMap<string, number>): Promise<string[]> {
  for (let round = 0; ; round += 1) {
    const left = [...handles()].flatMap(([kind, count]) => {
      const more = count - (before.get(kind) ?? 0);
      // One timer is the sleeper's own, another the one that looks after idle connections for all of them.
      return more > (kind === 'Timeout' ? 2 : 0) ? [`${more} ${kind}`] : [];
    });
    if (left.length === 0 || round === 60) return left;
    await delay(100);
  }
}

/** Least squares over equal steps. */
function slopeOf(levels: readonly number[]): number {
  const middle = (levels.length - 1) / 2;
  const mean = levels.reduce((all, each) => all + each, 0) / Math.max(1, levels.length);
  const above = levels.reduce((all, level, index) => all + (index - middle) * (level - mean), 0);
  const below = levels.reduce((all, _, index) => all + (index - middle) ** 2, 0);
  return below === 0 ? 0 : above / below;
}

const tellCalm = (
  round: number,
  rounds: number,
  { heapMegabytes, rssMegabytes, handles: open, operations }: Calm,
): string =>
  `round ${round}/${rounds}: ${operations} operations, heap ${heapMegabytes.toFixed(1)} MB, rss ${rssMegabytes.toFixed(0)} MB, ${open} handles`;
