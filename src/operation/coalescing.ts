import { createCost } from '../loaders/budget.js';
import { createDictionary, type Dictionary } from '../tenant/dictionary.js';
import type { CheckedOperation } from './documents/checked-operation.js';
import type { InFlightOperation } from './in-flight-operation.js';
import { isIncremental, type OperationResponse } from './incremental.js';
import type { UpstreamCost } from './result.js';

/** What makes two requests equal. */
export interface CoalescingKey {
  readonly tenant: object;
  readonly operation: CheckedOperation;
  /** The variables as JSON, with whatever else makes two runs different. */
  readonly variables: string;
}

/** The operations that requests may join. */
export interface Coalescing<T> {
  /** The equal operation of the same credential, where it may still be joined. */
  readonly find: (key: CoalescingKey) => T | undefined;
  /** Lets requests join an operation; returns how to stop that. */
  readonly open: (key: CoalescingKey, operation: T) => () => void;
}

/**
 * Coalesces equal operations that are in flight at the same time: a wall of dashboards costs what one costs. A request
 * joins only an operation without any REST response yet, so that its data is not older than the request, and with half of
 * its time left, so that no client inherits a near deadline. A traced operation is for its client alone. Never across
 * credentials: the keys begin with the tenant.
 *
 * @param timeoutMs milliseconds for one operation (OPERATION_TIMEOUT_MS)
 */
export function createCoalescing<T extends Pick<InFlightOperation, 'clients' | 'isFresh' | 'startedAt'>>(
  timeoutMs: number,
  now: () => number = () => performance.now(),
): Coalescing<T> {
  const isJoinable = ({ clients, startedAt }: T): boolean =>
    clients > 0 && now() - startedAt <= timeoutMs / 2;
  const byTenant = new WeakMap<object, WeakMap<CheckedOperation, Dictionary<T>>>();
  return {
    find({ tenant, operation, variables }) {
      const found = byTenant.get(tenant)?.get(operation)?.[variables];
      return found !== undefined && isJoinable(found) && found.isFresh() ? found : undefined;
    },
    open({ tenant, operation, variables }, opened) {
      let byOperation = byTenant.get(tenant);
      if (byOperation === undefined) byTenant.set(tenant, (byOperation = new WeakMap()));
      let byVariables = byOperation.get(operation);
      if (byVariables === undefined) byOperation.set(operation, (byVariables = createDictionary<T>()));
      const register = byVariables;
      register[variables] = opened;
      return () => {
        if (register[variables] === opened) Reflect.deleteProperty(register, variables);
      };
    },
  };
}

/**
 * The response of a client that has joined. Requests count as its own only where they were started for it (runtime
 * interface).
 *
 * @param requestId that of the client
 */
export function joinedResponse(response: OperationResponse, requestId: string): OperationResponse {
  if (isIncremental(response) || response.extensions?.upstream === undefined) return response;
  const { upstream } = response.extensions;
  // A kept response is served to each client, whose response says its age.
  const cost = createCost(upstream.requests + (upstream.shared ?? 0), upstream.cached);
  const joined: UpstreamCost = { ...upstream, ...cost, requestId };
  return { ...response, extensions: { ...response.extensions, upstream: joined } };
}
