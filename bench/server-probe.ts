import type { Child } from './child.js';
import type { Memory, Pause, Usage } from './probe.js';

// The probe replies to each question with its own interface.

export const usageOf = async (child: Child): Promise<Usage> => (await child.ask('usage')) as Usage;

/** Since the last call. */
export const pauseOf = async (child: Child): Promise<Pause> => (await child.ask('pause')) as Pause;

/** MB after garbage collection. */
export const memoryOf = async (child: Child): Promise<number> =>
  ((await child.ask('memory')) as Memory).usedBytes / 1e6;
