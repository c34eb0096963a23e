import { hash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Endpoint } from '../partner/endpoint.js';
import type { PartnerError } from '../partner/error.js';
import type { PendingResult } from '../rest/client.js';
import { type CollectionFacts, type FactValues, openFactValues, SharedFacts } from './collection-facts.js';
import { announceWait, CoolDown, listenForWaits } from './cool-down.js';
import type { Cancel, Limiter } from './limiter.js';
import type { ResponseStore } from './response-store.js';
import type { SharedState } from './shared-state.js';
import { TenantQueue } from './tenant-queue.js';
import { TenantResponses } from './tenant-responses.js';

/** Entries by text that come and go with every request; `Reflect.deleteProperty` takes one out. */
export type Dictionary<T> = Record<string, T | undefined>;

/**
 * Not a Map: a long-lived Map outgrows its table again and again, and in V8 each outgrown table points to the next one.
 * Once one of them is old, everything that its successors ever held is kept until the next full collection; here that is
 * every request. A plain object is emptied in place. Worth a third of a small query's processor time.
 */
export const createDictionary = <T>(): Dictionary<T> =>
  // Without a prototype every key is an ordinary one.
  Object.create(null) as Dictionary<T>;

/** One REST request in flight, and how many operations wait for it. */
export interface InFlightRequest {
  readonly path: string;
  readonly pending: PendingResult;
  /** What its waiters get: settles once the tenant has taken note of the response. */
  readonly result: Promise<unknown>;
  /** When half of its time is over, second attempt included: a later waiter would inherit too early a deadline. */
  readonly joinableUntil: number;
  waiters: number;
}

interface TenantOptions {
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

/** Milliseconds for which a process that begins to listen hears of a refusal; longer where it may serve older responses. */
const minRefusalHoldMs = 60_000;

/** Milliseconds between two messages of refusals of one credential that may be an invented one. */
const refusalPauseMs = 1000;

/** What the operations of one credential share. Outside of `responses`, no record outlives the operations that read it. */
export class Tenant {
  readonly now: () => number;
  readonly limiter: Limiter;
  /** At the limiter. */
  readonly queue = new TenantQueue(false);
  readonly inFlight: Dictionary<InFlightRequest> = createDictionary();
  /** What waits for a slot to send the request of a path, by the path. */
  readonly waitingByPath = new Map<string, Set<Cancel>>();
  readonly coolDown: CoolDown;
  /** By the path of the list. */
  readonly collections = new Map<string, CollectionFacts>();
  readonly sharedFacts: SharedFacts | undefined;
  /** Paths of the lists that an operation's links were read from when it last ran with the same variables. */
  readonly sweepHistory = new WeakMap<object, Map<string, ReadonlySet<string>>>();
  readonly responses: TenantResponses | undefined;
  /** Operations in flight; see `Admission`. */
  operations = 0;
  /** When the Partner API last refused the credential. */
  refusedAt = -Infinity;
  /** Scopes whose last response was a 403. */
  private readonly refusedScopes = new Set<Endpoint['scope']>();
  private announcedAt = -Infinity;

  /** @param tenantKey a keyed hash of the credential, under which other modules keep what is its own */
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
    this.sharedFacts = facts && new SharedFacts(facts, tenantKey, this.collections, now);
    this.responses = responses && new TenantResponses(responses, tenantKey);
  }

  /** Whether the Partner API has accepted the credential, and not refused it since: only then it gets more than a stranger. */
  get isAccepted(): boolean {
    return this.queue.isAccepted;
  }

  noteGranted(scope: Endpoint['scope']): void {
    if (this.refusedScopes.size > 0) this.refusedScopes.delete(scope);
  }

  /**
   * Takes note of a 401 or 403: nobody may be served any more what the credential has read. A 403 counts where the scope was
   * granted before: a scope that is missing all along takes nothing away.
   */
  noteRefused({ code }: PartnerError, { scope }: Pick<Endpoint, 'scope'>): void {
    const { refusedScopes } = this;
    if (code !== 'UNAUTHENTICATED' && (code !== 'FORBIDDEN' || refusedScopes.has(scope))) return;
    if (code === 'FORBIDDEN') refusedScopes.add(scope);
    this.forget();
    this.responses?.refuse();
    this.announceRefusal();
  }

  /** Forgets what the credential has read: it was refused, here or at another process. */
  forget(): void {
    this.responses?.drop();
    this.refusedAt = this.now();
    this.collections.clear();
    this.sharedFacts?.drop();
    this.options.refused?.(this.tenantKey);
  }

  private announceRefusal(): void {
    const { isAccepted, options, tenantKey } = this;
    const now = this.now();
    if (!isAccepted && now - this.announcedAt < refusalPauseMs) return;
    this.announcedAt = now;
    const holdMs = Math.max(minRefusalHoldMs, options.responses?.maxAgeMs ?? 0);
    // An invented credential is of no interest later.
    options.fleet?.announce('refusal', tenantKey, isAccepted ? holdMs : 0);
  }
}

/** Credentials that are remembered, and as many others: a flood of invented ones must not evict accepted ones. */
const maxTenants = 10_000;

/** Keeps tenants under a keyed hash: no key in memory can be tried against a list of credentials (fault catalogue, G11). */
export function createTenants(options: TenantOptions) {
  const { fleet, now } = options;
  const secret = fleet?.secret ?? randomBytes(32).toString('hex');
  const accepted = openMemory();
  const others = openMemory();
  const facts = fleet && openFactValues(fleet, now);
  const find = (tenantKey: string): Tenant | undefined => accepted.peek(tenantKey) ?? others.peek(tenantKey);
  const open = (tenantKey: string): Tenant => {
    const tenant = new Tenant(tenantKey, options, facts);
    others.set(tenantKey, tenant);
    return tenant;
  };
  if (fleet !== undefined) {
    // A wait also concerns a credential that this process has not seen so far.
    listenForWaits(fleet, (tenantKey) => (find(tenantKey) ?? open(tenantKey)).coolDown);
    fleet.listen('refusal', (tenantKey) => find(tenantKey)?.forget());
  }
  return {
    of: (credential: string): Tenant => {
      // A prefix is key enough: length extension needs a digest, and none leaves the process. One-shot, as a hash object
      // costs more than everything else that a small operation takes.
      const tenantKey = hash('sha256', secret + credential, 'base64');
      const known = accepted.get(tenantKey);
      const tenant = known ?? others.get(tenantKey) ?? open(tenantKey);
      tenant.sharedFacts?.refresh();
      if (known === undefined && tenant.isAccepted) {
        others.delete(tenantKey);
        accepted.set(tenantKey, tenant);
      }
      return tenant;
    },
  };
}

/** Bounded by a size of 1 each: with a `max`, it would allocate its arrays for all of them at the start. */
const openMemory = () =>
  new LRUCache<string, Tenant>({
    maxSize: maxTenants,
    sizeCalculation: () => 1,
    // No refusal at another process reaches one that has to leave.
    dispose: ({ responses }, _tenantKey, reason) => reason === 'evict' && responses?.drop(),
  });
