import { existsSync, writeFileSync } from 'node:fs';
import { withFacade } from '../with-facade.js';
import { type GrowthResult, measureGrowth } from './measure.js';
import { plotGrowth } from './plot.js';
import { growthSeries } from './series.js';

export interface GrowthBenchOptions {
  readonly rounds: number;
  readonly warmUpSeconds: number;
  readonly largest: number;
  /** Names of series; undefined for all. */
  readonly only: readonly string[] | undefined;
  /** Path of the Node.js that runs the façade. */
  readonly node: string;
}

/** Each series has processes of its own, and an upstream whose responses differ each time. */
export async function measureAllGrowth(
  options: GrowthBenchOptions,
  progress: (text: string) => void,
): Promise<readonly GrowthResult[]> {
  const { node, only } = options;
  const results: GrowthResult[] = [];
  for (const series of growthSeries) {
    if (only !== undefined && !only.includes(series.name)) continue;
    progress(`growth: ${series.title}`);
    const upstream = { mode: 'signed', settings: series.upstream } as const;
    results.push(
      await withFacade({ node, upstream, settings }, (running) =>
        measureGrowth({ ...options, ...running }, series),
      ),
    );
  }
  return results;
}

/** Room for the largest value of each series. */
const settings = {
  MAX_UPSTREAM_REQUESTS: '2000',
  MAX_PAGE_SIZE: '50000',
  MAX_RESPONSE_NODES: '10000000',
  MAX_OPERATIONS: '4000',
  UPSTREAM_TIMEOUT_MS: '120000',
  OPERATION_TIMEOUT_MS: '120000',
};

/** Beside the pages, where the command runs in the project's folder. */
export const writePlot = (results: readonly GrowthResult[]): void =>
  writeFileSync(existsSync('docs') ? 'docs/growth.svg' : 'growth.svg', plotGrowth(results));
