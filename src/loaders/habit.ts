import type { Tenant } from './tenant.js';

/**
 * What an operation's links were read from when it last ran for the same credential. With the first read of the next
 * run the sweep of that list starts too, beside what will lead to its ids: a wave is spared, and no request more is
 * sent than the batch would send later.
 */
export interface Habits {
  readonly has: (listPath: string) => boolean;
  readonly note: (listPath: string, isSwept: boolean) => void;
}

/** @param operation the checked operation itself: it is forgotten with its document */
export function habitsOf({ habits }: Tenant, operation: object): Habits {
  const swept = habits.get(operation);
  return {
    has: (listPath) => swept?.has(listPath) ?? false,
    note(listPath, isSwept) {
      const known = habits.get(operation) ?? new Set();
      if (isSwept) habits.set(operation, known.add(listPath));
      else known.delete(listPath);
    },
  };
}
