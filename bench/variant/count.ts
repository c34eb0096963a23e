import { type Case, type CaseName, cases } from '../case.js';
import type { Child } from '../child.js';
import { createData } from '../data.js';
import type { UpstreamMode } from '../mode.js';
import { startUpstream } from '../running-upstream.js';
import { bodiesFor, openServer, sendLoad } from '../server.js';
import { InstructionCounter } from './instructions.js';
import type { Variant, VariantOptions, VariantResult } from './measure.js';

/**
 * Queries after which V8 has compiled nearly all that matters; a window has a twentieth of them.
 */
const warmUpQueries: Readonly<Record<CaseName, number>> = {
  Q1: 30_000,
  Q2: 20_000,
  Q3: 1500,
  Q4: 5000,
  Q5: 400,
};

type CountOptions = Pick<
  VariantOptions,
  'cases' | 'modes' | 'credentialCounts' | 'variants' | 'rounds' | 'starts'
>;

/**
 * Counts the instructions of a query, in thousands: as `measureVariants`, with the variants at the
 * same time.
 */
export async function countVariants(
  { modes, credentialCounts, cases: named, variants, starts, rounds }: CountOptions,
  progress: (text: string) => void,
): Promise<readonly VariantResult[]> {
  const results: VariantResult[] = [];
  for (const mode of modes)
    for (const credentials of credentialCounts)
      for (const each of named.length > 0 ? named : cases) {
        const costs = variants.map((): number[][] => []);
        for (let start = 0; start < starts; start += 1) {
          progress(`${mode}, ${credentials} credential(s): ${each.name}, start ${start + 1}`);
          const counts = variants.map((variant) =>
            countStart(variant, mode, credentials, each, rounds),
          );
          for (const [index, count] of (await Promise.all(counts)).entries())
            costs[index]?.push(count);
        }
        results.push({ case: each, mode, credentials, costs });
      }
  return results;
}

/** The windows of one process. */
async function countStart(
  { node, settings, build }: Variant,
  mode: UpstreamMode,
  credentials: number,
  each: Case,
  rounds: number,
): Promise<number[]> {
  const counter = new InstructionCounter();
  const children: Child[] = [];
  try {
    const upstream = await startUpstream(mode);
    children.push(upstream);
    const server = await openServer('facade', node, upstream, settings, build, counter.launcher);
    children.push(server);
    const { connections, name } = each;
    const order = {
      url: server.endpoint,
      bodies: bodiesFor('facade', each, createData()),
      connections,
      credentials,
    };
    await sendLoad(server, { ...order, queries: warmUpQueries[name] });
    counter.start(server.pid);
    const windows: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { queries } = await sendLoad(server, { ...order, queries: warmUpQueries[name] / 20 });
      windows.push(counter.take(server.pid) / queries / 1000);
    }
    return windows;
  } finally {
    await Promise.all(children.map((child) => child.stop()));
    counter.close();
  }
}
