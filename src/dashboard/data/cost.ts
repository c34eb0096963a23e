import { createContext, use, useSyncExternalStore } from 'react';

/** What one operation cost (`extensions.upstream`). Counts of REST requests, but for `limit`. */
export interface Cost {
  readonly requests: number;
  /** REST requests that one operation may spend. */
  readonly limit: number;
  readonly deduplicated?: number;
  readonly primed?: number;
  readonly swept?: number;
  readonly shared?: number;
}

export interface OperationCost {
  readonly name: string;
  readonly cost: Cost;
}

/** What the operations of each view cost, for as long as a session lasts. */
export interface CostStore {
  /** @param key of the operation: a deferred part tells the cost of the whole again, which replaces the first */
  readonly record: (view: string, key: number, operation: OperationCost) => void;
  readonly of: (view: string) => readonly OperationCost[];
  readonly subscribe: (changed: () => void) => () => void;
}

export function createCostStore(): CostStore {
  const views = new Map<string, ReadonlyMap<number, OperationCost>>();
  const lists = new Map<string, readonly OperationCost[]>();
  const listeners = new Set<() => void>();
  return {
    record(view, key, operation) {
      const operations = new Map(views.get(view)).set(key, operation);
      views.set(view, operations);
      lists.set(view, [...operations.values()]);
      for (const changed of listeners) changed();
    },
    of: (view) => lists.get(view) ?? none,
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}

const none: readonly OperationCost[] = [];

export const CostContext = createContext<CostStore>(createCostStore());

/** The operations that a view has cost so far, one entry each. */
export function useCost(view: string): readonly OperationCost[] {
  const store = use(CostContext);
  return useSyncExternalStore(store.subscribe, () => store.of(view));
}
