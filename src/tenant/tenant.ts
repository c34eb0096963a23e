import { hash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { PendingResult } from '../rest/client.js';
import { type CollectionFacts, openFactValues, SharedFacts } from './collection-facts.js';
import { CoolDown, type Wait } from './cool-down.js';
import { createTenantQueue, type TenantQueue } from './tenant-queue.js';
import { createDictionary, type Dictionary } from './dictionary.js';
import type { Waiting } from './limiter.js';
import { hearRefused, type Refusable, type RefusalOptions } from './refusal.js';
import type { ResponseSource } from './response-store.js';
import type { TenantResponses } from './tenant-responses.js';
import { SharedWaits } from './shared-cool-down.js';
import type { Fleet } from './shared-state.js';

/** What the operations of one credential share. Outside of `responses`, no record outlives the operations that read it. */
export interface Tenant extends Refusable {
  /** A keyed hash of the credential, under which other modules keep what is its own. */
  readonly tenantKey: string;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** Its queue at the limiter of the process. */
  readonly queue: TenantQueue;
  readonly inFlight: Dictionary<InFlightRequest>;
  /** What waits for a slot to send the request of a path, by the path. */
  readonly waitingByPath: Map<string, Set<Waiting>>;
  readonly coolDown: CoolDown;
  /** By the path of the list. */
  readonly collections: Map<string, CollectionFacts>;
  /** Undefined where this process is alone. */
  readonly sharedFacts: SharedFacts | undefined;
  /** Paths of the lists that an operation's links were read from when it last ran with the same variables. */
  readonly sweepHistory: WeakMap<object, Map<string, ReadonlySet<string>>>;
  /** What it has read; undefined where nothing is remembered. */
  readonly responses: TenantResponses | undefined;
}

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

export interface Tenants {
  readonly of: (credential: string) => Tenant;
}

/** Credentials that are remembered, and as many unproven ones: a flood of invented ones must not evict the others. */
const maxTenants = 10_000;

/** Milliseconds for which a process that begins to listen hears of a refusal; longer where it may serve older responses. */
const minRefusalHoldMs = 60_000;

/** Milliseconds between two messages of refusals of one credential that may be an invented one. */
const refusalPauseMs = 1000;

export interface TenantOptions extends Pick<RefusalOptions, 'refused'> {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** MAX_COOL_DOWN_SECONDS. */
  readonly maxCoolDownSeconds: number;
  /** Undefined where no response is remembered. */
  readonly responses?: ResponseSource | undefined;
  /** Undefined where this process is alone. */
  readonly fleet?: Fleet | undefined;
}

/** What tenants share with those of other processes. */
interface Sharing {
  readonly waits: SharedWaits;
  readonly facts: ReturnType<typeof openFactValues>;
}

/** Keeps tenants under a keyed hash: no key in memory can be tried against a list of credentials (fault catalogue, G11). */
export function createTenants(options: TenantOptions): Tenants {
  const { fleet } = options;
  const secret = fleet?.secret ?? randomBytes(32).toString('hex');
  const proven = new LRUCache<string, Tenant>({ max: maxTenants, dispose: endTenant });
  const others = new LRUCache<string, Tenant>({ max: maxTenants, dispose: endTenant });
  const known = (tenantKey: string): Tenant | undefined => proven.peek(tenantKey) ?? others.peek(tenantKey);
  const sharing = fleet && {
    waits: new SharedWaits(fleet.shared, options.now, (tenantKey) => known(tenantKey)?.coolDown),
    facts: openFactValues(fleet.shared, options.now),
  };
  fleet?.shared.listen('refusal', (tenantKey) => {
    const tenant = known(tenantKey);
    if (tenant !== undefined) hearRefused(tenant);
  });
  return {
    of(credential) {
      // A prefix is key enough: length extension needs a digest, and none leaves the process. One-shot, as a hash object
      // costs more than everything else that a small operation takes.
      const tenantKey = hash('sha256', secret + credential, 'base64');
      const accepted = proven.get(tenantKey);
      if (accepted !== undefined) {
        accepted.sharedFacts?.refresh();
        return accepted;
      }
      const tenant = others.get(tenantKey) ?? createTenant(tenantKey, options, sharing);
      if (tenant.queue.isProven) others.delete(tenantKey);
      (tenant.queue.isProven ? proven : others).set(tenantKey, tenant);
      return tenant;
    },
  };
}

/** No refusal at another process reaches one that has to leave. */
function endTenant({ responses }: Tenant, _tenantKey: string, reason: LRUCache.DisposeReason): void {
  if (reason === 'evict') responses?.drop();
}

function createTenant(
  tenantKey: string,
  options: TenantOptions,
  { waits, facts }: Partial<Sharing> = {},
): Tenant {
  const { now, maxCoolDownSeconds: maxSeconds, responses, fleet, refused } = options;
  const announce = waits && ((wait: Wait): void => waits.announce(tenantKey, wait));
  const coolDown = new CoolDown({ now, maxSeconds, announce });
  const wait = waits?.of(tenantKey);
  if (wait !== undefined) coolDown.hear(wait);
  const collections = new Map<string, CollectionFacts>();
  const queue = createTenantQueue(false);
  return {
    tenantKey,
    refusedAt: -Infinity,
    refusedScopes: new Set(),
    refusals: { refused, announce: fleet && announceRefusals(options, tenantKey, queue) },
    now,
    queue,
    inFlight: createDictionary(),
    waitingByPath: new Map(),
    coolDown,
    collections,
    sharedFacts: facts && new SharedFacts(facts, tenantKey, collections, now),
    sweepHistory: new WeakMap(),
    responses: responses?.open(tenantKey),
  };
}

/** Messages to the other processes: a stranger causes no more of them than one in a pause for each credential. */
function announceRefusals(
  { fleet, responses, now }: TenantOptions,
  tenantKey: string,
  queue: TenantQueue,
): () => void {
  const holdMs = Math.max(minRefusalHoldMs, responses?.maxAgeMs ?? 0);
  let announcedAt = -Infinity;
  return () => {
    if (!queue.isProven && now() - announcedAt < refusalPauseMs) return;
    announcedAt = now();
    // An invented credential is of no interest later.
    fleet?.shared.announce('refusal', tenantKey, queue.isProven ? holdMs : 0);
  };
}
