/** The seed of every property; `FUZZ_SEED` sets another one. Test names contain it. */
export const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_120);

/** `FUZZ_FACTOR` multiplies the number of runs; it is below 1 for mutants, since each of them repeats the tests. */
const factor = Number(process.env['FUZZ_FACTOR'] ?? 1);

/** Parameters of a property. */
export const bounded = (runs: number) => ({ seed, numRuns: Math.ceil(runs * factor) });

/** The step through an exhaustive grid: 1, or more with a small `FUZZ_FACTOR`. */
export const stride = Math.max(1, Math.round(1 / factor));
