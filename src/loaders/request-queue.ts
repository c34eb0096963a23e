import type { Settings } from '../config.js';
import type { Endpoint } from '../partner/endpoint.js';
import { asError, PartnerError } from '../partner/error.js';
import { scrubPath } from '../partner/scrub.js';
import type { Client, ClientRequest, Sender } from '../rest/client.js';
import { repeat } from '../tenant/cool-down.js';
import type { Cancel } from '../tenant/limiter.js';
import type { InFlightRequest, Reader, Tenant } from '../tenant/tenant.js';
import { createCost, Trace } from './cost.js';

export interface RequestOptions extends Pick<Sender, 'credential' | 'requestId' | 'headers'> {
  readonly client: Client;
  readonly tenant: Tenant;
  readonly settings: Pick<
    Settings,
    | 'MAX_UPSTREAM_REQUESTS'
    | 'MAX_UPSTREAM_BYTES'
    | 'UPSTREAM_MAX_CONCURRENCY'
    | 'UPSTREAM_TIMEOUT_MS'
  >;
  /**
   * Hears of each second attempt that is sent; others may wait for it when the operation has ended.
   */
  readonly observer?: { sentAgain(): void } | undefined;
  /** Whether every request is recorded. */
  readonly isTraced: boolean;
}

/**
 * The REST requests of one operation. A read waits for a slot of the operation, and joins a request
 * of the credential's other operations, or is sent once the process has a slot. It rejects with a
 * PartnerError, or with why the operation is over.
 */
export class RequestQueue {
  readonly cost = createCost();
  readonly trace: Trace | undefined;
  /** Cancels all that waits for the process, or is under way. */
  readonly cancels = new Set<Cancel>();
  private endReason: Error | undefined;
  /** Whether any read has come to its end. */
  private hasResponses = false;
  private readonly sender: Sender;
  private readonly refusals = new Refusals();
  /** Bytes of REST bodies that were read for the operation, those of shared requests included. */
  private bytes = 0;
  /** A slot is free only while nothing waits for one. */
  private freeSlots: number;
  private readonly waiting: (() => void)[] = [];
  /** The earliest of all requests that were waited for; see `InFlightRequest`. */
  private joinableUntil = Infinity;

  constructor(private readonly options: RequestOptions) {
    const { credential, requestId, headers, tenant, settings, isTraced } = options;
    const { maySendAgain } = this;
    this.sender = { credential, requestId, headers, responses: tenant.responses, maySendAgain };
    this.freeSlots = settings.UPSTREAM_MAX_CONCURRENCY;
    this.trace = isTraced ? new Trace(() => performance.now()) : undefined;
  }

  /** Why the operation is over; undefined while it runs. */
  get ended(): Error | undefined {
    return this.endReason;
  }

  /** Takes note that the operation has a response: it is not fresh any more. */
  noteResponse(): void {
    this.hasResponses = true;
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
    return !this.hasResponses && this.options.tenant.now() <= this.joinableUntil;
  }

  /** Rejects all that waits or is under way, and every later read. */
  end(reason: Error): void {
    this.endReason ??= reason;
    // What waits for a slot of the operation gets one now, and is refused.
    for (const cancel of [...this.cancels]) cancel(reason);
    this.cancels.clear();
  }

  read(request: ClientRequest): Promise<unknown> {
    const reason = this.reasonAgainst(request.endpoint);
    if (reason !== undefined) return Promise.reject(reason);
    if (this.freeSlots > 0) {
      this.freeSlots -= 1;
      return this.readInSlot(request);
    }
    return new Promise<void>((resolve) => this.waiting.push(resolve)).then(() =>
      this.readInSlot(request),
    );
  }

