/** Milliseconds in which deaths are counted. */
const windowMs = 10_000;

/** Deaths in that time that chance explains; a process that dies faster dies of a fault that a restart does not mend. */
export const maxExits = 5;

/**
 * Tells whether a worker that has just died may be started again: at most five in ten seconds, all workers together.
 *
 * @param now milliseconds of a clock that never goes back
 */
export function createRestartLimit(now: () => number): () => boolean {
  let deaths: readonly number[] = [];
  return () => {
    const at = now();
    deaths = [...deaths.filter((earlier) => at - earlier < windowMs), at];
    return deaths.length <= maxExits;
  };
}
