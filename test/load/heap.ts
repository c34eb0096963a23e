import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
// The flag gives every context that is made from now on this function.
export const collect = runInNewContext('gc') as () => void;

/** Bytes that are still used once everything that can be freed is freed. */
export async function usedHeap(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    collect();
    // Finalizers and what they free run between two turns.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage().heapUsed;
}
