import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds of work in one turn of the event loop; one step may take longer. */
const sliceMs = 10;

/**
 * Runs work in steps while others are served.
 *
 * @param isWanted asked in each turn; the work ends where it is not
 * @returns what the work returns; undefined where it is not wanted any more. Rejects with what a
 *   step throws
 */
export async function runInSlices<T>(
  steps: Generator<void, T, void>,
  isWanted: () => boolean,
): Promise<T | undefined> {
  while (isWanted()) {
    await nextTurn();
    const end = performance.now() + sliceMs;
    while (performance.now() < end) {
      const step = steps.next();
      if (step.done === true) return step.value;
    }
  }
  return undefined;
}

/** Runs work in steps at once, while nobody is served. @throws what a step throws */
export function runAtOnce<T>(steps: Generator<void, T, void>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
