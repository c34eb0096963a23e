import type { Endpoint } from '../partner/endpoint.js';
import { asError, PartnerError } from '../partner/error.js';
import type { ClientRequest, PendingResult } from '../rest/client.js';
import { type CollectionFacts, type FactValues, SharedFacts } from './collection-facts.js';
import { announceWait, CoolDown } from './cool-down.js';
import { announceMissing, MissingScopes } from './missing-scope.js';
import type { Cancel, Limiter, Waiting } from './limiter.js';
import type { ResponseStore } from './response-store.js';
import type { SharedState } from './shared-state.js';
import { TenantQueue, type Waiter } from './tenant-queue.js';
import { TenantResponses } from './tenant-responses.js';

/** Entries by text that come and go with every request; `Reflect.deleteProperty` takes one out. */
export type Dictionary<T> = Record<string, T | undefined>;

/**
 * Not a Map: a long-lived Map outgrows its table again and again, and in V8 each outgrown table
 * points to the next one. Once one of them is old, everything that its successors ever held is kept
 * until the next full collection; here that is every request. A plain object is emptied in place.
 * Worth a third of a small query's processor time.
 */
export const createDictionary = <T>(): Dictionary<T> =>
  // Without a prototype every key is an ordinary one.
  Object.create(null) as Dictionary<T>;

export interface TenantOptions {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  readonly maxCoolDownSeconds: number;
  /** Slots of the whole process, which credentials share. */
  readonly limiter: Limiter;
  /** Undefined where no response is remembered. */
  readonly responses?: ResponseStore | undefined;
  /** Undefined where this process is alone. */
  readonly fleet?: SharedState | undefined;
  /** Called when the Partner API has refused a credential, here or at another process. */
  readonly refused?: ((tenantKey: string) => void) | undefined;
}

/**
 * Milliseconds for which a process that begins to listen hears of a refusal; longer where it may
 * serve older responses.
 */
const minRefusalHoldMs = 60_000;

/**
 * What the operations of one credential share. Outside of `responses`, no record outlives the
 * operations that read it.
 */
export class Tenant {
  readonly now: () => number;
  readonly limiter: Limiter;
  /** At the limiter. */
  readonly queue = new TenantQueue(false);
  readonly inFlight: Dictionary<InFlightRequest> = createDictionary();
  /** What waits for a slot to send the request of a path, by the path. */
  readonly waitingByPath = new Map<string, Set<Cancel>>();
  readonly coolDown: CoolDown;
  readonly missingScopes: MissingScopes;
  /** By the path of the list. */
  readonly collections = new Map<string, CollectionFacts>();
  readonly sharedFacts: SharedFacts | undefined;
  /**
   * Paths of the lists that an operation's links were read from when it last ran with the same
   * variables.
   */
  readonly sweepHistory = new WeakMap<object, Map<string, ReadonlySet<string>>>();
  readonly responses: TenantResponses | undefined;
  /** Operations in flight; see `Admission`. */
  operations = 0;
  private lastRefusedAt = -Infinity;

  /**
   * @param tenantKey a keyed hash of the credential, under which other modules keep what is its own
   */
  constructor(
    readonly tenantKey: string,
    private readonly options: TenantOptions,
    facts: FactValues | undefined,
  ) {
    const { now, maxCoolDownSeconds, limiter, responses, fleet } = options;
    this.now = now;
    this.limiter = limiter;
    this.coolDown = new CoolDown(now, maxCoolDownSeconds, (wait, leftMs) => {
      if (fleet !== undefined) announceWait(fleet, tenantKey, wait, leftMs);
    });
    this.missingScopes = new MissingScopes(now, (scope, error) => {
      if (fleet !== undefined) announceMissing(fleet, tenantKey, scope, error);
    });
    this.sharedFacts = facts && new SharedFacts(facts, tenantKey, this.collections, now);
    this.responses = responses && new TenantResponses(responses, tenantKey);
  }

  /**
   * Whether the Partner API has accepted the credential, and not refused it since: only then it
   * gets more than a stranger.
   */
  get isAccepted(): boolean {
    return this.queue.isAccepted;
  }

  /** When the Partner API last refused the credential. */
  get refusedAt(): number {
    return this.lastRefusedAt;
  }

  /** The newest request of a path, where it may still be joined. */
  findJoinable(path: string): InFlightRequest | undefined {
    const found = this.inFlight[path];
    return found !== undefined && this.now() <= found.joinableUntil ? found : undefined;
  }

  /** Lets others join a request that has been sent. */
  addInFlight(request: ClientRequest, pending: PendingResult, timeoutMs: number): InFlightRequest {
    const { path } = request;
    const added = new InFlightRequest(this, request, pending, this.now() + timeoutMs / 2);
    this.inFlight[path] = added;
    for (const cancel of this.waitingByPath.get(path) ?? []) cancel(superseded);
    return added;
  }

  /**
   * Waits for a slot of the process for a path; false where another operation has sent its request
   * meanwhile.
   */
  async waitForSlot(
    path: string,
    { ready, cancel }: Waiting,
    cancels: Set<Cancel>,
  ): Promise<boolean> {
    const { waitingByPath } = this;
    const others = waitingByPath.get(path) ?? new Set();
    waitingByPath.set(path, others.add(cancel));
    cancels.add(cancel);
    try {
      await ready;
      return true;
    } catch (reason) {
      if (reason === superseded) return false;
      throw reason;
    } finally {
      cancels.delete(cancel);
      others.delete(cancel);
      if (others.size === 0 && waitingByPath.get(path) === others) waitingByPath.delete(path);
    }
  }

