/** The seed of every property; `FUZZ_SEED` sets another one. Test names contain it. */
export const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_120);

/** The share of the runs of a thorough search that every change draws: from one seed, more of them rarely find more. */
const usual = 0.4;

/** `FUZZ_FACTOR` sets another share: 1 for a thorough search, less for mutants, since each of them repeats the tests. */
const factor = Number(process.env['FUZZ_FACTOR'] ?? usual);

/**
 * Parameters of a property.
 *
 * @param runs of a thorough search
 */
export const bounded = (runs: number) => ({ seed, numRuns: Math.ceil(runs * factor) });

/** The step through an exhaustive grid: 1, or more with a small `FUZZ_FACTOR`. */
export const stride = Math.max(1, Math.round(usual / factor));
