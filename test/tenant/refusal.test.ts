import { expect, it } from 'vitest';
import { createSeal } from '../../src/fleet/seal.js';
import { SealedState } from '../../src/fleet/sealed-state.js';
import { PartnerError } from '../../src/partner/error.js';
import { getOrganization } from '../../src/partner/organization.js';
import { ResponseStore } from '../../src/tenant/response-store.js';
import { createTenants } from '../../src/tenant/tenant.js';
import { MemoryStore } from '../fleet/memory-store.js';
import { responseWith } from '../rig/memory-upstream.js';
import { keep } from './keep.js';

const path = '/api/partner/v1/media';
const seal = createSeal('a secret of the fleet that is long enough', 'http://api.test');
const refusal = new PartnerError('UNAUTHENTICATED', 'The credential is refused.', { status: 401 });
const facts = {
  pagination: { page: 1, limit: 100, total: 7, totalPages: 1 },
  seenAt: 0,
  unlistedShare: undefined,
  parts: undefined,
};

/** One more process of the fleet, which has read something for a credential. */
async function join(store: MemoryStore) {
  let clock = 0;
  const now = (): number => clock;
  const refused: string[] = [];
  const shared = await new Promise<SealedState>((resolve) => {
    const changed = (): void => resolve(opened);
    const opened = new SealedState(store.open(), [seal], {
      commanded: () => undefined,
      messaged: () => undefined,
      changed,
    });
  });
  const tenants = createTenants({
    now,
    maxCoolDownSeconds: 300,
    responses: new ResponseStore(1_000_000, 60, now),
    fleet: { shared, secret: seal.inner },
    refused: (tenantKey) => void refused.push(tenantKey),
  });
  const tenant = tenants.of('credential');
  keep(tenant.responses, path, 'a page', 0);
  tenant.collections.set(path, facts);
  return { tenants, tenant, refused, advance: (milliseconds: number) => void (clock += milliseconds) };
}

const kept = ({ tenant }: Awaited<ReturnType<typeof join>>) => [
  tenant.responses?.find(path, 60_000)?.value,
  tenant.collections.size,
];

it('a refusal at one process makes the others forget what the credential has read', async () => {
  const store = new MemoryStore();
  const [one, other] = [await join(store), await join(store)];
  expect(kept(other)).toEqual(['a page', 1]);
  other.advance(5000);
  one.tenant.noteRefused(refusal, getOrganization);
  expect([kept(one), kept(other)]).toEqual([
    [undefined, 0],
    [undefined, 0],
  ]);
  expect(other.tenant.responses?.recognize(path, responseWith('a page    '), 5000)).toBeUndefined();
  expect(other.tenant.refusedAt).toBe(5000);
  expect(other.refused).toEqual([other.tenant.tenantKey]);
});

it('another credential keeps what it has', async () => {
  const store = new MemoryStore();
  const [one, other] = [await join(store), await join(store)];
  one.tenants.of('another').noteRefused(refusal, getOrganization);
  expect(kept(other)).toEqual(['a page', 1]);
});

it('an invented credential causes one message a second', async () => {
  const store = new MemoryStore();
  const one = await join(store);
  const refuse = (afterMs: number): number => {
    one.advance(afterMs);
    one.tenant.noteRefused(refusal, getOrganization);
    return store.commands.filter((command) => command === 'announce').length;
  };
  expect([refuse(0), refuse(0), refuse(999), refuse(1)]).toEqual([1, 1, 1, 2]);
  // An accepted one that is refused is told at once.
  one.tenant.queue.isAccepted = true;
  expect(refuse(1)).toBe(3);
});
