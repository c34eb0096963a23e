import { describe, expect, it } from 'vitest';
import { Limiter } from '../../src/tenant/limiter.js';
import { createTenants } from '../../src/tenant/tenants.js';

const open = () => createTenants({ now: () => 0, maxCoolDownSeconds: 300, limiter: new Limiter(256) });

/** Everything that can be reached from a value, as text: keys, values and map entries. */
function textOf(value: unknown, seen = new Set<unknown>()): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (seen.has(value)) return '';
  seen.add(value);
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  return entries.map(([key, each]) => `${String(key)} ${textOf(each, seen)}`).join(' ');
}

describe('what operations of one credential share', () => {
  it('G11: is named by a keyed hash: neither the credential nor a plain hash of it is kept anywhere', async () => {
    const { createHash } = await import('node:crypto');
    const credential = 'a-credential-that-must-not-be-kept';
    const tenant = open().of(credential);
    const text = textOf(tenant);
    expect(text).not.toContain(credential);
    for (const coding of ['hex', 'base64', 'base64url'] as const)
      expect(text).not.toContain(createHash('sha256').update(credential).digest(coding));
    expect(tenant.tenantKey).toMatch(/^[\w+/=-]{43,64}$/);
  });

  it('G11: the key is of the process: two façades name one credential differently', () => {
    expect(open().of('credential').tenantKey).not.toBe(open().of('credential').tenantKey);
  });

  it('holds ten thousand credentials; the one that was not used for longest is forgotten first', () => {
    const tenants = open();
    const [kept, forgotten] = [tenants.of('kept'), tenants.of('forgotten')];
    for (let index = 0; index < 9_998; index += 1) tenants.of(`other ${index}`);
    expect(tenants.of('kept')).toBe(kept);
    tenants.of('one more');
    expect(tenants.of('kept')).toBe(kept);
    expect(tenants.of('forgotten')).not.toBe(forgotten);
  });

  it('an accepted credential is forgotten for no number of others that are not', () => {
    const tenants = open();
    const accepted = tenants.of('accepted');
    accepted.queue.isAccepted = true;
    expect(tenants.of('accepted')).toBe(accepted);
    for (let index = 0; index < 20_001; index += 1) tenants.of(`invented ${index}`);
    expect(tenants.of('accepted')).toBe(accepted);
    for (let index = 0; index < 10_000; index += 1) {
      tenants.of(`good ${index}`).queue.isAccepted = true;
      tenants.of(`good ${index}`);
    }
    const again = tenants.of('accepted');
    expect(again).not.toBe(accepted);
    expect(again.queue.isAccepted).toBe(false);
  });
});
