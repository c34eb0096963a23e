/** The seed of every property here; another one by `FUZZ_SEED`. It stands in the names of the tests. */
export const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_120);

/** How many times as many runs as usual, by `FUZZ_FACTOR`. */
const factor = Number(process.env['FUZZ_FACTOR'] ?? 1);

/** Parameters of a property that runs so many times. */
export const bounded = (runs: number) => ({ seed, numRuns: Math.ceil(runs * factor) });