  /**
   * Takes note of a 401 or 403: nobody may be served any more what the credential has read. A 403
   * counts where the scope was granted before: a scope that is missing all along takes nothing
   * away.
   */
  noteRefused(error: PartnerError, endpoint: Pick<Endpoint, 'scope'>): void {
    const isNews = error.code === 'FORBIDDEN' && this.missingScopes.refused(error, endpoint);
    if (error.code !== 'UNAUTHENTICATED' && !isNews) return;
    this.forget();
    this.responses?.refuse();
    const { responses: store, fleet } = this.options;
    const holdMs = Math.max(minRefusalHoldMs, store?.maxAgeMs ?? 0);
    // An invented credential is of no interest later.
    fleet?.announce('refusal', this.tenantKey, this.isAccepted ? holdMs : 0);
  }

  /** Forgets what the credential has read: it was refused, here or at another process. */
  forget(): void {
    this.responses?.drop();
    this.lastRefusedAt = this.now();
    this.collections.clear();
    this.sharedFacts?.drop();
    this.options.refused?.(this.tenantKey);
  }
}

/** Why those that wait for a slot to send a request leave the queue: it is in flight now. */
const superseded = new Error('Another operation has sent the request.');

/** An operation that waits for a REST request. */
export interface Reader extends Waiter<unknown> {
  /**
   * Counts bytes of the body, which every operation that waits for it holds.
   *
   * @returns why it may read no more
   */
  readonly charge: (bytes: number) => PartnerError | undefined;
}

/**
 * One REST request in flight, and how many operations wait for it. It has a slot until its outcome.
 */
export class InFlightRequest {
  /** What its waiters get: settles once the tenant has taken note of the response. */
  private readonly result: Promise<unknown>;
  private waiters = 0;
  /** Bytes of the body that have come. */
  private bytes = 0;
  /** Those of operations that have left count nothing any more. */
  private readonly charges: ((bytes: number) => void)[] = [];

  /**
   * @param joinableUntil when half of its time is over, second attempt included: a later waiter
   *   would inherit too early a deadline
   */
  constructor(
    private readonly tenant: Tenant,
    private readonly request: ClientRequest,
    private readonly pending: PendingResult,
    readonly joinableUntil: number,
  ) {
    const { limiter, queue, coolDown } = tenant;
    this.result = pending.result.then(
      (value) => {
        this.leave();
        limiter.accept(queue);
        limiter.release(queue);
        coolDown.noteResponse();
        tenant.missingScopes.granted(request.endpoint.scope);
        return value;
      },
      (error: unknown) => {
        this.leave();
        const toWaiters = error instanceof PartnerError ? this.noteFailure(error) : error;
        limiter.release(queue);
        throw asError(toWaiters);
      },
    );
  }

  /**
   * Waits for it beside the others that do; the last to leave aborts it. `cancels` end with the
   * operation.
   */
  join({ resolve, reject, charge }: Reader, cancels: Set<Cancel>): void {
    this.waiters += 1;
    const cancel: Cancel = (reason) => {
      if (!cancels.delete(cancel)) return;
      reject(reason);
      this.waiters -= 1;
      if (this.waiters > 0) return;
      this.leave();
      this.pending.abort(reason);
    };
    cancels.add(cancel);
    const chargeOrLeave = (bytes: number): void => {
      const reason = cancels.has(cancel) ? charge(bytes) : undefined;
      if (reason !== undefined) cancel(reason);
    };
    this.charges.push(chargeOrLeave);
    if (this.bytes > 0) chargeOrLeave(this.bytes);
    this.result.then(
      (value) => {
        if (cancels.delete(cancel)) resolve(value);
      },
      (error: unknown) => {
        if (cancels.delete(cancel)) reject(asError(error));
      },
    );
  }

  /** Counts bytes of the body as they come. */
  noteBytes(count: number): void {
    this.bytes += count;
    for (const charge of this.charges) charge(count);
  }

  /** @returns what the waiters get */
  private noteFailure(error: PartnerError): PartnerError {
    const { limiter, queue, coolDown } = this.tenant;
    const { code, facts } = error;
    this.tenant.noteRefused(error, this.request.endpoint);
    if (code === 'UNAUTHENTICATED') limiter.refuse(queue, error);
    // A 403 and a 404 are for a valid credential (contract, "Errors"); any other status may come
    // from a gateway.
    else if (code === 'FORBIDDEN' || code === 'NOT_FOUND') limiter.accept(queue);
    if (code === 'RATE_LIMITED') return coolDown.refused(error);
    // A gateway's status says nothing about the quota behind it.
    if (facts.status !== undefined && facts.status < 500) coolDown.noteResponse();
    return error;
  }

  /** Nobody may join it any more; a newer one of the same path stays. */
  private leave(): void {
    const { inFlight } = this.tenant;
    const { path } = this.request;
    if (inFlight[path] === this) Reflect.deleteProperty(inFlight, path);
  }
}
