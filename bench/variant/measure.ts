import { type Case, cases } from '../case.js';
import type { Child } from '../child.js';
import { createData } from '../data.js';
import { measure, type MeasureOptions } from '../measure.js';
import type { UpstreamMode } from '../mode.js';
import { startUpstream } from '../running-upstream.js';
import { openServer, type Server } from '../server.js';
import { median } from '../table.js';

/** One of the façades that are measured side by side. */
export interface Variant {
  readonly name: string;
  /** Path of its Node.js. */
  readonly node: string;
  /** The folder of the built façade; that of this project by default. */
  readonly build?: string;
  readonly settings?: Readonly<Record<string, string>>;
}

export interface VariantOptions extends Pick<
  MeasureOptions,
  'rounds' | 'seconds' | 'warmUpSeconds'
> {
  /** Empty for all. */
  readonly cases: readonly Case[];
  readonly modes: readonly UpstreamMode[];
  /** Numbers of credentials that the queries use in turn. */
  readonly credentialCounts: readonly number[];
  /** The others are compared with the first one. */
  readonly variants: readonly Variant[];
  /** Processes of each variant. */
  readonly starts: number;
}

export interface VariantResult {
  readonly case: Pick<Case, 'name' | 'title'>;
  readonly mode: UpstreamMode;
  readonly credentials: number;
  /** Of each variant. */
  readonly costs: readonly Costs[];
}

/**
 * What a query costs, in milliseconds of processor time or thousands of instructions, for each
 * process by round.
 */
export type Costs = readonly (readonly number[])[];

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
  { credentialCounts, cases: named, ...options }: VariantOptions,
  progress: (text: string) => void,
): Promise<readonly VariantResult[]> {
  const children: Child[] = [];
  try {
    const subjects = await openSubjects(mode, options, children);
    const servers = subjects.map(({ server }) => server);
    const shared = { ...options, servers, data: createData(), connections: undefined };
    const results: VariantResult[] = [];
    for (const credentials of credentialCounts)
      for (const each of named.length > 0 ? named : cases) {
        progress(`${credentials} credential(s): ${each.name}`);
        const windows = await measure({ ...shared, credentials }, each);
        const timesOf = (server: Server): number[] =>
          windows
            .filter((window) => window.server === server)
            .map(({ cpuMsPerQuery }) => cpuMsPerQuery);
        const costs = options.variants.map((variant) =>
          subjects.filter((each) => each.variant === variant).map(({ server }) => timesOf(server)),
        );
        results.push({ case: each, mode, credentials, costs });
      }
    return results;
  } finally {
    await Promise.all(children.map((child) => child.stop()));
  }
}

/**
 * Starts the processes of all variants in turn, from either end: none always follows the same other
 * one.
 */
async function openSubjects(
  mode: UpstreamMode,
  { variants, starts }: Pick<VariantOptions, 'variants' | 'starts'>,
  children: Child[],
): Promise<readonly { readonly variant: Variant; readonly server: Server }[]> {
  const upstream = await startUpstream(mode);
  children.push(upstream);
  const subjects: { readonly variant: Variant; readonly server: Server }[] = [];
  for (let start = 0; start < starts; start += 1)
    for (const variant of start % 2 === 0 ? variants : variants.toReversed()) {
      const server = await openServer(
        'facade',
        variant.node,
        upstream,
        variant.settings,
        variant.build,
      );
      children.push(server);
      subjects.push({ variant, server });
    }
  return subjects;
}

/**
 * Of the cheapest rounds, as what else the machine does only adds to what a query costs; of several
 * processes, the middle one, as V8 compiles each in its own way.
 */
export const cheapestRatio = (own: Costs, base: Costs): number => cheapest(own) / cheapest(base);

const cheapest = (costs: Costs): number => median(costs.map((rounds) => Math.min(...rounds)));
