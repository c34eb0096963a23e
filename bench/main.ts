import { availableParallelism } from 'node:os';
import type { Case } from './case.js';
import type { Child } from './child.js';
import { createData } from './data.js';
import { defaultRounds, extras } from './extra.js';
import { askAlone, type Lone } from './lone.js';
import { measure, measureAlone, type MeasureOptions } from './measure.js';
import { forms } from './mode.js';
import { type BenchOptions, help, readOptions } from './option.js';
import { type RunningUpstream, startUpstream } from './running-upstream.js';
import { openServer, type Server } from './server.js';
import { type CaseResult, median, printLoneTable, printModes, printTable } from './table.js';
import { printTail } from './tail.js';

/**
 * `npm run bench`: starts upstreams, which send the load too, and servers as separate processes,
 * and measures.
 */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options === 'help') {
    process.stdout.write(help);
    return;
  }
  const children: Child[] = [];
  try {
    // These extras measure the named cases themselves.
    const isOfCases = ['mechanisms', 'versions', 'against'].some((name) =>
      options.extras.some((extra) => extra === name),
    );
    if (options.cases.length > 0 && !isOfCases) await run(options, children);
  } finally {
    await Promise.all(children.map((child) => child.stop()));
  }
  for (const name of options.extras) {
    const tables = await extras[name](options, progress);
    process.stdout.write(`\n${name}; ${machine(options)}.\n\n${tables}`);
  }
}

async function run(options: BenchOptions, children: Child[]): Promise<void> {
  const upstreams: RunningUpstream[] = [];
  const modes = options.upstream ?? ['static'];
  for (const mode of modes) {
    const upstream = await startUpstream(mode, { LATENCY_MS: String(options.latencyMs ?? 0) });
    children.push(upstream);
    upstreams.push(upstream);
  }
  const servers: Server[] = [];
  for (const name of options.servers)
    for (const upstream of upstreams) {
      const server = await openServer(name, options.node, upstream);
      children.push(server);
      servers.push(server);
    }
  const { rounds = defaultRounds, credentials = 1 } = options;
  const shared = { ...options, rounds, credentials, servers, data: createData() };
  if (options.latencyMs === undefined) await compareUnderLoad(shared, options);
  else await compareAlone(shared, options);
}

async function compareUnderLoad(shared: MeasureOptions, options: BenchOptions): Promise<void> {
  const results: CaseResult[] = [];
  for (const each of options.cases) {
    const lone = await checkAlone(shared, each);
    progress(`${each.name}: ${each.title}`);
    results.push({ case: each, lone, windows: await measure(shared, each) });
  }
  const { rounds, seconds, credentials } = shared;
  const about = `Medians of ${rounds} interleaved windows of about ${seconds} s, ${credentials} credential(s); ${machine(options)}.`;
  process.stdout.write(`${about}\n\n${printTable(results, shared.servers)}`);
  process.stdout.write(`\n${printTail(results, shared.servers)}`);
  if (new Set(shared.servers.map(({ upstream: { mode } }) => mode)).size > 1)
    process.stdout.write(`\n${printModes(results, shared.servers)}`);
}

async function compareAlone(shared: MeasureOptions, options: BenchOptions): Promise<void> {
  const results: (readonly [Case, ReadonlyMap<Server, number>])[] = [];
  for (const each of options.cases) {
    // Its queries also warm the servers up.
    await checkAlone(shared, each);
    progress(`${each.name}: ${each.title}`);
    const medians = new Map<Server, number[]>();
    for (let round = 0; round < shared.rounds; round += 1)
      for (const server of shared.servers)
        medians.set(server, [
          ...(medians.get(server) ?? []),
          await measureAlone(shared, server, each),
        ]);
    results.push([each, new Map([...medians].map(([server, values]) => [server, median(values)]))]);
  }
  const about = `Median time of a single query; each REST response takes ${options.latencyMs ?? 0} ms more; ${machine(options)}.`;
  process.stdout.write(`${about}\n\n${printLoneTable(results, shared.servers)}`);
}

/**
 * Sends single queries before anything is measured: the servers must return the same data, and the
 * façade must send exactly the REST requests that the case needs.
 */
async function checkAlone(shared: MeasureOptions, each: Case): Promise<ReadonlyMap<Server, Lone>> {
  const lone = new Map<Server, Lone>();
  for (const server of shared.servers) {
    const own = await askAlone(server, each, shared.data);
    lone.set(server, own);
    if (server.name === 'facade' && own.requests !== each.requests)
      throw new Error(
        `${each.name}: the façade sent ${own.requests} REST requests instead of ${each.requests}.`,
      );
  }
  for (const isFresh of [false, true]) {
    const alike = shared.servers.filter(
      ({ upstream: { mode } }) => forms[mode].isFresh === isFresh,
    );
    const results = new Set(alike.flatMap((server) => lone.get(server)?.values ?? []));
    if (results.size > 1) throw new Error(`${each.name}: the servers return different data.`);
  }
  return lone;
}

/** The upstream and the load generator run on the current Node.js. */
const machine = ({ nodeVersion }: BenchOptions): string =>
  `servers on Node.js ${nodeVersion}, everything else on ${process.version}, ${availableParallelism()} cores`;

const progress = (text: string): void => void process.stderr.write(`${text}\n`);

main().catch((error: unknown) => {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
