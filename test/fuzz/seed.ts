/** The seed of every property here; another one by `FUZZ_SEED`. It stands in the names of the tests. */
export const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_120);

/** How many times as many runs as usual, by `FUZZ_FACTOR`; below 1 in a run of mutants, which repeats them so often. */
const factor = Number(process.env['FUZZ_FACTOR'] ?? 1);

/** Parameters of a property that runs so many times. */
export const bounded = (runs: number) => ({ seed, numRuns: Math.ceil(runs * factor) });

/** From one case of an exhaustive grid to the next: 1, or as many as `FUZZ_FACTOR` leaves out. */
export const stride = Math.max(1, Math.round(1 / factor));
