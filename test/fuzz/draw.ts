import fc from 'fast-check';

/**
 * Choices of a generator that is plain code. They come from one array of numbers, so that a failure
 * shrinks to few and small choices; after the end of the array, every choice is the first.
 */
export interface Draw {
  /** A whole number below `limit`. */
  readonly below: (limit: number) => number;
  /** True once in so many times. */
  readonly once: (inSoMany: number) => boolean;
  readonly from: <T>(choices: readonly T[]) => T;
}

export function drawFrom(numbers: readonly number[]): Draw {
  let next = 0;
  const below = (limit: number): number => (numbers[next++] ?? 0) % Math.max(1, limit);
  return {
    below,
    once: (inSoMany) => below(inSoMany) === inSoMany - 1,
    from<T>(choices: readonly T[]): T {
      if (choices.length === 0) throw new Error('No choices.');
      // The index is below the length.
      return choices[below(choices.length)] as T;
    },
  };
}

/** Numbers for one generated value. */
export const choices = (max = 400): fc.Arbitrary<number[]> =>
  fc.array(fc.nat({ max: 0xff_ffff }), { minLength: 20, maxLength: max, size: 'max' });

/** The words of a text, for lists of short texts without white space. */
export const words = (text: string): string[] => text.trim().split(/\s+/);

/** The seed of every property; `FUZZ_SEED` sets another one. Test names contain it. */
export const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_120);

/**
 * The share of the runs of a thorough search that every change draws: from one seed, more of them
 * rarely find more.
 */
const usual = 0.4;

/**
 * `FUZZ_FACTOR` sets another share: 1 for a thorough search, less for mutants, since each of them
 * repeats the tests.
 */
const factor = Number(process.env['FUZZ_FACTOR'] ?? usual);

/**
 * Parameters of a property.
 *
 * @param runs of a thorough search
 */
export const bounded = (runs: number) => ({ seed, numRuns: Math.ceil(runs * factor) });

/** The step through an exhaustive grid: 1, or more with a small `FUZZ_FACTOR`. */
export const stride = Math.max(1, Math.round(usual / factor));
