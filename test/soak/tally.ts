import type { Outcome } from './send.js';

/** State of the process after the load of a round. */
export interface Calm {
  readonly heapMegabytes: number;
  readonly rssMegabytes: number;
  readonly handles: number;
  readonly operations: number;
}

/** Everything that a soak counts. */
export const createTally = () => ({
  faults: new Map<string, number>(),
  codes: new Map<string, number>(),
  latencies: new Array<number>(),
  calms: new Array<Calm>(),
  operations: 0,
});

export type Tally = ReturnType<typeof createTally>;

export const countFault = ({ faults }: Tally, fault: string): void => count(faults, fault.slice(0, 300));

export function countOutcome(tally: Tally, { milliseconds, codes, faults }: Outcome): void {
  tally.operations += 1;
  // A ring of samples: the tally itself must not grow for half an hour.
  tally.latencies[tally.operations % 20_000] = milliseconds;
  for (const code of codes) count(tally.codes, code);
  for (const fault of faults) countFault(tally, fault);
}

/** Rounds before the level is taken: caches fill and code is compiled. */
const warmUpRounds = 2;
const maxGrowthMegabytes = 24;
const maxSlopeMegabytes = 0.5;

/** Judges the heap over all rounds, and reports what was counted. */
export function createReport(tally: Tally, seconds: number, upstream: ReadonlyMap<string, number>) {
  const { calms, operations } = tally;
  const levels = calms
    .slice(Math.min(warmUpRounds, calms.length - 2))
    .map(({ heapMegabytes }) => heapMegabytes);
  const growth = Math.max(...levels) - (levels[0] ?? 0);
  const slopeMegabytes = slopeOf(levels.slice(Math.floor(levels.length / 2) - 1));
  if (growth > maxGrowthMegabytes) countFault(tally, `the heap grew by ${growth.toFixed(1)} MB`);
  if (levels.length >= 8 && slopeMegabytes > maxSlopeMegabytes)
    countFault(tally, `the heap grows by ${slopeMegabytes.toFixed(2)} MB a round`);
  return {
    operations,
    perSecond: Math.round(operations / seconds),
    milliseconds: percentiles(tally.latencies),
    codes: Object.fromEntries(tally.codes),
    upstream: Object.fromEntries(upstream),
    calms,
    /** Growth of the heap from one calm to the next, over the second half. */
    slopeMegabytes,
    /** Violations with their numbers; empty for a good soak. */
    faults: Object.fromEntries(tally.faults),
  };
}

const count = (counts: Map<string, number>, name: string): void =>
  void counts.set(name, (counts.get(name) ?? 0) + 1);

function percentiles(latencies: readonly number[]) {
  const sorted = latencies.filter((latency) => latency >= 0).sort((a, b) => a - b);
  const at = (share: number): number => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  return { median: at(0.5), p99: at(0.99), max: at(1) };
}

/** Least squares over equal steps. */
function slopeOf(levels: readonly number[]): number {
  const middle = (levels.length - 1) / 2;
  const mean = levels.reduce((total, level) => total + level, 0) / Math.max(1, levels.length);
  const above = levels.reduce((total, level, index) => total + (index - middle) * (level - mean), 0);
  const below = levels.reduce((total, _, index) => total + (index - middle) ** 2, 0);
  return below === 0 ? 0 : above / below;
}