  private readInSlot(request: ClientRequest): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const reader: Reader = {
        resolve: (value) => {
          this.leaveSlot();
          resolve(value);
        },
        reject: (error) => {
          this.leaveSlot();
          this.refusals.remember(request.endpoint, error);
          reject(error);
        },
        charge: (bytes) => this.charge(request.endpoint, bytes),
      };
      this.joinOrWait(request, reader);
    });
  }

  private leaveSlot(): void {
    this.noteResponse();
    const next = this.waiting.shift();
    if (next === undefined) this.freeSlots += 1;
    else next();
  }

  private joinOrWait(request: ClientRequest, reader: Reader): void {
    try {
      if (!this.joinOther(request, reader)) this.waitForSlot(request, reader);
    } catch (error) {
      reader.reject(asError(error));
    }
  }

  private waitForSlot(request: ClientRequest, reader: Reader): void {
    const { tenant } = this.options;
    const waiting = tenant.limiter.acquire(tenant.queue);
    if (waiting === undefined) {
      this.joinOrSend(request, reader);
      return;
    }
    tenant.waitForSlot(request.path, waiting, this.cancels).then(
      (isAdmitted) => {
        if (isAdmitted) this.joinOrSend(request, reader);
        else this.joinOrWait(request, reader);
      },
      (reason: unknown) => reader.reject(rejectionOf(request.endpoint, reason)),
    );
  }

  /** With a slot of the process, which a request that is sent keeps until its response. */
  private joinOrSend(request: ClientRequest, reader: Reader): void {
    const { tenant } = this.options;
    try {
      if (!this.joinOther(request, reader)) {
        this.send(request, reader);
        return;
      }
    } catch (error) {
      reader.reject(asError(error));
    }
    tenant.limiter.release(tenant.queue);
  }

  /**
   * Joins the request of another operation, unless there is none.
   *
   * @throws why no request of the endpoint may be sent now
   */
  private joinOther(request: ClientRequest, reader: Reader): boolean {
    const reason = this.reasonAgainst(request.endpoint);
    if (reason !== undefined) throw reason;
    const other = this.options.tenant.findJoinable(request.path);
    if (other === undefined) return false;
    this.cost.shared += 1;
    this.join(other, reader);
    return true;
  }

  /** @throws UPSTREAM_BUDGET_EXCEEDED */
  private send(request: ClientRequest, reader: Reader): void {
    const { client, tenant, settings } = this.options;
    const { endpoint, path } = request;
    if (!this.spend()) throw overspent(endpoint, settings.MAX_UPSTREAM_REQUESTS);
    // No byte comes before the request is in flight.
    const pending = client.read(request, this.sender, (count) => inFlight.noteBytes(count));
    const inFlight: InFlightRequest = tenant.addInFlight(
      request,
      pending,
      settings.UPSTREAM_TIMEOUT_MS,
    );
    this.join(inFlight, reader);
    this.trace?.record(endpoint, scrubPath(path, this.sender.credential), pending.result);
  }

  private join(inFlight: InFlightRequest, reader: Reader): void {
    this.joinableUntil = Math.min(this.joinableUntil, inFlight.joinableUntil);
    inFlight.join(reader, this.cancels);
  }

  /** The end of this operation does not matter: others may wait for the request. */
  private readonly maySendAgain = (endpoint: Endpoint): boolean => {
    if (this.refusalOf(endpoint) !== undefined || !this.spend()) return false;
    this.options.observer?.sentAgain();
    return true;
  };

  /** Why no request of the endpoint may be sent now; undefined where it may. */
  private reasonAgainst(endpoint: Endpoint): Error | undefined {
    return this.endReason ?? this.refusalOf(endpoint) ?? this.charge(endpoint, 0);
  }

  /**
   * Counts bytes of a body that the operation holds.
   *
   * @returns UPSTREAM_BUDGET_EXCEEDED where they are too many
   */
  private charge(endpoint: Endpoint, bytes: number): PartnerError | undefined {
    this.bytes += bytes;
    const { MAX_UPSTREAM_BYTES } = this.options.settings;
    return this.bytes > MAX_UPSTREAM_BYTES ? overread(endpoint, MAX_UPSTREAM_BYTES) : undefined;
  }

  private refusalOf(endpoint: Endpoint): PartnerError | undefined {
    const { coolDown, missingScopes } = this.options.tenant;
    return (
      this.refusals.of(endpoint) ??
      coolDown.refusalOf(endpoint) ??
      missingScopes.refusalOf(endpoint)
    );
  }

  /** Counts a request; false where it may not be sent. */
  private spend(): boolean {
    if (this.requestsLeft <= 0) return false;
    this.cost.requests += 1;
    return true;
  }
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

/**
 * Why a request was not sent. A 401 that rejected it in the queue names the endpoint that it was
 * not sent to.
 */
const rejectionOf = (endpoint: Endpoint, reason: unknown): Error =>
  reason instanceof PartnerError && reason.code === 'UNAUTHENTICATED'
    ? repeat(reason, endpoint)
    : asError(reason);
