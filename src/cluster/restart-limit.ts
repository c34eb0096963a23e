/** Milliseconds. */
const windowMs = 10_000;

/** More exits than that within the window are no coincidence: a restart does not repair their cause. */
export const maxExits = 5;

/**
 * Whether a worker that has just ended may be restarted: up to five in ten seconds, all workers together.
 *
 * @param now milliseconds of a clock that never goes back
 */
export function createRestartLimit(now: () => number): () => boolean {
  let exits: readonly number[] = [];
  return () => {
    const at = now();
    exits = [...exits.filter((earlier) => at - earlier < windowMs), at];
    return exits.length <= maxExits;
  };
}
