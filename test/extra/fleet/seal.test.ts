import { setImmediate as turn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSeal } from '../../../src/extra/fleet/seal.js';
import { SealedState } from '../../../src/extra/fleet/sealed-state.js';
import { MemoryStore, readOne } from './memory-store.js';

const scope = 'https://partner.example';
const secret = 'a secret of the fleet that is long enough';
const seal = createSeal(secret, scope);

const text = fc.string({ unit: 'binary', maxLength: 300 });
const place = fc.string({ unit: 'grapheme', maxLength: 40 });

describe('a seal', () => {
  it('opens what it has closed for a place', () => {
    fc.assert(
      fc.property(text, place, (value, at) => {
        expect(seal.open(seal.close(value, at), at)).toBe(Buffer.from(value).toString());
      }),
    );
  });

  it('opens it in another process of the same fleet', () => {
    const other = createSeal(secret, scope);
    expect(other.open(seal.close('value', 'here'), 'here')).toBe('value');
    expect(other.keyOf('facts', 'name')).toBe(seal.keyOf('facts', 'name'));
    expect(other.inner).toBe(seal.inner);
  });

  it('opens nothing with a bit changed, wherever', () => {
    const sealed = Buffer.from(seal.close('a value of some length', 'here'), 'base64');
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(seal.open(changed.toString('base64'), 'here')).toBeUndefined();
    }
  });

  it('opens nothing that is cut or longer', () => {
    const sealed = Buffer.from(seal.close('value', 'here'), 'base64');
    for (let length = 0; length < sealed.length; length += 1)
      expect(seal.open(sealed.subarray(0, length).toString('base64'), 'here')).toBeUndefined();
    expect(
      seal.open(Buffer.concat([sealed, Buffer.from([0])]).toString('base64'), 'here'),
    ).toBeUndefined();
  });

  it('opens nothing in another place', () => {
    fc.assert(
      fc.property(text, place, place, (value, here, there) => {
        fc.pre(!Buffer.from(here).equals(Buffer.from(there)));
        expect(seal.open(seal.close(value, here), there)).toBeUndefined();
      }),
    );
  });

  it('opens nothing of another secret or another upstream, and shares no key with them', () => {
    for (const other of [createSeal(`${secret}!`, scope), createSeal(secret, `${scope}/v2`)]) {
      expect(other.open(seal.close('value', 'here'), 'here')).toBeUndefined();
      expect(other.keyOf('facts', 'name')).not.toBe(seal.keyOf('facts', 'name'));
      expect(other.inner).not.toBe(seal.inner);
    }
  });

  it('opens nothing that anybody else has written, and does not throw', () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.base64String({ maxLength: 300 })), (foreign) => {
        expect(seal.open(foreign, 'here')).toBeUndefined();
      }),
    );
  });

  it('closes the same value differently each time, and shows none of it', () => {
    const value = 'Bearer demo-everything-credential';
    const sealed = Array.from({ length: 100 }, () => seal.close(value, 'here'));
    expect(new Set(sealed).size).toBe(100);
    for (const each of sealed)
      expect(Buffer.from(each, 'base64').includes(value.slice(0, 8))).toBe(false);
  });

  it('hashes different names to different keys', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        fc.pre(!Buffer.from(one).equals(Buffer.from(other)));
        expect(seal.keyOf('facts', one)).not.toBe(seal.keyOf('facts', other));
      }),
    );
  });
});

const old = 'the old secret of the fleet, long enough';
const fresh = 'the new secret of the fleet, long enough';

/** A process of a fleet that has the secrets, the first of which closes. */
async function join(store: MemoryStore, first: string, ...others: string[]) {
  const sealOf = (each: string) => createSeal(each, scope);
  const heard: string[] = [];
  const shared = new SealedState(store.open(), [sealOf(first), ...others.map(sealOf)], {
    commanded: () => undefined,
    messaged: () => undefined,
    changed: () => undefined,
  });
  shared.listen('cool-down', (message) => heard.push(message));
  await turn();
  return { shared, heard };
}

describe('state that processes share', () => {
  it('shows the store neither names nor values', async () => {
    const store = new MemoryStore();
    const { shared } = await join(store, old);
    shared.write('document', 'a name', 'a value', 1000);
    shared.announce('poll a name', 'a value', 1000);
    await shared.lease('poll', 'a name', 1000);
    expect([store.content().length, store.leases.size]).toEqual([1, 1]);
    const seen = [...store.content(), ...store.leases, ...store.announced].flat();
    for (const text of seen)
      expect(text + Buffer.from(text, 'base64').toString('latin1')).not.toMatch(/a name|a value/);
  });

  it('tells no process of its own messages', async () => {
    const store = new MemoryStore();
    const [one, other] = [await join(store, old), await join(store, old)];
    one.shared.announce('cool-down', 'a message', 1000);
    expect([one.heard, other.heard]).toEqual([[], ['a message']]);
  });

  it('ignores values and messages that are not its own', async () => {
    const store = new MemoryStore();
    const { shared, heard } = await join(store, old);
    shared.write('document', 'one', 'first', 1000);
    shared.write('document', 'other', 'second', 1000);
    shared.announce('cool-down', 'a message', 1000);
    const [key = '', , , other = ''] = store.content().flat();
    const [channel = '', message = ''] = store.announced[0] ?? [];
    // Anybody who may write to the store.
    const stranger = store.open();
    for (const foreign of ['', 'text', other]) {
      await stranger.set(key, foreign, 1000);
      expect(await readOne(shared, 'document', 'one')).toBeUndefined();
      await stranger.announce(channel, foreign, 0);
    }
    await stranger.announce(`${channel} of another`, message, 0);
    expect(heard).toEqual([]);
  });
});

describe('a secret that is replaced in three steps', () => {
  // Processes of two adjacent steps run side by side while a step is rolled out.
  it.each([
    ['accepting the new one', [old], [old, fresh]],
    ['making it the first', [old, fresh], [fresh, old]],
    ['dropping the old one', [fresh, old], [fresh]],
  ])('%s: each process reads and hears the others', async (_step, before, after) => {
    const store = new MemoryStore();
    const [early = '', ...earlyOthers] = before;
    const [late = '', ...lateOthers] = after;
    const [one, other] = [
      await join(store, early, ...earlyOthers),
      await join(store, late, ...lateOthers),
    ];
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      from.shared.write('session', 'name', 'value', 1000);
      expect(await readOne(to.shared, 'session', 'name')).toBe('value');
      from.shared.announce('cool-down', 'message', 1000);
      expect(to.heard).toEqual(['message']);
      to.shared.remove('session', 'name');
      await turn();
      expect(await readOne(from.shared, 'session', 'name')).toBeUndefined();
    }
  });

  it('separates those who have no secret in common', async () => {
    const store = new MemoryStore();
    const [one, other] = [await join(store, old), await join(store, fresh)];
    one.shared.write('session', 'name', 'value', 1000);
    one.shared.announce('cool-down', 'message', 1000);
    expect(await readOne(other.shared, 'session', 'name')).toBeUndefined();
    expect(other.heard).toEqual([]);
  });
});
