import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSeal } from '../../src/extra/fleet/seal.js';
import { SealedState } from '../../src/extra/fleet/sealed-state.js';
import { Alone } from '../../src/shared/alone.js';
import type { SharedState } from '../../src/shared/shared-state.js';
import { Limiter } from '../../src/tenant/limiter.js';
import { noClient } from '../session/operation.js';
import { createTenants } from '../../src/tenant/tenants.js';
import { MemoryStore } from '../extra/fleet/memory-store.js';

const open = (fleet: SharedState = new Alone()) =>
  createTenants({
    client: noClient,
    timeoutMs: 1000,
    now: () => 0,
    maxCoolDownSeconds: 300,
    limiter: new Limiter(256),
    shared: fleet,
  });

/** A process of the fleet that has the secret. */
const openInFleet = (store: MemoryStore, secret: string) =>
  open(
    new SealedState(store.open(), [createSeal(secret, 'https://partner.example')], {
      commanded: () => undefined,
      messaged: () => undefined,
      changed: () => undefined,
    }),
  );

/** Everything that can be reached from a value, as text: keys, values and map entries. */
function textOf(value: unknown, seen = new Set<unknown>()): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (seen.has(value)) return '';
  seen.add(value);
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  return entries.map(([key, each]) => `${String(key)} ${textOf(each, seen)}`).join(' ');
}

describe('what operations of one credential share', () => {
  it('G11: is named by a keyed hash: neither the credential nor a plain hash of it is kept anywhere', () => {
    const credential = 'a-credential-that-must-not-be-kept';
    const tenant = open()(credential);
    const text = textOf(tenant);
    expect(text).not.toContain(credential);
    for (const coding of ['hex', 'base64', 'base64url'] as const)
      expect(text).not.toContain(createHash('sha256').update(credential).digest(coding));
    expect(tenant.tenantKey).toMatch(/^[\w+/=-]{43,64}$/);
  });

  it('G11: the key is of the process: two façades name one credential differently', () => {
    expect(open()('credential').tenantKey).not.toBe(open()('credential').tenantKey);
  });

  it('is found by what holds the credential, too, and by the credential of another holder', () => {
    const tenantOf = open();
    const [holder, other] = [{}, {}];
    const tenant = tenantOf('credential', holder);
    expect(tenantOf('credential', holder)).toBe(tenant);
    expect(tenantOf('credential')).toBe(tenant);
    expect(tenantOf('credential', other)).toBe(tenant);
    expect(tenantOf('another', {})).not.toBe(tenant);
    for (let index = 0; index < 10_000; index += 1) tenantOf(`other ${index}`);
    expect(tenantOf('credential', holder)).not.toBe(tenant);
  });

  it('holds ten thousand credentials; the one that was not used for longest is forgotten first', () => {
    const tenantOf = open();
    const [kept, forgotten] = [tenantOf('kept'), tenantOf('forgotten')];
    for (let index = 0; index < 9_998; index += 1) tenantOf(`other ${index}`);
    expect(tenantOf('kept')).toBe(kept);
    tenantOf('one more');
    expect(tenantOf('kept')).toBe(kept);
    expect(tenantOf('forgotten')).not.toBe(forgotten);
  });

  it('an accepted credential is forgotten for no number of others that are not', () => {
    const tenantOf = open();
    const accepted = tenantOf('accepted');
    accepted.queue.isAccepted = true;
    expect(tenantOf('accepted')).toBe(accepted);
    for (let index = 0; index < 20_001; index += 1) tenantOf(`invented ${index}`);
    expect(tenantOf('accepted')).toBe(accepted);
    for (let index = 0; index < 10_000; index += 1) {
      tenantOf(`good ${index}`).queue.isAccepted = true;
      tenantOf(`good ${index}`);
    }
    const again = tenantOf('accepted');
    expect(again).not.toBe(accepted);
    expect(again.queue.isAccepted).toBe(false);
  });
});

describe('the label of a credential', () => {
  it('is the same for the same credential, and another for another', () => {
    const tenantOf = open();
    const labels = Array.from({ length: 10_000 }, (_, index) => tenantOf(`partner ${index}`).label);
    expect(new Set(labels).size).toBe(10_000);
    expect(labels.filter((label) => !/^[\da-f]{12}$/.test(label))).toEqual([]);
    // By now another tenant has its place.
    for (let index = 0; index < 10_000; index += 1) tenantOf(`stranger ${index}`);
    expect(tenantOf('partner 0').label).toBe(labels[0]);
  });

  it('G9: is part of no hash of the credential that is made without the key, nor of the key of its tenant', () => {
    const credential = 'a-credential-that-must-not-be-guessed';
    const { label, tenantKey } = open()(credential);
    const plain = [credential, `label ${credential}`, `Bearer ${credential}`];
    for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512'])
      for (const text of plain)
        expect(createHash(algorithm).update(text).digest('hex')).not.toContain(label);
    expect(Buffer.from(tenantKey, 'base64').toString('hex')).not.toContain(label);
    expect(open()(credential).label).not.toBe(label);
  });

  it('is the same in all processes that share a secret, and another under another secret', () => {
    const store = new MemoryStore();
    const [one, two, other] = ['secret one', 'secret one', 'secret two'].map(
      (secret) => openInFleet(store, secret)('partner').label,
    );
    expect(two).toBe(one);
    expect(other).not.toBe(one);
  });
});
