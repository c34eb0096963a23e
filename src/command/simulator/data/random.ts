/** A seeded sequence: the same seed gives the same numbers on every machine and at every start. */
export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number, both ends included. */
  int(from: number, to: number): number;
  /** One of the list, which must not be empty. */
  pick<T>(list: readonly [T, ...T[]]): T;
  /** True with this probability, 0 to 1. */
  chance(share: number): boolean;
}

/** One sequence per seed, so that record 40,000 does not need the records before it. */
export function createRandom(...seed: readonly (string | number)[]): Random {
  let state = hash(seed.join('/'));
  const next = () => {
    // mulberry32: 32 bits of state are enough for demo data.
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    int: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
    chance: (share) => next() < share,
  };
}

/** FNV-1a: a 32-bit hash, as a whole number from 0. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}
