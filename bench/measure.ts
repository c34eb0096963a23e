import type { Case } from './case.js';
import type { DataSet } from './data.js';
import type { LoadOrder, LoadReport } from './load.js';
import type { Pause } from './probe.js';
import { countRequests } from './running-upstream.js';
import { pauseOf, usageOf } from './server-probe.js';
import { bodiesFor, sendLoad, type Server } from './server.js';

/** One window of one server. */
export interface Window extends LoadReport, Pause {
  readonly server: Server;
  readonly round: number;
  readonly cpuMsPerQuery: number;
  readonly requestsPerQuery: number;
  /** Garbage collection of the main thread, as a share (0..1) of the processor time. */
  readonly gcShare: number;
  /** At its end. */
  readonly residentBytes: number;
}

export interface MeasureOptions {
  readonly servers: readonly Server[];
  readonly data: DataSet;
  readonly rounds: number;
  readonly seconds: number;
  /** Of load before the first window of a case. */
  readonly warmUpSeconds: number;
  /** Replaces the connections of the case. */
  readonly connections: number | undefined;
  readonly credentials: number;
}

/**
 * The windows of a case, in rounds A B C A B C: other load of the machine then affects all servers
 * alike. Each server has the same number of queries in each of its windows, which the warm-up
 * determines.
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
  const milliseconds = options.warmUpSeconds * 500;
  await sendCase(options, server, each, { milliseconds });
  const { queries, seconds } = await sendCase(options, server, each, { milliseconds });
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
  await pauseOf(server);
  const before = await usageOf(server);
  const report = await sendCase(options, server, each, { queries });
  const after = await usageOf(server);
  const pause = await pauseOf(server);
  const requests = (await countRequests(server.upstream)) - requestsBefore;
  const cpuMs = after.cpuMs - before.cpuMs;
  return {
    ...report,
    ...pause,
    server,
    round,
    cpuMsPerQuery: cpuMs / report.queries,
    gcShare: pause.gcMs / cpuMs,
    residentBytes: after.residentBytes,
    requestsPerQuery: requests / report.queries,
  };
}

/** The median time of single queries, one after the other, in milliseconds. */
export async function measureAlone(
  options: MeasureOptions,
  server: Server,
  each: Case,
): Promise<number> {
  return (await sendCase({ ...options, connections: 1 }, server, each, { queries: 24 })).p50;
}

const connectionsOf = ({ connections }: MeasureOptions, each: Case): number =>
  connections ?? each.connections;

function sendCase(
  options: MeasureOptions,
  server: Server,
  each: Case,
  limit: Pick<LoadOrder, 'queries' | 'milliseconds'>,
): Promise<LoadReport> {
  return sendLoad(server, {
    url: server.endpoint,
    bodies: bodiesFor(server.name, each, options.data),
    connections: connectionsOf(options, each),
    credentials: options.credentials,
    ...limit,
  });
}
