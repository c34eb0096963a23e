import { createDictionary, type Dictionary } from '../base/dictionary.js';
import { extend } from '../base/extend.js';
import { createCost } from '../session/cost.js';
import type { Session } from '../session/session.js';
import type { InFlightOperation } from './in-flight-operation.js';
import type { OperationObservation } from './observation.js';
import type { OperationResponse, UpstreamCost } from './result.js';

export interface CoalescingKey {
  readonly tenant: object;
  /** What is run: of a document the checked operation. */
  readonly operation: object;
  /** The variables as JSON, with whatever else makes two runs different. */
  readonly variables: string;
}

type Joinable = Pick<InFlightOperation, 'clients' | 'startedAt' | 'response' | 'addClient'> & {
  readonly session: Pick<Session, 'isFresh'> | undefined;
};

/**
 * Coalesces equal operations that are in flight at the same time: a wall of dashboards costs what
 * one costs. A request joins only an operation without any REST response yet, so that its data is
 * not older than the request, and with half of its time left, so that no client inherits a near
 * deadline. A traced operation is for its client alone. Never across credentials: the keys begin
 * with the tenant.
 */
export class Coalescing {
  private readonly byTenant = new WeakMap<object, WeakMap<object, Dictionary<Joinable>>>();

  /** @param timeoutMs milliseconds for one operation (OPERATION_TIMEOUT_MS) */
  constructor(
    private readonly timeoutMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** The equal operation of the same credential, where it may still be joined. */
  find({ tenant, operation, variables }: CoalescingKey): Joinable | undefined {
    const found = this.byTenant.get(tenant)?.get(operation)?.[variables];
    if (found === undefined || found.clients === 0) return undefined;
    const hasTime = this.now() - found.startedAt <= this.timeoutMs / 2;
    return hasTime && found.session?.isFresh() === true ? found : undefined;
  }

  /**
   * Waits for the response of an equal operation that is in flight; undefined where there is none
   * to join.
   */
  join(
    key: CoalescingKey,
    observation: OperationObservation,
  ): Promise<OperationResponse> | undefined {
    const equal = this.find(key);
    if (equal?.response === undefined) return undefined;
    equal.addClient(observation.request);
    return equal.response.then((shared) => {
      const response = joinedResponse(shared, observation.request.requestId);
      const upstream = response.kind === 'whole' ? response.result.extensions?.upstream : undefined;
      observation.followCost(createCost(upstream?.shared, upstream?.cached));
      return response;
    });
  }

  /** Lets requests join an operation; returns how to stop that. */
  add({ tenant, operation, variables }: CoalescingKey, added: Joinable): () => void {
    const byVariables = this.openByVariables(tenant, operation);
    byVariables[variables] = added;
    return () => {
      if (byVariables[variables] === added) Reflect.deleteProperty(byVariables, variables);
    };
  }

  private openByVariables(tenant: object, operation: object): Dictionary<Joinable> {
    let byOperation = this.byTenant.get(tenant);
    if (byOperation === undefined) {
      byOperation = new WeakMap();
      this.byTenant.set(tenant, byOperation);
    }
    let byVariables = byOperation.get(operation);
    if (byVariables === undefined) {
      byVariables = createDictionary<Joinable>();
      byOperation.set(operation, byVariables);
    }
    return byVariables;
  }
}

/** The response of a client that has joined: whatever the run has sent counts as shared. */
export function joinedResponse(response: OperationResponse, requestId: string): OperationResponse {
  if (response.kind !== 'whole' || response.result.extensions === undefined) return response;
  const { result } = response;
  const { upstream } = response.result.extensions;
  // A kept response is served to each client, whose response says its age.
  const cost = createCost(upstream.requests + (upstream.shared ?? 0), upstream.cached);
  const own = Object.assign(cost, { requestId });
  const joined: UpstreamCost = extend(upstream, own);
  return extend(response, { result: extend(result, { extensions: { upstream: joined } }) });
}
