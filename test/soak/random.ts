/** Chances that are the same for the same seed (mulberry32). */
export interface Random {
  /** A whole number below `most`. */
  readonly below: (most: number) => number;
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
  const below = (most: number): number => Math.floor(next() * most);
  return {
    below,
    from<T>(choices: readonly T[]): T {
      if (choices.length === 0) throw new Error('There is nothing to choose from.');
      // The index is below the length.
      return choices[below(choices.length)] as T;
    },
  };
}
