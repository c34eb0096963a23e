import { type Case, cases } from '../case.js';
import type { Child } from '../child.js';
import { createData } from '../data.js';
import { measure, type MeasureOptions } from '../measure.js';
import type { UpstreamMode } from '../mode.js';
import { startUpstream } from '../running-upstream.js';
import { openServer, type Server } from '../server.js';

/** One of the façades that are measured side by side. */
export interface Variant {
  readonly name: string;
  /** Path of its Node.js. */
  readonly node: string;
  /** The folder of the built façade; that of this project by default. */
  readonly build?: string;
  readonly settings?: Readonly<Record<string, string>>;
}

export interface VariantOptions extends Pick<MeasureOptions, 'rounds' | 'seconds' | 'warmUpSeconds'> {
  /** Empty for all. */
  readonly cases: readonly Case[];
  readonly modes: readonly UpstreamMode[];
  /** Numbers of credentials that the queries use in turn. */
  readonly credentialCounts: readonly number[];
  /** The others are compared with the first one. */
  readonly variants: readonly Variant[];
}

export interface VariantResult {
  readonly case: Pick<Case, 'name' | 'title'>;
  readonly mode: UpstreamMode;
  readonly credentials: number;
  /** For each variant, the processor time of a query in milliseconds, by round. */
  readonly cpuMs: readonly (readonly number[])[];
}

/** Runs façades side by side over one upstream of each mode. */
export async function measureVariants(
  options: VariantOptions,
  progress: (text: string) => void,
): Promise<readonly VariantResult[]> {
  const results: VariantResult[] = [];
  for (const mode of options.modes) {
    const report = (text: string): void => progress(`${mode}, ${text}`);
    results.push(...(await measureMode(mode, options, report)));
  }
  return results;
}

async function measureMode(
  mode: UpstreamMode,
  { variants, credentialCounts, cases: named, ...options }: VariantOptions,
  progress: (text: string) => void,
): Promise<readonly VariantResult[]> {
  const children: Child[] = [];
  try {
    const upstream = await startUpstream(mode);
    children.push(upstream);
    const servers: Server[] = [];
    for (const { node, settings, build } of variants) {
      const server = await openServer('facade', node, upstream, settings, build);
      children.push(server);
      servers.push(server);
    }
    const shared = { ...options, servers, data: createData(), connections: undefined };
    const results: VariantResult[] = [];
    for (const credentials of credentialCounts)
      for (const each of named.length > 0 ? named : cases) {
        progress(`${credentials} credential(s): ${each.name}`);
        const windows = await measure({ ...shared, credentials }, each);
        const cpuMs = servers.map((server) =>
          windows.filter((window) => window.server === server).map(({ cpuMsPerQuery }) => cpuMsPerQuery),
        );
        results.push({ case: each, mode, credentials, cpuMs });
      }
    return results;
  } finally {
    await Promise.all(children.map((child) => child.stop()));
  }
}

/** Of the cheapest rounds: what else the machine does only adds to the processor time of a query. */
export const cheapestRatio = (own: readonly number[], base: readonly number[]): number =>
  Math.min(...own) / Math.min(...base);
