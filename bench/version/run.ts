import { type Case, cases } from '../case.js';
import type { Child } from '../child.js';
import { createData } from '../data.js';
import { measure } from '../measure.js';
import type { UpstreamMode } from '../mode.js';
import type { NodeRuntime } from '../option.js';
import { startUpstream } from '../running-upstream.js';
import { openServer, type Server } from '../server.js';
import { median } from '../table.js';

export interface VersionOptions {
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
  /** Empty for all. */
  readonly cases: readonly Case[];
  readonly upstream: readonly UpstreamMode[];
  readonly credentials: number;
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
  { upstream, runtimes, cases: named, ...options }: VersionOptions,
  progress: (text: string) => void,
): Promise<readonly VersionResult[]> {
  const results: VersionResult[] = [];
  for (const mode of upstream) {
    const children: Child[] = [];
    try {
      const running = await startUpstream(mode);
      children.push(running);
      const versions = new Map<Server, string>();
      for (const { path, version } of runtimes) {
        const server = await openServer('facade', path, running);
        children.push(server);
        versions.set(server, version);
      }
      const shared = {
        ...options,
        servers: [...versions.keys()],
        data: createData(),
        connections: undefined,
      };
      for (const each of named.length > 0 ? named : cases) {
        progress(`versions: ${mode}, ${each.name}`);
        const windows = await measure(shared, each);
        const cpuOf = (wanted: Server): number =>
          median(windows.filter(({ server }) => server === wanted).map(({ cpuMsPerQuery }) => cpuMsPerQuery));
        const cpuMs = new Map([...versions].map(([server, version]) => [version, cpuOf(server)]));
        results.push({ case: each, mode, cpuMs });
      }
    } finally {
      await Promise.all(children.map((child) => child.stop()));
    }
  }
  return results;
}
