import type { Lifetime } from '../base/lifetime.js';
import type { Settings } from '../config.js';
import type { Endpoint } from '../partner/endpoint.js';
import { PartnerError } from '../partner/error.js';
import { scrubPath } from '../partner/scrub.js';
import type { ClientRequest, Sender } from '../rest/client.js';
import { repeat } from '../tenant/cool-down.js';
import { reasonAgainst, type RequestReader } from '../tenant/request.js';
import type { Tenant } from '../tenant/tenant.js';
import { createCost, Trace } from './cost.js';

export interface RequestOptions extends Pick<Sender, 'credential' | 'requestId' | 'headers'> {
  readonly tenant: Tenant;
  /** Of the operation: its end rejects all that waits or is under way, and every later read. */
  readonly lifetime: Lifetime;
  readonly settings: Pick<
    Settings,
    'MAX_UPSTREAM_REQUESTS' | 'MAX_UPSTREAM_BYTES' | 'UPSTREAM_MAX_CONCURRENCY'
  >;
  /**
   * Hears of each second attempt that is sent; others may wait for it when the operation has ended.
   */
  readonly observer?: { sentAgain(): void } | undefined;
  /** Whether every request is recorded. */
  readonly isTraced: boolean;
}

/**
 * The REST requests of one operation: its slots, its budget, and what it has been refused. A read
 * waits for a slot of the operation; the tenant does the rest. It rejects with a PartnerError, or
 * with why the operation is over.
 */
export class RequestQueue implements RequestReader {
  readonly cost = createCost();
  readonly trace: Trace | undefined;
  readonly lifetime: Lifetime;
  readonly sender: Sender;
  private readonly refusals = new Refusals();
  /** Whether any read has come to its end. */
  private hasEnded = false;
  /** Bytes of REST bodies that were read for the operation, those of shared requests included. */
  private bytes = 0;
  /** A slot is free only while nothing waits for one. */
  private freeSlots: number;
  private readonly waiting: (() => void)[] = [];
  /** Until when a later operation may join all requests that were waited for. */
  private joinableUntil = Infinity;

  constructor(private readonly options: RequestOptions) {
    const { credential, requestId, headers, tenant, settings, isTraced, lifetime } = options;
    const { maySendAgain } = this;
    this.lifetime = lifetime;
    this.sender = { credential, requestId, headers, responses: tenant.responses, maySendAgain };
    this.freeSlots = settings.UPSTREAM_MAX_CONCURRENCY;
    this.trace = isTraced ? new Trace(() => performance.now()) : undefined;
  }

  /** REST requests that the operation may still spend. */
  get requestsLeft(): number {
    return this.options.settings.MAX_UPSTREAM_REQUESTS - this.cost.requests;
  }

  /**
   * Whether no response has come yet, and each request that is waited for has at least half of its
   * time left.
   */
  isFresh(): boolean {
    return !this.hasEnded && this.options.tenant.now() <= this.joinableUntil;
  }

  /** The operation has a response that another one could not accept. */
  noteKept(): void {
    this.hasEnded = true;
    this.cost.cached += 1;
  }

  read(request: ClientRequest): Promise<unknown> {
    const { tenant } = this.options;
    const { endpoint } = request;
    // The tenant asks again, once there is a slot. A read that is refused here takes none, and
    // leaves the operation as fresh as it was.
    const reason = reasonAgainst(tenant, endpoint, this);
    if (reason !== undefined) return Promise.reject(reason);
    if (this.freeSlots > 0) {
      this.freeSlots -= 1;
      return tenant.read(request, this);
    }
    return new Promise<void>((resolve) => this.waiting.push(resolve)).then(() =>
      tenant.read(request, this),
    );
  }

  refusalOf(endpoint: Endpoint): PartnerError | undefined {
    return this.refusals.of(endpoint);
  }

  spend(): boolean {
    if (this.requestsLeft <= 0) return false;
    this.cost.requests += 1;
    return true;
  }

  overspent(endpoint: Endpoint): PartnerError {
    return overspent(endpoint, this.options.settings.MAX_UPSTREAM_REQUESTS);
  }

  sent({ endpoint, path }: ClientRequest, result: Promise<unknown>): void {
    this.trace?.record(endpoint, scrubPath(path, this.sender.credential), result);
  }

  shares(): void {
    this.cost.shared += 1;
  }

  waitsFor(joinableUntil: number): void {
    this.joinableUntil = Math.min(this.joinableUntil, joinableUntil);
  }

  charge(endpoint: Endpoint, bytes: number): PartnerError | undefined {
    this.bytes += bytes;
    const { MAX_UPSTREAM_BYTES } = this.options.settings;
    return this.bytes > MAX_UPSTREAM_BYTES ? overread(endpoint, MAX_UPSTREAM_BYTES) : undefined;
  }

  ended(endpoint: Endpoint, error: Error | undefined): void {
    this.hasEnded = true;
    if (error !== undefined) this.refusals.remember(endpoint, error);
    const next = this.waiting.shift();
    if (next === undefined) this.freeSlots += 1;
    else next();
  }

  /** The end of this operation does not matter: others may wait for the request. */
  private readonly maySendAgain = (endpoint: Endpoint): boolean => {
    const refusal = this.refusals.of(endpoint) ?? this.options.tenant.refusalOf(endpoint);
    if (refusal !== undefined || !this.spend()) return false;
    this.options.observer?.sentAgain();
    return true;
  };
}

/**
 * What the upstream has refused: after a 403 nothing of its scope is sent, after a 401 or 429
 * nothing at all.
 */
export class Refusals {
  /** Created late: nearly every operation has none. */
  private byScope: Map<Endpoint['scope'], PartnerError> | undefined;
  private ofEverything: PartnerError | undefined;

  /** The remembered refusal, where it also applies to `endpoint`. */
  of(endpoint: Endpoint): PartnerError | undefined {
    const refusal = this.ofEverything ?? this.byScope?.get(endpoint.scope);
    return refusal && repeat(refusal, endpoint);
  }

  remember(endpoint: Endpoint, error: unknown): void {
    if (!(error instanceof PartnerError)) return;
    const isOfEverything = error.code === 'UNAUTHENTICATED' || error.code === 'RATE_LIMITED';
    if (isOfEverything) this.ofEverything ??= error;
    // The organization needs no scope, so its 403 says nothing about other endpoints.
    if (error.code !== 'FORBIDDEN' || endpoint.scope === undefined) return;
    this.byScope ??= new Map();
    if (!this.byScope.has(endpoint.scope)) this.byScope.set(endpoint.scope, error);
  }
}

/** Why a request is not sent that its operation may not spend. */
function overspent(endpoint: Endpoint, limit: number): PartnerError {
  const message =
    `${endpoint.id} was not read: the operation has spent its ${limit} REST requests (MAX_UPSTREAM_REQUESTS). ` +
    'Ask for fewer items at once.';
  return new PartnerError('UPSTREAM_BUDGET_EXCEEDED', message, { operation: endpoint.id });
}

/**
 * Why a response is not read that takes more bytes than its operation may read, nor any later one.
 */
function overread(endpoint: Endpoint, limit: number): PartnerError {
  const message =
    `${endpoint.id} was not read: the operation may read ${limit} bytes of REST responses (MAX_UPSTREAM_BYTES). ` +
    'Ask for fewer items at once, or ask the operator for a larger budget.';
  return new PartnerError('UPSTREAM_BUDGET_EXCEEDED', message, { operation: endpoint.id });
}
