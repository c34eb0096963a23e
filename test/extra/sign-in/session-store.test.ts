import { beforeEach, describe, expect, it } from 'vitest';
import { SessionStore } from '../../../src/extra/sign-in/session-store.js';
import { createSeal } from '../../../src/extra/fleet/seal.js';
import { SealedState } from '../../../src/extra/fleet/sealed-state.js';
import type { SharedState } from '../../../src/shared/shared-state.js';
import { MemoryStore } from '../fleet/memory-store.js';

const facts = { credential: 'a-credential', name: 'your credential', scopes: undefined };
const seal = createSeal('a secret of the fleet that is long enough', 'http://api.test');
const invented = (index: number): string => String(index).padStart(43, 'x');

let store: MemoryStore;
beforeEach(() => {
  store = new MemoryStore();
});

async function join(): Promise<SharedState> {
  return new Promise((resolve) => {
    const changed = (): void => resolve(shared);
    const shared = new SealedState(store.open(), [seal], {
      commanded: () => undefined,
      messaged: () => undefined,
      changed,
    });
  });
}

const count = (command: string): number => store.commands.filter((each) => each === command).length;

describe('a session of a fleet', () => {
  it('is written once a minute, however often it is used', async () => {
    const one = new SessionStore(await join());
    const id = await one.open(facts);
    for (let use = 0; use < 50; use += 1) await one.find(id);
    expect([count('set'), count('get')]).toEqual([1, 1]);
  });

  it('is written again when it is used later', async () => {
    const one = new SessionStore(await join(), { pauseMs: 5 });
    const id = await one.open(facts);
    await expect
      .poll(async () => {
        await one.find(id);
        return count('set');
      })
      .toBeGreaterThan(2);
  });

  it('that one process has no room for stays with the others', async () => {
    const [small, other] = [
      new SessionStore(await join(), { maxSessions: 1 }),
      new SessionStore(await join()),
    ];
    const first = await small.open(facts);
    const second = await small.open(facts);
    expect(await other.find(first)).toBeDefined();
    // The process itself takes it back from the store.
    expect(await small.find(first)).toBeDefined();
    expect(await small.find(second)).toBeDefined();
  });

  it('of a credential that has too many ends in the store, and in each process', async () => {
    const limits = { maxPerCredential: 2 };
    const [one, other] = [
      new SessionStore(await join(), limits),
      new SessionStore(await join(), limits),
    ];
    const another = await one.open({ ...facts, credential: 'another' });
    const first = await one.open(facts);
    const streams = (await other.find(first))?.ending.signal;
    const rest = [await one.open(facts), await one.open(facts)];
    expect(store.content()).toHaveLength(3);
    expect(streams?.aborted).toBe(true);
    for (const sessions of [one, other]) {
      const found = await Promise.all(
        [first, another, ...rest].map(async (id) => sessions.find(id)),
      );
      expect(found.map((each) => each !== undefined)).toEqual([false, true, true, true]);
    }
  });

  it('that has ended stays ended here, even if the store could not be told', async () => {
    const one = new SessionStore(await join());
    const id = await one.open(facts);
    store.isAway = true;
    await one.close(id);
    store.isAway = false;
    expect(store.content()).toHaveLength(1);
    expect(await one.find(id)).toBeUndefined();
  });

  it('that another process extends while it ends is deleted for good', async () => {
    const [one, other] = [await join(), await join()];
    const [ending, extending] = [new SessionStore(one), new SessionStore(other)];
    const id = await ending.open(facts);
    await extending.find(id);
    await ending.close(id);
    expect(store.content()).toEqual([]);
    expect(await extending.find(id)).toBeUndefined();
  });
});

describe('an id that nobody has given out', () => {
  it('costs one read, however often it comes', async () => {
    const one = new SessionStore(await join());
    await Promise.all(Array.from({ length: 20 }, async () => one.find(invented(1))));
    await one.find(invented(1));
    expect(count('get')).toBe(1);
  });

  it('is one of 256 at once that are looked up', async () => {
    const one = new SessionStore(await join());
    const found = Array.from({ length: 1000 }, async (_, index) => one.find(invented(index)));
    expect(new Set(await Promise.all(found))).toEqual(new Set([undefined]));
    expect(count('get')).toBe(256);
  });

  it('ends nothing elsewhere', async () => {
    const one = new SessionStore(await join());
    await one.close(invented(1));
    expect([count('delete'), count('announce')]).toEqual([0, 0]);
  });

  it.each(['"a text"', '{"credential":1}', '{', 'null'])(
    'with the value %s has no session',
    async (value) => {
      const shared = await join();
      shared.write('session', invented(1), value, 60_000);
      expect(await new SessionStore(shared).find(invented(1))).toBeUndefined();
    },
  );
});
