import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { openFactValues } from './collection-facts.js';
import { listenForWaits } from './cool-down.js';
import { listenForMissing } from './missing-scope.js';
import { Tenant, type TenantOptions } from './tenant.js';

/**
 * Credentials that are remembered, and as many others: a flood of invented ones must not evict
 * accepted ones.
 */
const maxTenants = 10_000;

/** @param holder of this credential alone; its later requests cost no hash */
export type TenantOf = (credential: string, holder?: object) => Tenant;

/**
 * The tenant of each credential, under a keyed hash: no key in memory can be tried against a list
 * of credentials (fault catalogue, G11).
 */
export function createTenants(options: TenantOptions): TenantOf {
  const { shared, now } = options;
  const keyOf = createKeys(shared.secret);
  const accepted = openMemory();
  const others = openMemory();
  const facts = openFactValues(shared, now);
  const find = (tenantKey: string): Tenant | undefined =>
    accepted.peek(tenantKey) ?? others.peek(tenantKey);
  const open = (tenantKey: string): Tenant => {
    const tenant = new Tenant(tenantKey, options, facts);
    others.set(tenantKey, tenant);
    return tenant;
  };
  // A wait and a missing scope also concern a credential that this process has not seen so far.
  listenForWaits(shared, (tenantKey) => (find(tenantKey) ?? open(tenantKey)).coolDown);
  listenForMissing(shared, (tenantKey) => (find(tenantKey) ?? open(tenantKey)).missingScopes);
  shared.listen('refusal', (tenantKey) => find(tenantKey)?.forget());
  return (credential, holder) => {
    const tenantKey = keyOf(credential, holder);
    const known = accepted.get(tenantKey);
    const tenant = known ?? others.get(tenantKey) ?? open(tenantKey);
    tenant.sharedFacts.refresh();
    if (known === undefined && tenant.isAccepted) {
      others.delete(tenantKey);
      accepted.set(tenantKey, tenant);
    }
    return tenant;
  };
}

/** The keyed hash of a credential, which is computed once for a holder. */
function createKeys(secret: string): (credential: string, holder?: object) => string {
  const keys = new WeakMap<object, string>();
  return (credential, holder) => {
    const known = holder && keys.get(holder);
    if (known !== undefined) return known;
    // A prefix is key enough: length extension needs a digest, and none leaves the process.
    // One-shot, as a hash object costs more than everything else that a small operation takes.
    const key = hash('sha256', secret + credential, 'base64');
    if (holder !== undefined) keys.set(holder, key);
    return key;
  };
}

/**
 * Bounded by a size of 1 each: with a `max`, it would allocate its arrays for all of them at the
 * start.
 */
const openMemory = () =>
  new LRUCache<string, Tenant>({
    maxSize: maxTenants,
    sizeCalculation: () => 1,
    // No refusal at another process reaches one that has to leave.
    dispose: ({ responses }, _tenantKey, reason) => reason === 'evict' && responses?.drop(),
  });
