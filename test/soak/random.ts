/** Pseudo-random choices that repeat with the same seed (mulberry32). */
export interface Random {
  /** A whole number from 0 to below `limit`. */
  readonly below: (limit: number) => number;
  readonly from: <T>(choices: readonly T[]) => T;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    from<T>(choices: readonly T[]): T {
      if (choices.length === 0) throw new RangeError('Random.from needs at least one choice.');
      // The index is below the length.
      return choices[below(choices.length)] as T;
    },
  };
}
