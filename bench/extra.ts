import { measureCredentials } from './credential/run.js';
import { printCredentials } from './credential/table.js';
import { measureFinds } from './find/run.js';
import { printFind } from './find/table.js';
import { measureAllGrowth, writePlot } from './growth/run.js';
import { printGrowth } from './growth/table.js';
import { measureLive } from './live/run.js';
import { printLive } from './live/table.js';
import { measureMechanisms } from './mechanism/run.js';
import { printMechanisms } from './mechanism/table.js';
import type { BenchOptions, ExtraName } from './option.js';
import { measureStarts } from './start/run.js';
import { printStarts } from './start/table.js';
import { buildCommit } from './variant/commit.js';
import { countVariants } from './variant/count.js';
import { requireValgrind } from './variant/instructions.js';
import { measureVariants, type Variant } from './variant/measure.js';
import { printVariants } from './variant/table.js';
import { measureWaves } from './waves/run.js';
import { printWaves } from './waves/table.js';

/** Measures, and returns Markdown. */
export type Extra = (options: BenchOptions, progress: (text: string) => void) => Promise<string>;

export const defaultRounds = 3;

const withRounds = <O extends BenchOptions>(options: O, rounds: number) => ({
  ...options,
  rounds: options.rounds ?? rounds,
});

export const extras: Readonly<Record<ExtraName, Extra>> = {
  find: async (options, progress) =>
    printFind(await measureFinds(withRounds(options, defaultRounds), progress)),
  live: async (options, progress) =>
    printLive(await measureLive(withRounds(options, defaultRounds), progress)),
  async growth(options, progress) {
    const results = await measureAllGrowth(withRounds(options, defaultRounds), progress);
    writePlot(results);
    return printGrowth(results);
  },
  async credentials(options, progress) {
    const { credentials = 10_000, upstream = ['static', 'signed'] } = options;
    const own = { ...withRounds(options, 5), credentials, upstream };
    return printCredentials(await measureCredentials(own, progress));
  },
  start: async (options, progress) =>
    printStarts(await measureStarts(withRounds(options, 10), progress)),
  versions(options, progress) {
    const runtimes = [{ path: options.node, version: options.nodeVersion }, ...options.beside];
    const variants = runtimes.map(({ path, version }) => ({ name: version, node: path }));
    return compare(variants, options, [options.credentials ?? 1], progress);
  },
  async against(options, progress) {
    const { against: commit = '', node, credentials } = options;
    if (options.areInstructionsCounted) requireValgrind();
    progress(`building ${commit}`);
    const variants = [
      { name: commit, node, build: buildCommit(commit) },
      { name: 'now', node },
    ];
    return compare(
      variants,
      options,
      credentials === undefined ? [1, 64] : [credentials],
      progress,
    );
  },
  async waves(options, progress) {
    const latencies = options.latencyMs === undefined ? [20, 100, 300] : [options.latencyMs];
    return printWaves(
      await measureWaves({ ...withRounds(options, defaultRounds), latencies }, progress),
    );
  },
  mechanisms: async (options, progress) =>
    printMechanisms(await measureMechanisms(withRounds(options, defaultRounds), progress)),
};

async function compare(
  variants: readonly Variant[],
  options: BenchOptions,
  credentialCounts: readonly number[],
  progress: (text: string) => void,
): Promise<string> {
  const { upstream: modes = ['static', 'signed'], starts = 3, areInstructionsCounted } = options;
  const shared = {
    ...withRounds(options, defaultRounds),
    starts,
    variants,
    modes,
    credentialCounts,
  };
  if (!areInstructionsCounted)
    return printVariants(await measureVariants(shared, progress), variants, 'CPU ms');
  requireValgrind();
  return printVariants(await countVariants(shared, progress), variants, '1,000 instructions');
}
