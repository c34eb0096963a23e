import type { GraphQLError } from 'graphql';
import { createDictionary, type Dictionary } from '../base/dictionary.js';
import { extend } from '../base/extend.js';
import { type Dependent, Lifetime } from '../base/lifetime.js';
import { createCost } from '../session/cost.js';
import type { Session } from '../session/session.js';
import { Cancellation, PartnerError } from '../partner/error.js';
import { unacceptedShare } from '../tenant/limiter.js';
import type { Tenant } from '../tenant/tenant.js';
import type { OperationObservation } from './observation.js';
import type { Caller } from './operation-request.js';
import { unavailable } from '../document/parameters.js';
import type { OperationResponse, UpstreamCost } from './result.js';

/**
 * An operation until its response is complete, its last client has left, or its time is over,
 * whichever is first: also where nobody reads what it has made. A class for the reason given at
 * `Execution`.
 */
export class InFlightOperation {
  private started: Promise<OperationResponse> | undefined;
  private waiting = 0;
  readonly startedAt = performance.now();
  /** Its end frees what the operation holds at once, whoever reads the rest of its response. */
  readonly lifetime: Lifetime;

  /**
   * @param session undefined for an operation that reads nothing from the Partner API
   * @param timeoutMs milliseconds for the whole operation (OPERATION_TIMEOUT_MS)
   */
  constructor(
    readonly session: Session | undefined,
    timeoutMs: number,
  ) {
    this.lifetime = session?.lifetime ?? new Lifetime();
    const timer = setTimeout(() => {
      const message = `The operation did not complete within ${timeoutMs} ms (OPERATION_TIMEOUT_MS).`;
      this.lifetime.end(new PartnerError('UPSTREAM_TIMEOUT', message));
    }, timeoutMs);
    this.lifetime.add({ end: () => clearTimeout(timer) });
  }

  /** Undefined until the execution has started. */
  get response(): Promise<OperationResponse> | undefined {
    return this.started;
  }

  /** How many clients wait for the response. */
  get clients(): number {
    return this.waiting;
  }

  /** Starts the execution. @param run closes the operation when its response is complete */
  start(
    run: (inFlight: InFlightOperation) => Promise<OperationResponse>,
  ): Promise<OperationResponse> {
    const started = run(this);
    this.started = started;
    return started;
  }

  /** Lets a client wait for the response; the last one to leave ends the operation. */
  addClient({ lifetime }: Pick<Caller, 'lifetime'>): void {
    this.waiting += 1;
    const client: Dependent = {
      end: (reason) => {
        this.waiting -= 1;
        if (this.waiting === 0) this.lifetime.end(reason);
      },
    };
    lifetime.add(client);
    this.lifetime.add({ end: () => lifetime.remove(client) });
  }

  /**
   * To be called when the response is complete, or nobody reads the rest of it; a second call
   * changes nothing.
   */
  close(): void {
    this.lifetime.end(completed);
  }
}

/** Made once: the stack of an error is the costliest part of a small operation. */
const completed = new Cancellation('The operation is over.');

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

type AdmittedTenant = Pick<Tenant, 'isAccepted' | 'operations'>;

/** Seconds. Every operation that ends frees a place, so that a client may soon try again. */
const retryAfterSeconds = 1;

/**
 * Milliseconds. When credentials that are not accepted wait longer for a slot of the limiter,
 * further ones are refused.
 */
const maxUnacceptedWaitMs = 1000;

/**
 * Refuses operations that cannot be served in reasonable time, instead of queueing without bound.
 * Neither a flood of one credential, which holds at most half of all places, nor invented ones,
 * which hold a quarter together until the Partner API has accepted them, keep others out.
 */
export class Admission {
  private total = 0;
  /** Those with operations in flight that were not accepted when the last of these was admitted. */
  private readonly unaccepted = new Set<AdmittedTenant>();

  /**
   * @param max operations in flight at once (MAX_OPERATIONS)
   *
   * @param unacceptedWaitMs how long credentials that are not accepted have been waiting for their
   *   first slot of the limiter
   */
  constructor(
    private readonly max: number,
    private readonly unacceptedWaitMs: () => number = () => 0,
  ) {}

  /**
   * Admits an operation; returns what to call once when it has ended.
   *
   * @throws GraphQLError for HTTP 503 where no place is free
   */
  enter(tenant: AdmittedTenant): () => void {
    const { max } = this;
    const maxOfOne = Math.max(1, Math.ceil(max / 2));
    if (this.total >= max || tenant.operations >= maxOfOne) {
      throw unavailable(
        `The façade serves at most ${max} operations at once (MAX_OPERATIONS), and half as many for one credential. Try again.`,
        retryAfterSeconds,
      );
    }
    if (!tenant.isAccepted) {
      this.checkUnaccepted();
      this.unaccepted.add(tenant);
    }
    tenant.operations += 1;
    this.total += 1;
    return () => {
      this.total -= 1;
      tenant.operations -= 1;
      if (tenant.operations === 0) this.unaccepted.delete(tenant);
    };
  }

  private checkUnaccepted(): void {
    const waitMs = this.unacceptedWaitMs();
    if (waitMs > maxUnacceptedWaitMs) throw tooManyUnaccepted(this.max, Math.ceil(waitMs / 1000));
    let operations = 0;
    for (const each of this.unaccepted) {
      if (each.isAccepted) this.unaccepted.delete(each);
      else operations += each.operations;
    }
    if (operations >= unacceptedShare(this.max)) {
      throw tooManyUnaccepted(this.max, retryAfterSeconds);
    }
  }
}

const tooManyUnaccepted = (max: number, retryAfter: number): GraphQLError =>
  unavailable(
    `The façade serves at most a quarter of ${max} operations at once (MAX_OPERATIONS) for credentials that the Partner API ` +
      'has not accepted yet. Try again.',
    retryAfter,
  );
