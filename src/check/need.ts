import { estimate } from '../graphql/cost/estimate.js';
import type { EstimateLimits } from '../graphql/cost/needs.js';
import type { SelectionSummary } from '../graphql/cost/selected-field.js';
import type { Scope } from '../partner/endpoint.js';
import type { AssumedVariables } from './assumed-variable.js';

/** Items of each list; `items` are those of one playlist. */
export type ListSizes = Readonly<Record<'screens' | 'playlists' | 'media' | 'items', number>>;

/** What an operation needs of its credential and of the quota. */
export interface Need {
  /** Sorted. */
  readonly scopes: readonly Scope[];
  /** REST requests at most. */
  readonly requests: number;
}

/**
 * What an operation needs by the estimate of the server, for lists of the given sizes and a credential that has read none of
 * them. Each variable with global ids counts as the type whose records cost most.
 */
export function needOf(summary: SelectionSummary, assumed: AssumedVariables, sizes: ListSizes): Need {
  const limits = limitsOf(sizes);
  const scopes = new Set<Scope>();
  const types = new Map<string, string>();
  const count = (): number => {
    const { atMost, requests } = estimate(summary, assumed.values(types), limits);
    for (const { scope } of requests) if (scope !== undefined) scopes.add(scope);
    return atMost;
  };
  for (const [variable, [first = 'Organization']] of assumed.nodeTypes) types.set(variable, first);
  for (const [variable, candidates] of assumed.nodeTypes) {
    const costs = candidates.map((type) => {
      types.set(variable, type);
      return { type, atMost: count() };
    });
    const [costliest] = costs.toSorted((a, b) => b.atMost - a.atMost);
    if (costliest !== undefined) types.set(variable, costliest.type);
  }
  const requests = count();
  return { scopes: [...scopes].sort(), requests };
}

function limitsOf(sizes: ListSizes): EstimateLimits {
  const sizeByName = new Map<string, number>(Object.entries(sizes));
  // The lists of the contract are named by the ends of their paths.
  const assumedLength = (listPath: string) => sizeByName.get(listPath.slice(listPath.lastIndexOf('/') + 1));
  const pagesOf = (size: number): number => Math.max(1, Math.ceil(size / 100));
  return {
    assumedLength,
    knownPages(listPath) {
      const size = assumedLength(listPath);
      return size === undefined ? undefined : pagesOf(size);
    },
    knownParts(listPath) {
      const atLeast = assumedLength(listPath);
      if (atLeast === undefined) return undefined;
      return { atLeast, exactly: atLeast * (listPath.endsWith('/playlists') ? pagesOf(sizes.items) : 1) };
    },
    requestLimit: Number.MAX_SAFE_INTEGER,
  };
}
