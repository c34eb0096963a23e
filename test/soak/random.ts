import { createRandom as createNumbers } from '../../bench/fleet/random.js';

/** Choices that repeat with the same seed. */
export function createRandom(seed: number) {
  const numbers = createNumbers(seed);
  const below = (limit: number): number => Math.floor(numbers.next() * limit);
  return {
    below,
    // No list of choices is empty, so the index is below its length.
    from: <T>(choices: readonly T[]): T => choices[below(choices.length)] as T,
  };
}

export type Random = ReturnType<typeof createRandom>;
