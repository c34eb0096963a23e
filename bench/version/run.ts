import { type Case, cases } from '../case.js';
import type { Child } from '../child.js';
import { createData } from '../data.js';
import { measure, type MeasureOptions } from '../measure.js';
import type { UpstreamMode } from '../mode.js';
import type { NodeRuntime } from '../option.js';
import { startUpstream } from '../running-upstream.js';
import { openServer, type Server } from '../server.js';
import { median } from '../table.js';

type Load = Pick<MeasureOptions, 'rounds' | 'seconds' | 'warmUpSeconds' | 'credentials'>;

export interface VersionOptions extends Load {
  /** Empty for all. */
  readonly cases: readonly Case[];
  readonly upstream: readonly UpstreamMode[];
  /** The first one is what the others are compared with. */
  readonly runtimes: readonly NodeRuntime[];
}

/** Processor time of a query in milliseconds, by the version of Node.js. */
export interface VersionResult {
  readonly case: Case;
  readonly mode: UpstreamMode;
  readonly cpuMs: ReadonlyMap<string, number>;
}

/** The façade on several versions of Node.js, side by side. */
export async function measureVersions(
  options: VersionOptions,
  progress: (text: string) => void,
): Promise<readonly VersionResult[]> {
  const results: VersionResult[] = [];
  for (const mode of options.upstream) {
    const report = (text: string): void => progress(`versions: ${mode}, ${text}`);
    results.push(...(await measureMode(mode, options, report)));
  }
  return results;
}

async function measureMode(
  mode: UpstreamMode,
  { runtimes, cases: named, ...options }: VersionOptions,
  progress: (text: string) => void,
): Promise<readonly VersionResult[]> {
  const children: Child[] = [];
  try {
    const upstream = await startUpstream(mode);
    children.push(upstream);
    const servers: Server[] = [];
    for (const { path } of runtimes) {
      const server = await openServer('facade', path, upstream);
      children.push(server);
      servers.push(server);
    }
    const shared = { ...options, servers, data: createData(), connections: undefined };
    const results: VersionResult[] = [];
    for (const each of named.length > 0 ? named : cases) {
      progress(each.name);
      const windows = await measure(shared, each);
      const cpuOf = (wanted: Server | undefined): number =>
        median(windows.filter(({ server }) => server === wanted).map(({ cpuMsPerQuery }) => cpuMsPerQuery));
      const cpuMs = new Map(runtimes.map(({ version }, index) => [version, cpuOf(servers[index])]));
      results.push({ case: each, mode, cpuMs });
    }
    return results;
  } finally {
    await Promise.all(children.map((child) => child.stop()));
  }
}
