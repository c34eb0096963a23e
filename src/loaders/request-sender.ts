import type { ClientRequest, Sender } from '../rest/client.js';
import type { Endpoint } from '../partner/endpoint.js';
import { asError, PartnerError } from '../partner/error.js';
import { scrubPath } from '../partner/scrub.js';
import { repeat } from '../tenant/cool-down.js';
import {
  addInFlight,
  type Cancel,
  findJoinable,
  join,
  type Waiter,
  waitForSlot,
} from '../tenant/in-flight-request.js';
import type { InFlightRequest } from '../tenant/tenant.js';
import { Budget, Trace } from './budget.js';
import type { RequestOptions } from './session-options.js';

/** Sends the requests of one operation, or joins those of the credential's other operations. */
export class RequestSender implements Sender {
  readonly credential: string;
  readonly requestId: string;
  readonly headers: Sender['headers'];
  readonly responses: Sender['responses'];
  readonly budget: Budget;
  readonly trace: Trace | undefined;
  /** Cancels all that waits for the process, or is under way. */
  readonly cancels = new Set<Cancel>();
  /** Why the operation is over. */
  ended: Error | undefined;
  readonly refusals = new Refusals();
  /** The earliest of all requests that were waited for; see `InFlightRequest`. */
  private joinableUntil = Infinity;

  constructor(private readonly options: RequestOptions) {
    this.credential = options.credential;
    this.requestId = options.requestId;
    this.headers = options.headers;
    this.responses = options.tenant.responses;
    this.budget = new Budget(options.limits.maxRequests);
    this.trace = options.isTraced ? new Trace(() => performance.now()) : undefined;
  }

  /** The end of this operation does not matter: others may wait for the request. */
  maySendAgain(endpoint: Endpoint): boolean {
    try {
      this.refusals.check(endpoint);
      this.options.tenant.coolDown.check(endpoint);
    } catch {
      return false;
    }
    if (!this.budget.spendForRetry()) return false;
    this.options.observer?.sentAgain();
    return true;
  }

  /** @throws why no request of the endpoint may be sent now */
  check(endpoint: Endpoint): void {
    if (this.ended !== undefined) throw this.ended;
    this.refusals.check(endpoint);
    this.options.tenant.coolDown.check(endpoint);
  }

  /** Whether each request that was waited for has at least half of its time left. */
  isInTime(): boolean {
    return this.options.tenant.now() <= this.joinableUntil;
  }

  /** Cancels all that waits or is under way, and refuses every later request. */
  end(reason: Error): void {
    this.ended ??= reason;
    for (const cancel of [...this.cancels]) cancel(reason);
    this.cancels.clear();
  }

  /** Joins the request of the path, or waits for a slot of the process to send it. */
  read(request: ClientRequest, waiter: Waiter): void {
    const { tenant, processLimiter } = this.options;
    const other = this.findOther(request);
    if (other !== undefined) {
      this.join(other, waiter);
      return;
    }
    const waiting = processLimiter.acquire(tenant.queue);
    if (waiting === undefined) this.sendOrJoin(request, waiter);
    else
      waitForSlot(tenant, request.path, waiting, this.cancels).then(
        (isAdmitted) => (isAdmitted ? this.sendOrJoin(request, waiter) : this.read(request, waiter)),
        (reason: unknown) => waiter.reject(rejectionOf(request.endpoint, reason)),
      );
  }

  /** Holds a slot of the process, and releases it unless it sends. */
  private sendOrJoin(request: ClientRequest, waiter: Waiter): void {
    const { tenant, processLimiter } = this.options;
    let inFlight: InFlightRequest;
    try {
      this.check(request.endpoint);
      const other = this.findOther(request);
      if (other !== undefined) processLimiter.release(tenant.queue);
      inFlight = other ?? this.send(request);
    } catch (error) {
      processLimiter.release(tenant.queue);
      waiter.reject(asError(error));
      return;
    }
    this.join(inFlight, waiter);
  }

  /** The request that another operation has sent for the path, where it can still be joined. */
  private findOther({ path }: ClientRequest): InFlightRequest | undefined {
    const other = findJoinable(this.options.tenant, path);
    if (other !== undefined) this.budget.cost.shared += 1;
    return other;
  }

  private join(inFlight: InFlightRequest, waiter: Waiter): void {
    this.joinableUntil = Math.min(this.joinableUntil, inFlight.joinableUntil);
    join(this.options.tenant, inFlight, waiter, this.cancels);
  }

  /** Sends a request, which holds a slot of the process until its response. @throws UPSTREAM_BUDGET_EXCEEDED */
  private send(request: ClientRequest): InFlightRequest {
    const { client, tenant, processLimiter, limits } = this.options;
    this.budget.spend(request.endpoint);
    const pending = client.read(request, this);
    const inFlight = addInFlight(tenant, processLimiter, request, pending, limits.timeoutMs);
    this.trace?.record(request.endpoint, scrubPath(request.path, this.credential), pending.result);
    return inFlight;
  }
}

/** Why a request was not sent. A 401 that rejected it in the queue names the endpoint that it was not sent to. */
const rejectionOf = (endpoint: Endpoint, reason: unknown): Error =>
  reason instanceof PartnerError && reason.code === 'UNAUTHENTICATED'
    ? repeat(reason, endpoint)
    : asError(reason);

/** What the upstream has refused: after a 403 nothing of its scope is sent, after a 401 or 429 nothing at all. */
export class Refusals {
  /** Created late: nearly every operation has none. */
  private byScope: Map<Endpoint['scope'], PartnerError> | undefined;
  private ofEverything: PartnerError | undefined;

  /** @throws PartnerError the remembered refusal, where it also applies to `endpoint` */
  check(endpoint: Endpoint): void {
    const refusal = this.ofEverything ?? this.byScope?.get(endpoint.scope);
    if (refusal !== undefined) throw repeat(refusal, endpoint);
  }

  remember(endpoint: Endpoint, error: unknown): void {
    if (!(error instanceof PartnerError)) return;
    if (error.code === 'UNAUTHENTICATED' || error.code === 'RATE_LIMITED') this.ofEverything ??= error;
    // The organization needs no scope, so its 403 says nothing about other endpoints.
    if (error.code !== 'FORBIDDEN' || endpoint.scope === undefined) return;
    this.byScope ??= new Map();
    if (!this.byScope.has(endpoint.scope)) this.byScope.set(endpoint.scope, error);
  }
}
