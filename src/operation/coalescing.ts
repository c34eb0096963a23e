import { createCost } from '../loaders/budget.js';
import { createDictionary, type Dictionary } from '../tenant/dictionary.js';
import type { OperationResult } from './result.js';
import type { CheckedOperation } from './documents/document.js';
import type { OperationRequest } from './run-operation.js';
import type { UpstreamCost } from './upstream-cost.js';

/** An operation under way, and how many clients wait for it. */
export interface Run {
  readonly answer: Promise<OperationResult>;
  /**
   * Whether nothing that it has asked for has come yet, so that who joins gets nothing older than the request, and
   * whether its REST requests have at least half of their time left.
   */
  readonly isFresh: () => boolean;
  /** Ends it when nobody waits any more. */
  readonly abandon: () => void;
  /** Milliseconds of a clock that never goes back. */
  readonly startedAt: number;
  waiters: number;
}

/** Runs that others may join; see `createRuns`. */
export interface Runs {
  /** The run of the very same operation for the same credential, where it may still be joined. */
  readonly find: (request: SharedRunKey) => Run | undefined;
  /** Lets others join a run; returns what to call when it is over. */
  readonly open: (request: SharedRunKey, run: Run) => () => void;
}

/** What makes two requests the same. */
export interface SharedRunKey {
  readonly tenant: object;
  readonly operation: CheckedOperation;
  /** The variables as text. */
  readonly variables: string;
}

/**
 * Lets clients that ask the same at the same moment, with one credential, share one run: a wall of dashboards costs
 * what one costs. Only a run that has had no answer yet is shared, so nothing gets staler, and one that has half of its
 * time left, so nobody inherits a deadline that is near; never across credentials, as runs are kept under the
 * credential's own object.
 *
 * @param timeoutMs milliseconds for one operation (OPERATION_TIMEOUT_MS)
 * @param now the clock by which runs say when they have started
 */
export function createRuns(timeoutMs: number, now: () => number = () => performance.now()): Runs {
  const isJoinable = (run: Run): boolean =>
    run.waiters > 0 && now() - run.startedAt <= timeoutMs / 2 && run.isFresh();
  const ofTenants = new WeakMap<object, WeakMap<CheckedOperation, Dictionary<Run>>>();
  return {
    find({ tenant, operation, variables }) {
      const run = ofTenants.get(tenant)?.get(operation)?.get(variables);
      return run !== undefined && isJoinable(run) ? run : undefined;
    },
    open({ tenant, operation, variables }, run) {
      const ofOperations = ofTenants.get(tenant) ?? new WeakMap<CheckedOperation, Dictionary<Run>>();
      const runs = ofOperations.get(operation) ?? createDictionary<Run>();
      runs.set(variables, run);
      ofOperations.set(operation, runs);
      ofTenants.set(tenant, ofOperations);
      return () => {
        if (runs.get(variables) === run) runs.delete(variables);
      };
    },
  };
}

/** Waits for a run beside the others that do; the client that leaves last ends it. */
export function waitFor(run: Run, client: Pick<OperationRequest, 'onLeave'>): Promise<OperationResult> {
  run.waiters += 1;
  let waits = true;
  const leave = (): void => {
    if (!waits) return;
    waits = false;
    run.waiters -= 1;
    if (run.waiters === 0) run.abandon();
  };
  const stopListening = client.onLeave(leave);
  return run.answer.then(
    (answer) => {
      stopListening();
      return answer;
    },
    (error: unknown) => {
      stopListening();
      throw error;
    },
  );
}

/**
 * The answer for a client that has joined: every request counts where it was started (runtime interface).
 *
 * @param requestId that of its own request
 */
export function asJoined(answer: OperationResult, requestId: string): OperationResult {
  const upstream = answer.extensions?.upstream;
  if (upstream === undefined) return answer;
  const { requests, shared = 0 } = upstream;
  const joined: UpstreamCost = { ...upstream, ...createCost(requests + shared), requestId };
  return { ...answer, extensions: { ...answer.extensions, upstream: joined } };
}
