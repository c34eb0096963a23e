import { availableParallelism } from 'node:os';
import type { Case } from './case.js';
import { builtModule, type Child, startChild, startServer } from './child.js';
import { createData } from './data.js';
import { askAlone, type Lone } from './lone.js';
import { measure, measureAlone, type MeasureOptions } from './measure.js';
import { type BenchOptions, help, readOptions } from './option.js';
import { openServer, type Server, type ServerName } from './server.js';
import { type CaseResult, median, printLoneTable, printTable } from './table.js';

/** `npm run bench`: starts upstream, servers and load generator, each in a process of its own, and measures. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options === 'help') {
    process.stdout.write(help);
    return;
  }
  const children: Child[] = [];
  try {
    await run(options, children);
  } finally {
    await Promise.all(children.map((child) => child.stop()));
  }
}

async function run(options: BenchOptions, children: Child[]): Promise<void> {
  const latency = { LATENCY_MS: String(options.latencyMs ?? 0) };
  const upstream = await startServer(process.execPath, builtModule('upstream-command.js'), latency);
  children.push(upstream);
  const generator = startChild(process.execPath, builtModule('load.js'));
  children.push(generator);
  const servers: Server[] = [];
  for (const name of options.servers) {
    servers.push(await openServer(name, options.node, upstream.url));
    children.push(...servers.slice(-1));
  }
  const shared = { ...options, servers, data: createData(), upstream: upstream.url, generator };
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
  const { rounds, seconds, credentials } = options;
  const about = `Medians of ${rounds} interleaved windows of about ${seconds} s, ${credentials} credential(s); ${machine(options)}.`;
  process.stdout.write(`${about}\n\n${printTable(results, options.servers)}`);
}

async function compareAlone(shared: MeasureOptions, options: BenchOptions): Promise<void> {
  const results: (readonly [Case, ReadonlyMap<ServerName, number>])[] = [];
  for (const each of options.cases) {
    // Its queries also warm the servers up.
    await checkAlone(shared, each);
    progress(`${each.name}: ${each.title}`);
    const medians = new Map<ServerName, number[]>();
    for (let round = 0; round < options.rounds; round += 1)
      for (const server of shared.servers)
        medians.set(server.name, [
          ...(medians.get(server.name) ?? []),
          await measureAlone(shared, server, each),
        ]);
    results.push([each, new Map([...medians].map(([name, values]) => [name, median(values)]))]);
  }
  const about = `Median time of a lone query; each REST answer takes ${options.latencyMs ?? 0} ms more; ${machine(options)}.`;
  process.stdout.write(`${about}\n\n${printLoneTable(results, options.servers)}`);
}

/**
 * Lone queries, before anything is measured: the servers must give the same data, and the façade must send no REST
 * request more or less than the case needs.
 */
async function checkAlone(shared: MeasureOptions, each: Case): Promise<ReadonlyMap<ServerName, Lone>> {
  const lone = new Map<ServerName, Lone>();
  for (const server of shared.servers)
    lone.set(server.name, await askAlone(server, each, shared.data, shared.upstream));
  const own = lone.get('facade');
  if (own !== undefined && own.requests !== each.requests)
    throw new Error(
      `${each.name}: the façade sent ${own.requests} REST requests, and needs ${each.requests}.`,
    );
  const answers = new Set([...lone.values()].flatMap(({ values }) => values ?? []));
  if (answers.size > 1) throw new Error(`${each.name}: the servers do not give the same data.`);
  return lone;
}

/** Upstream and load generator run on the Node.js that runs this. */
const machine = ({ nodeVersion }: BenchOptions): string =>
  `servers on Node.js ${nodeVersion}, all else on ${process.version}, ${availableParallelism()} cores`;

const progress = (text: string): void => void process.stderr.write(`${text}\n`);

main().catch((error: unknown) => {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
