/** Numbers that depend on a seed alone, so that a run can be repeated. */
export interface Random {
  /** 0 to 1, without 1. */
  next(): number;
  /** Exponentially distributed, as the gaps between independent arrivals are. */
  exponential(mean: number): number;
  /**
   * A delay with this mean on a network: most are shorter, and one in a hundred takes ten times as
   * long.
   */
  delay(mean: number): number;
}

/** Mulberry32: small, fast, and random enough for arrivals and delays. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const exponential = (mean: number): number => -mean * Math.log(1 - next());
  return {
    next,
    exponential,
    delay(mean) {
      const typical = mean / (1 + tailShare * (tailFactor - 1));
      const factor = next() < tailShare ? tailFactor : 1;
      return factor * (typical / 2 + exponential(typical / 2));
    },
  };
}

const tailShare = 0.01;
const tailFactor = 10;
