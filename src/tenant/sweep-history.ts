import type { Tenant } from './tenant.js';

/**
 * What an operation's links were read from when it last ran for the same credential with the same variables. With the
 * first read of the next run the sweep of that list starts too, beside what will lead to its ids: a wave is spared, and
 * no request more is sent than the batch would send later. Other variables may lead to no link at all, so nothing is
 * concluded from them.
 */
export interface SweepHistory {
  readonly has: (listPath: string) => boolean;
  readonly note: (listPath: string, isSwept: boolean) => void;
}

/** Sets of variables that are remembered of one operation; the oldest is forgotten first. */
const maxVariables = 200;

/** Characters; longer variables are ids in bulk, which seldom come again. */
const maxVariablesLength = 2000;

/**
 * @param operation the checked operation itself: it is forgotten with its document
 * @param variables the variables as text
 */
export function sweepHistoryOf(
  { sweepHistory: habits }: Tenant,
  operation: object,
  variables: string,
): SweepHistory {
  const swept = habits.get(operation)?.get(variables);
  return {
    has: (listPath) => swept?.has(listPath) ?? false,
    note(listPath, isSwept) {
      if (variables.length > maxVariablesLength) return;
      const known = habits.get(operation) ?? new Map<string, ReadonlySet<string>>();
      const lists = new Set(known.get(variables));
      if (isSwept) lists.add(listPath);
      else lists.delete(listPath);
      known.delete(variables);
      if (lists.size > 0) known.set(variables, lists);
      const [oldest] = known.keys();
      if (known.size > maxVariables && oldest !== undefined) known.delete(oldest);
      habits.set(operation, known);
    },
  };
}
