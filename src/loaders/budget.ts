import { PartnerError } from '../partner/error.js';
import type { Endpoint } from '../partner/endpoint.js';

/** What one GraphQL operation has cost, and what it was spared. Counts of REST requests. */
export interface Cost {
  /** Really sent, second attempts included. */
  requests: number;
  /** Asked for again in this operation, and answered from what was already read or on its way. */
  deduplicated: number;
  /** Records that a list had already shown. */
  primed: number;
  /** Single reads that a sweep of the list has replaced. */
  swept: number;
  /** Answers that a cache gave, as the upstream allowed it. */
  cached: number;
  /** Answers that another operation of the same credential was already waiting for. */
  shared: number;
}

/** @param shared answers that came of another operation's requests, where nothing else was spent */
export const createCost = (shared = 0): Cost => ({
  requests: 0,
  deduplicated: 0,
  primed: 0,
  swept: 0,
  cached: 0,
  shared,
});

export interface Budget {
  readonly cost: Cost;
  readonly limit: number;
  /** Counts a request; throws UPSTREAM_BUDGET_EXCEEDED when it may not be sent. */
  spend(operation: Endpoint): void;
  /** Counts a second attempt if it may be sent. */
  spendForRetry(): boolean;
  /** Takes back a request that a cache has answered. */
  refund(): void;
}

/** @param limit REST requests that one operation may spend (MAX_UPSTREAM_REQUESTS) */
export function createBudget(limit: number): Budget {
  const cost = createCost();
  const isSpent = (): boolean => cost.requests >= limit;
  return {
    cost,
    limit,
    spend(operation) {
      if (isSpent()) throw overspent(operation, limit);
      cost.requests += 1;
    },
    refund() {
      cost.requests -= 1;
      cost.cached += 1;
    },
    spendForRetry() {
      if (isSpent()) return false;
      cost.requests += 1;
      return true;
    },
  };
}

function overspent(operation: Endpoint, limit: number): PartnerError {
  const message =
    `${operation.id} was not read: the operation has spent its ${limit} REST requests (MAX_UPSTREAM_REQUESTS). ` +
    'Ask for fewer items at once.';
  return new PartnerError('UPSTREAM_BUDGET_EXCEEDED', message, { operation: operation.id });
}
