import { type Case, cases } from '../case.js';
import type { Child } from '../child.js';
import { createData } from '../data.js';
import { measure, type Window } from '../measure.js';
import type { UpstreamMode } from '../mode.js';
import { pickNames } from '../option.js';
import { startUpstream } from '../running-upstream.js';
import { openServer, type Server } from '../server.js';
import { buildWithout } from './build.js';
import { defaultModes, type Mechanism, mechanisms } from './mechanism.js';

export interface MechanismOptions {
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
  readonly cases: readonly Case[];
  /** Undefined: the modes where a mechanism matters. */
  readonly upstream: readonly UpstreamMode[] | undefined;
  /** Names of mechanisms; undefined for all. */
  readonly only: readonly string[] | undefined;
  /** Path of the Node.js that runs the façade. */
  readonly node: string;
}

/** What the façade needs without a mechanism, against what it needs with all of them. */
export interface MechanismResult {
  readonly mechanism: Mechanism;
  readonly mode: UpstreamMode;
  readonly credentials: number;
  /** By the name of the case: processor time of a query, as a multiple. */
  readonly ratios: ReadonlyMap<string, number>;
}

const credentialCounts = [1, 64];

/** The façade with all mechanisms and those without one of them run side by side. */
export async function measureMechanisms(
  options: MechanismOptions,
  progress: (text: string) => void,
): Promise<readonly MechanismResult[]> {
  const names = mechanisms.map(({ name }) => name);
  const picked = options.only === undefined ? names : pickNames('--only', options.only.join(','), names);
  const wanted = mechanisms.filter(({ name }) => picked.includes(name));
  const needed = new Set(wanted.flatMap(({ modes: own = defaultModes }) => own));
  const modes = [...needed].filter((mode) => options.upstream?.includes(mode) ?? true);
  const results: MechanismResult[] = [];
  for (const mode of modes) {
    const compared = wanted.filter(({ modes: own = defaultModes }) => own.includes(mode));
    results.push(...(await compareIn(mode, compared, options, progress)));
  }
  return results;
}

async function compareIn(
  mode: UpstreamMode,
  compared: readonly Mechanism[],
  options: MechanismOptions,
  progress: (text: string) => void,
): Promise<readonly MechanismResult[]> {
  const children: Child[] = [];
  try {
    const upstream = await startUpstream(mode);
    children.push(upstream);
    const base = await openServer('facade', options.node, upstream);
    children.push(base);
    const without = new Map<Mechanism, Server>();
    for (const mechanism of compared) {
      const build = buildWithout(mechanism);
      const server = await openServer('facade', options.node, upstream, mechanism.settings, build);
      children.push(server);
      without.set(mechanism, server);
    }
    const shared = { ...options, servers: [base, ...without.values()] };
    const results: MechanismResult[] = [];
    for (const credentials of credentialCounts) {
      progress(`mechanisms: ${mode}, ${credentials} credential(s)`);
      const windows = await measureCases({ ...shared, credentials });
      for (const [mechanism, server] of without)
        results.push({ mechanism, mode, credentials, ratios: ratiosOf(windows, server, base) });
    }
    return results;
  } finally {
    await Promise.all(children.map((child) => child.stop()));
  }
}

type Windows = ReadonlyMap<string, readonly Window[]>;

async function measureCases(
  options: MechanismOptions & Pick<Parameters<typeof measure>[0], 'servers' | 'credentials'>,
): Promise<Windows> {
  const windows = new Map<string, readonly Window[]>();
  const shared = { ...options, data: createData(), connections: undefined };
  for (const each of options.cases.length > 0 ? options.cases : cases)
    windows.set(each.name, await measure(shared, each));
  return windows;
}

/** Of the cheapest windows: what else the machine does only adds to the processor time of a query. */
function ratiosOf(windows: Windows, server: Server, base: Server): ReadonlyMap<string, number> {
  return new Map(
    [...windows].map(([name, all]) => {
      const cheapest = (wanted: Server): number =>
        Math.min(...all.filter((each) => each.server === wanted).map(({ cpuMsPerQuery }) => cpuMsPerQuery));
      return [name, cheapest(server) / cheapest(base)] as const;
    }),
  );
}
