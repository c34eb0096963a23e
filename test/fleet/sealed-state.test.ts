import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createSeal } from '../../src/fleet/seal.js';
import { SealedState } from '../../src/fleet/sealed-state.js';
import { MemoryStore, readOne } from './memory-store.js';

const old = 'the old secret of the fleet, long enough';
const fresh = 'the new secret of the fleet, long enough';

/** A process of a fleet that has the secrets, the first of which closes. */
async function join(store: MemoryStore, first: string, ...others: string[]) {
  const seal = (secret: string) => createSeal(secret, 'https://partner.example');
  const heard: string[] = [];
  const shared = new SealedState(store.open(), [seal(first), ...others.map(seal)], {
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

  it('gives a lease to one process, and to the next once it is released', async () => {
    const store = new MemoryStore();
    const [{ shared: one }, { shared: other }] = [await join(store, old), await join(store, old)];
    expect(await one.lease('poll', 'name', 1000)).toBe(true);
    expect(await one.lease('poll', 'name', 1000), 'its own').toBe(true);
    expect(await other.lease('poll', 'name', 1000)).toBe(false);
    other.release('poll', 'name');
    expect(await other.lease('poll', 'name', 1000), 'still taken').toBe(false);
    one.release('poll', 'name');
    expect(await other.lease('poll', 'name', 1000)).toBe(true);
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
    const [one, other] = [await join(store, early, ...earlyOthers), await join(store, late, ...lateOthers)];
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
