import type { Outcome } from './send.js';

/** Rounds before the level is taken: caches fill and code is compiled. */
const warmUpRounds = 2;
const maxGrowthMegabytes = 24;
const maxSlopeMegabytes = 0.5;

export class Tally {
  /** Violations; empty for a good soak. */
  readonly faults = new Map<string, number>();
  readonly codes = new Map<string, number>();
  /** Megabytes of the heap after each round. */
  readonly heap: number[] = [];
  operations = 0;

  add({ codes, faults }: Outcome): void {
    this.operations += 1;
    for (const code of codes) count(this.codes, code);
    for (const fault of faults) this.addFault(fault);
  }

  addFault(fault: string): void {
    count(this.faults, fault.slice(0, 300));
  }

  /** Adds a fault where the heap has not stayed level over all rounds. */
  judgeHeap(): void {
    const levels = this.heap.slice(Math.min(warmUpRounds, this.heap.length - 2));
    const growth = Math.max(...levels) - (levels[0] ?? 0);
    const slope = slopeOf(levels.slice(Math.floor(levels.length / 2) - 1));
    if (growth > maxGrowthMegabytes) this.addFault(`the heap grew by ${growth.toFixed(1)} MB`);
    if (levels.length >= 8 && slope > maxSlopeMegabytes)
      this.addFault(`the heap grows by ${slope.toFixed(2)} MB a round`);
  }
}

const count = (counts: Map<string, number>, name: string): void =>
  void counts.set(name, (counts.get(name) ?? 0) + 1);

/** Least squares over equal steps. */
function slopeOf(levels: readonly number[]): number {
  const middle = (levels.length - 1) / 2;
  const mean = levels.reduce((total, level) => total + level, 0) / Math.max(1, levels.length);
  const above = levels.reduce(
    (total, level, index) => total + (index - middle) * (level - mean),
    0,
  );
  const below = levels.reduce((total, _, index) => total + (index - middle) ** 2, 0);
  return below === 0 ? 0 : above / below;
}
