import type { Case } from './case.js';
import type { Child } from './child.js';
import type { DataSet } from './data.js';
import type { LoadOrder, LoadReport } from './load.js';
import type { Usage } from './probe.js';
import { countRequests } from './running-upstream.js';
import { bodiesFor, type Server } from './server.js';

/** One window of one server. */
export interface Window extends LoadReport {
  readonly server: Server;
  readonly round: number;
  readonly cpuMsPerQuery: number;
  readonly requestsPerQuery: number;
}

export interface MeasureOptions {
  readonly servers: readonly Server[];
  readonly data: DataSet;
  /** The process that sends the load. */
  readonly generator: Child;
  readonly rounds: number;
  readonly seconds: number;
  /** Replaces the connections of the case. */
  readonly connections: number | undefined;
  readonly credentials: number;
}

/**
 * The windows of a case, in rounds A B C A B C: other load of the machine then affects all servers alike. Each server has
 * the same number of queries in each of its windows, which the warm-up determines.
 */
export async function measure(options: MeasureOptions, each: Case): Promise<readonly Window[]> {
  const queries = new Map<Server, number>();
  for (const server of options.servers) queries.set(server, await warmUp(options, server, each));
  const windows: Window[] = [];
  for (let round = 0; round < options.rounds; round += 1)
    for (const server of options.servers)
      windows.push(await measureWindow(options, server, each, round, queries.get(server) ?? 1));
  return windows;
}

/** Runs twice, because the first half runs unoptimized code; returns the queries of a window. */
async function warmUp(options: MeasureOptions, server: Server, each: Case): Promise<number> {
  const milliseconds = options.seconds * 500;
  await sendLoad(options, server, each, { milliseconds });
  const { queries, seconds } = await sendLoad(options, server, each, { milliseconds });
  return Math.max(connectionsOf(options, each), Math.round((queries / seconds) * options.seconds));
}

async function measureWindow(
  options: MeasureOptions,
  server: Server,
  each: Case,
  round: number,
  queries: number,
): Promise<Window> {
  const requestsBefore = await countRequests(server.upstream);
  const before = await usageOf(server);
  const report = await sendLoad(options, server, each, { queries });
  const after = await usageOf(server);
  const requests = (await countRequests(server.upstream)) - requestsBefore;
  if (report.failed > 0)
    throw new Error(
      `${server.name} ${server.upstream.mode} ${each.name}: ${report.failed} responses were not 200.`,
    );
  return {
    ...report,
    server,
    round,
    cpuMsPerQuery: (after.cpuMs - before.cpuMs) / report.queries,
    requestsPerQuery: requests / report.queries,
  };
}

/** The median time of single queries, one after the other, in milliseconds. */
export async function measureAlone(options: MeasureOptions, server: Server, each: Case): Promise<number> {
  return (await sendLoad({ ...options, connections: 1 }, server, each, { queries: 24 })).p50;
}

const connectionsOf = ({ connections }: MeasureOptions, each: Case): number =>
  connections ?? each.connections;

async function sendLoad(
  options: MeasureOptions,
  server: Server,
  each: Case,
  limit: Pick<LoadOrder, 'queries' | 'milliseconds'>,
): Promise<LoadReport> {
  const bodies = bodiesFor(server.name, each, options.data);
  const order: LoadOrder = {
    url: server.endpoint,
    bodies,
    connections: connectionsOf(options, each),
    credentials: options.credentials,
    ...limit,
  };
  // The generator replies to an order with its report.
  return (await options.generator.ask(order)) as LoadReport;
}

// The probe replies with this.
const usageOf = async (server: Server): Promise<Usage> => (await server.ask('usage')) as Usage;
