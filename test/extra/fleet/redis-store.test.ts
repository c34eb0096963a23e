import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../src/extra/fleet/store.js';
import { until } from '../../rig/wait.js';
import { describeWithRedis, startRedis } from './redis.js';
import { openRedis, storeCases } from './store-case.js';

/** Milliseconds, longer than any test. */
const long = 60_000;

const get = async (store: Store, key: string): Promise<string | undefined> =>
  (await store.getAll([key], 1000))[0]?.value;

function hear(store: Store, channel: string) {
  const heard: { message: string; leftMs: number }[] = [];
  const stop = store.listen(channel, (message, leftMs) => heard.push({ message, leftMs }));
  return { heard, messages: () => heard.map(({ message }) => message), stop };
}

for (const { name, isMissing, openTwo } of storeCases)
  describe.skipIf(isMissing)(`a store ${name}`, () => {
    let one: Store;
    let other: Store;
    beforeEach(async () => {
      [one, other] = await openTwo();
    });

    it('has the values of all clients, until they are replaced or deleted', async () => {
      expect(await get(other, 'key')).toBeUndefined();
      await one.set('key', 'value', long);
      expect(await get(other, 'key')).toBe('value');
      await other.set('key', '', long);
      expect(await get(one, 'key')).toBe('');
      await one.delete('key');
      expect(await get(other, 'key')).toBeUndefined();
      await one.delete('key');
    });

    it('gives several values in the order of their keys, with the time that is left', async () => {
      await one.set('first', 'value', long);
      await one.set('second', 'another', 50_000);
      const [second, none, first] = await other.getAll(['second', 'none', 'first'], 1000);
      expect([second?.value, none, first?.value]).toEqual(['another', undefined, 'value']);
      expect(second?.leftMs).toBeGreaterThan(40_000);
      expect(second?.leftMs).toBeLessThanOrEqual(50_001);
      expect(await other.getAll([], 1000)).toEqual([]);
    });

    it('gives no value that is longer than what is asked for', async () => {
      await one.set('long', 'a'.repeat(11), long);
      await one.set('short', 'a'.repeat(10), long);
      const [tooLong, fits] = await other.getAll(['long', 'short'], 10);
      expect([tooLong, fits?.value]).toEqual([undefined, 'aaaaaaaaaa']);
    });

    it('forgets a value when its time is over, and not by the time of one before', async () => {
      await one.set('short', 'value', 20);
      await one.set('longer', 'value', 20);
      await one.set('longer', 'value', long);
      await until('it is forgotten', async () => (await get(other, 'short')) === undefined);
      expect(await get(other, 'longer')).toBe('value');
    });

    it('gives a lease to one owner, who extends it and gives it up', async () => {
      expect(await one.lease('key', 'one', long)).toBe(true);
      expect(await other.lease('key', 'other', long)).toBe(false);
      expect(await one.lease('key', 'one', long)).toBe(true);
      await other.lease('key', 'other', 0);
      expect(await other.lease('key', 'other', long)).toBe(false);
      await one.lease('key', 'one', 0);
      expect(await get(one, 'key')).toBeUndefined();
      await until('it is free', () => other.lease('key', 'other', long));
      expect(await one.lease('another key', 'one', long)).toBe(true);
    });

    it('gives a lease to the next owner when its time is over', async () => {
      await one.lease('key', 'one', 20);
      await until('it is free', () => other.lease('key', 'other', long));
      expect(await one.lease('key', 'one', long)).toBe(false);
    });

    it('tells all who listen to a channel, the sender included, and nobody else', async () => {
      const listening = [hear(one, 'channel'), hear(other, 'channel'), hear(other, 'channel')];
      const elsewhere = hear(other, 'elsewhere');
      await until('all hear', async () => {
        await one.announce('channel', 'ready', 0);
        return listening.every(({ heard }) => heard.length > 0);
      });
      await one.announce('channel', 'first', 500);
      await one.announce('channel', 'second', 0);
      for (const { messages, heard } of listening) {
        await until('it is heard', () => messages().includes('second'));
        expect(messages().filter((message) => message !== 'ready')).toEqual(['first', 'second']);
        expect(heard.find(({ message }) => message === 'first')?.leftMs).toBe(500);
      }
      expect(elsewhere.heard).toEqual([]);
    });

    it('tells nobody who has stopped listening', async () => {
      const [stopped, listening] = [hear(other, 'channel'), hear(other, 'channel')];
      stopped.stop();
      stopped.stop();
      await until('it is heard', async () => {
        await one.announce('channel', 'message', 0);
        return listening.heard.length > 0;
      });
      expect(stopped.heard).toEqual([]);
    });

    it('tells those who begin to listen what still holds, and for how long', async () => {
      await one.announce('channel', 'past', 20);
      await one.announce('channel', 'now', 0);
      await one.announce('channel', 'held', 50_000);
      await one.announce('channel', 'longer', long);
      await until('the first one is past', async () => {
        const early = hear(other, 'channel');
        await until('it is heard', () => early.heard.length >= 2);
        early.stop();
        return !early.messages().includes('past');
      });
      const last = hear(one, 'channel');
      await until('it is heard', () => last.heard.length >= 2);
      expect(last.messages().sort()).toEqual(['held', 'longer']);
      const leftMs = last.heard.find(({ message }) => message === 'held')?.leftMs;
      expect(leftMs).toBeGreaterThan(40_000);
      expect(leftMs).toBeLessThanOrEqual(50_000);
    });

    it('retains a message once, with its last time', async () => {
      await one.announce('channel', 'message', 20);
      await one.announce('channel', 'message', long);
      const { heard } = hear(other, 'channel');
      await until('it is heard', () => heard.length > 0);
      expect(heard).toHaveLength(1);
      expect(heard[0]?.leftMs).toBeGreaterThan(40_000);
    });

    it('runs the commands of a client in their order', async () => {
      let run = 0;
      const property = fc.asyncProperty(fc.array(step, { maxLength: 20 }), (steps) =>
        compare(one, `${(run += 1)} `, steps),
      );
      await fc.assert(property, { numRuns: 30 });
    });
  });

