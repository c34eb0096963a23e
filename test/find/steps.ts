import type { Steps } from '../../src/find/steps.js';

/** What the steps compute, all in one turn. */
export function completed<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
