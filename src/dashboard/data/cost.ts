import { createContext, use, useSyncExternalStore } from 'react';

/** The cost of one operation (`extensions.upstream`), as counts of REST requests. */
export interface Cost {
  readonly requests: number;
  /** Maximum of one operation. */
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

/** The costs of the operations of each view, during one session. */
export interface CostStore {
  /** @param key of the operation: a later part of a deferred result replaces the cost reported before */
  readonly record: (view: string, key: number, operation: OperationCost) => void;
  readonly get: (view: string) => readonly OperationCost[];
  readonly subscribe: (listener: () => void) => () => void;
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
      for (const notify of listeners) notify();
    },
    get: (view) => lists.get(view) ?? noOperations,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** One array for all: a snapshot that changes its identity would render without end. */
const noOperations: readonly OperationCost[] = [];

export const CostContext = createContext<CostStore>(createCostStore());

/** The operations of a view so far, with their costs. */
export function useCost(view: string): readonly OperationCost[] {
  const store = use(CostContext);
  return useSyncExternalStore(store.subscribe, () => store.get(view));
}
