import type { Tenant } from './tenant.js';

/**
 * The lists that an operation's links were read from when it last ran for the same credential with the same variables.
 * The next run starts those sweeps with its first read: that saves a round trip, and sends no request that the batch
 * would not send later. Other variables may lead to no link at all, so they have a history of their own.
 */
export interface SweepHistory {
  readonly has: (listPath: string) => boolean;
  readonly note: (listPath: string, isSwept: boolean) => void;
}

/** Sets of variables that are remembered for one operation; the oldest is forgotten first. */
const maxVariables = 200;

/** Characters. Longer variables are ids in bulk, which seldom come again. */
const maxVariablesLength = 2000;

/** @param operation the checked operation itself: its history is forgotten with its document */
export function sweepHistoryOf({ sweepHistory }: Tenant, operation: object, variables: string): SweepHistory {
  const swept = sweepHistory.get(operation)?.get(variables);
  return {
    has: (listPath) => swept?.has(listPath) ?? false,
    note(listPath, isSwept) {
      if (variables.length > maxVariablesLength) return;
      const known = sweepHistory.get(operation) ?? new Map<string, ReadonlySet<string>>();
      const lists = new Set(known.get(variables));
      if (isSwept) lists.add(listPath);
      else lists.delete(listPath);
      known.delete(variables);
      if (lists.size > 0) known.set(variables, lists);
      const [oldest] = known.keys();
      if (known.size > maxVariables && oldest !== undefined) known.delete(oldest);
      sweepHistory.set(operation, known);
    },
  };
}
