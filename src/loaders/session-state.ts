import type { Collection, Identified } from '../partner/collection.js';
import type { RecordEndpoint } from '../partner/endpoint.js';
import { extentOf } from '../paging/source.js';
import type { Client } from '../rest/client.js';
import { fillPath } from '../rest/path.js';
import { createLimiter, type Limiter } from '../tenant/limiter.js';
import { type SweepHistory, sweepHistoryOf } from '../tenant/sweep-history.js';
import type { Tenant } from '../tenant/tenant.js';
import { type BatchSchedule, createBatchSchedule } from './batch-schedule.js';
import { sweepPages } from './batch-strategy.js';
import { type Cost, createBudget } from './budget.js';
import { createMemo, type Memo } from './memo.js';
import { createRefusals } from './refusal.js';
import { getRecord } from './request.js';
import { createRequestQueue, type RequestQueue } from './request-queue.js';
import { createTrace, type Trace } from './trace.js';

export interface SessionLimits {
  /** REST requests in flight at once for one operation. */
  readonly maxConcurrency: number;
  /** REST requests that one operation may spend. */
  readonly maxRequests: number;
  /** Milliseconds for one REST request. */
  readonly timeoutMs: number;
}

/** The facts of an operation that batches depend on; the object is also the key of its sweep history. */
export interface SessionOperation {
  /** Whether it selects links, by which the responses of one wave lead to records of the next. */
  readonly hasLinks: boolean;
  /** Whether its first read is one record by its id: there is no batch to wait for. */
  readonly startsWithOneRequest: boolean;
}

export interface SessionOptions {
  readonly client: Client;
  readonly credential: string;
  readonly requestId: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly tenant: Tenant;
  readonly limits: SessionLimits;
  readonly processLimiter: Limiter;
  readonly operation: SessionOperation;
  /** Its variables as text. */
  readonly variables: string;
  /** Whether every request is recorded. */
  readonly isTraced: boolean;
}

/** What one operation has read, and what it reads with. */
export interface SessionState {
  readonly options: SessionOptions;
  readonly requests: RequestQueue;
  readonly memo: Memo;
  readonly schedule: BatchSchedule;
  readonly history: SweepHistory;
  readonly cost: Cost;
  readonly trace: Trace | undefined;
  /** Paths of lists that are swept ahead and that no batch has needed. */
  readonly unneeded: Set<string>;
  /** Whether anything has been read. */
  hasBegun: boolean;
}

export function createSessionState(options: SessionOptions): SessionState {
  const { client, credential, requestId, headers, tenant, limits, processLimiter } = options;
  const budget = createBudget(limits.maxRequests);
  const trace = options.isTraced ? createTrace(() => performance.now()) : undefined;
  const requests = createRequestQueue({
    client,
    credential,
    requestId,
    headers,
    tenant,
    budget,
    refusals: createRefusals(),
    operationLimiter: createLimiter(limits.maxConcurrency),
    processLimiter,
    timeoutMs: limits.timeoutMs,
    trace,
  });
  return {
    options,
    requests,
    memo: createMemo(budget.cost),
    schedule: createBatchSchedule(),
    history: sweepHistoryOf(tenant, options.operation, options.variables),
    cost: budget.cost,
    trace,
    unneeded: new Set(),
    hasBegun: false,
  };
}

export const readOnce = <T>(state: SessionState, endpoint: RecordEndpoint<T>, path: string): Promise<T> =>
  state.memo.once(path, () => getRecord(state.requests, endpoint, path));

export const readById = <T extends Identified>(
  state: SessionState,
  { get, idParameter }: Collection<T>,
  id: string,
): Promise<T> => readOnce(state, get, fillPath(get.path, { [idParameter]: id }));

/** Pages of 100 that a list has, where the credential's operations have learnt it lately. */
export function knownPages({ collections }: Tenant, listPath: string): number | undefined {
  const facts = collections.get(listPath);
  return facts && sweepPages(extentOf(facts.pagination));
}
