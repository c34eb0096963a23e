import type { LoadOrder, LoadReport } from '../load.js';
import { memoryOf, usageOf } from '../server-probe.js';
import { sendLoad } from '../server.js';
import type { RunningFacade } from '../with-facade.js';
import type { Burst, Series } from './series.js';

/** The cost of one value. */
export interface GrowthPoint {
  /** What the cost is compared with. */
  readonly x: number;
  /**
   * Processor time of the cheapest burst, in milliseconds: what else the machine does only adds to
   * it.
   */
  readonly cpuMs: number;
  /** The peak of the resident memory so far, in MB. */
  readonly peakMb: number;
  /** After garbage collection, in MB. */
  readonly usedMb: number;
}

export interface GrowthResult {
  readonly series: Series;
  readonly points: readonly GrowthPoint[];
  /** The peak of the resident memory before the first value. */
  readonly baseMb: number;
}

export interface GrowthOptions extends RunningFacade {
  readonly rounds: number;
  readonly warmUpSeconds: number;
  /** The bound of the values. */
  readonly largest: number;
}

/**
 * The values in growing order, `rounds` times; the memory is that of the first time, since a peak
 * never falls.
 */
export async function measureGrowth(options: GrowthOptions, series: Series): Promise<GrowthResult> {
  const { server, rounds, warmUpSeconds, largest } = options;
  const values = series.values.filter((value) => value <= largest);
  const small = values[1] ?? values[0] ?? 1;
  await send(options, series.burst(small), { milliseconds: warmUpSeconds * 1000 });
  const baseMb = (await usageOf(server)).peakBytes / 1e6;
  const points: GrowthPoint[] = [];
  const times = new Map<number, number[]>(values.map((value) => [value, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const value of values) {
      const burst = await measureBurst(options, series.burst(value));
      times.get(value)?.push(burst.cpuMs);
      if (round > 0) continue;
      const peakMb = (await usageOf(server)).peakBytes / 1e6;
      const x = series.countsBytes === true ? burst.bytes : value;
      points.push({ x, cpuMs: 0, peakMb, usedMb: await memoryOf(server) });
    }
  return {
    series,
    points: points.map((point, index) => ({
      ...point,
      cpuMs: Math.min(...(times.get(values[index] ?? 0) ?? [])),
    })),
    baseMb,
  };
}

/** Milliseconds of processor time: enough to tell it. */
const minCpuMs = 200;
const maxTurns = 100;

/**
 * The first turn tells how many more are needed; a known credential or document is as cheap as in
 * the others.
 */
async function measureBurst(
  options: GrowthOptions,
  burst: Burst,
): Promise<{ readonly cpuMs: number; readonly bytes: number }> {
  const { operations = 1 } = burst;
  const turn = await measureTurns(options, burst, 1);
  const turns = Math.min(maxTurns, Math.ceil(minCpuMs / turn.cpuMs));
  return turns > 1 || operations > 1 ? measureTurns(options, burst, turns) : turn;
}

async function measureTurns(options: GrowthOptions, burst: Burst, turns: number) {
  const { operations = 1 } = burst;
  const before = await usageOf(options.server);
  const { bytes } = await send(options, burst, { queries: turns * operations });
  const after = await usageOf(options.server);
  return { cpuMs: (after.cpuMs - before.cpuMs) / turns, bytes };
}

async function send(
  { server }: GrowthOptions,
  { query, variables = [{}], connections = 1, credentials = 1, accept }: Burst,
  limit: Pick<LoadOrder, 'queries' | 'milliseconds'>,
): Promise<LoadReport> {
  const queries = typeof query === 'string' ? [query] : query;
  const order: LoadOrder = {
    url: server.endpoint,
    bodies: queries.flatMap((text) =>
      variables.map((each) => JSON.stringify({ query: text, variables: each })),
    ),
    connections,
    credentials,
    ...(accept !== undefined && { accept }),
    ...limit,
  };
  return sendLoad(server, order);
}