const [key, owner] = [fc.constantFrom('a', 'b'), fc.constantFrom('one', 'other')];
const step = fc.oneof(
  fc.record({ name: fc.constant('set' as const), key, value: fc.base64String() }),
  fc.record({ name: fc.constant('delete' as const), key }),
  fc.record({ name: fc.constant('lease' as const), key, owner }),
  fc.record({ name: fc.constant('release' as const), key, owner }),
);

type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

/** Runs commands, and compares each result with that of two maps. */
async function compare(store: Store, prefix: string, steps: readonly Step[]): Promise<void> {
  const [values, owners] = [new Map<string, string>(), new Map<string, string>()];
  for (const each of steps) {
    const [valueKey, leaseKey] = [`${prefix}value ${each.key}`, `${prefix}lease ${each.key}`];
    if (each.name === 'set') {
      void store.set(valueKey, each.value, long);
      values.set(valueKey, each.value);
    } else if (each.name === 'delete') {
      void store.delete(valueKey);
      values.delete(valueKey);
    } else if (each.name === 'lease') {
      const mayTake = (owners.get(leaseKey) ?? each.owner) === each.owner;
      expect(await store.lease(leaseKey, each.owner, long)).toBe(mayTake);
      if (mayTake) owners.set(leaseKey, each.owner);
    } else {
      void store.lease(leaseKey, each.owner, 0);
      if (owners.get(leaseKey) === each.owner) owners.delete(leaseKey);
    }
    expect(await get(store, valueKey)).toBe(values.get(valueKey));
  }
}

describeWithRedis('a store in Redis', () => {
  it('keeps a value for a time that begins when it is written, not when a frozen Redis takes it', async () => {
    const redis = await startRedis();
    const store = await openRedis(redis.url);
    redis.kill('SIGSTOP');
    const begun = performance.now();
    const written = [store.set('short', 'value', 200), store.set('long', 'value', 60_000)];
    await until('the time of the short one is over', () => performance.now() - begun > 300);
    redis.kill('SIGCONT');
    await Promise.all(written);
    const [short, long] = await store.getAll(['short', 'long'], 1000);
    expect(short).toBeUndefined();
    expect(long?.leftMs).toBeLessThanOrEqual(59_701);
    expect(long?.leftMs).toBeGreaterThan(50_000);
  });
});
