import { cases } from '../case.js';
import { createData } from '../data.js';
import type { LoadOrder } from '../load.js';
import type { UpstreamMode } from '../mode.js';
import { bodiesFor, sendLoad } from '../server.js';
import { memoryOf, usageOf } from '../server-probe.js';
import { type RunningFacade, withFacade } from '../with-facade.js';

export interface CredentialOptions {
  /** How often each credential sends its query. */
  readonly rounds: number;
  readonly credentials: number;
  readonly upstream: readonly UpstreamMode[];
  /** Path of the Node.js that runs the façade. */
  readonly node: string;
}

/** The memory after a round, in MB. */
export interface CredentialRound {
  readonly residentMb: number;
  /** After garbage collection. */
  readonly usedMb: number;
  readonly cpuMsPerQuery: number;
}

export interface CredentialResult {
  readonly mode: UpstreamMode;
  readonly credentials: number;
  /** Before the first query. */
  readonly start: { readonly residentMb: number; readonly usedMb: number };
  readonly rounds: readonly CredentialRound[];
}

/**
 * One query of each credential, again and again: what is kept for a credential must be bounded,
 * however many there are. The queries are the five cases in turn, and a credential's is always the
 * same.
 */
export async function measureCredentials(
  { node, upstream, ...options }: CredentialOptions,
  progress: (text: string) => void,
): Promise<readonly CredentialResult[]> {
  const results: CredentialResult[] = [];
  for (const mode of upstream) {
    const report = (text: string): void => progress(`credentials: ${mode}, ${text}`);
    results.push(
      await withFacade({ node, upstream: { mode } }, (running) =>
        measureMode(running, mode, options, report),
      ),
    );
  }
  return results;
}

async function measureMode(
  running: RunningFacade,
  mode: UpstreamMode,
  { rounds, credentials }: Pick<CredentialOptions, 'rounds' | 'credentials'>,
  report: (text: string) => void,
): Promise<CredentialResult> {
  const { server } = running;
  const start = {
    residentMb: (await usageOf(server)).residentBytes / 1e6,
    usedMb: await memoryOf(server),
  };
  const measured: CredentialRound[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const own = await measureRound(running, credentials);
    report(`round ${round + 1} of ${rounds}: ${own.residentMb.toFixed(0)} MB`);
    measured.push(own);
  }
  return { mode, credentials, start, rounds: measured };
}

async function measureRound(
  { server }: RunningFacade,
  credentials: number,
): Promise<CredentialRound> {
  const order: LoadOrder = {
    url: server.endpoint,
    bodies: mixedBodies(),
    connections: Math.min(16, credentials),
    credentials,
    queries: credentials,
  };
  const before = await usageOf(server);
  await sendLoad(server, order);
  const { cpuMs, residentBytes } = await usageOf(server);
  return {
    residentMb: residentBytes / 1e6,
    usedMb: await memoryOf(server),
    cpuMsPerQuery: (cpuMs - before.cpuMs) / credentials,
  };
}

/**
 * 20 of each case, in turn: 100 divides the usual numbers of credentials, so that each keeps its
 * query.
 */
function mixedBodies(): readonly string[] {
  const data = createData();
  const all = cases.map((each) => bodiesFor('facade', each, data));
  return Array.from({ length: 20 }, (_, index) =>
    all.map((bodies) => bodies[index % bodies.length] ?? ''),
  ).flat();
}
