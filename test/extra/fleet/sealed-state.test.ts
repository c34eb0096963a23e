import { expect, it, onTestFinished } from 'vitest';
import { createSeal } from '../../../src/extra/fleet/seal.js';
import { openFleet } from '../../../src/extra/fleet/sealed-state.js';
import { maxTextBytes } from '../../../src/extra/fleet/text-size.js';
import type { SharedKind, SharedState } from '../../../src/shared/shared-state.js';
import { until } from '../../rig/wait.js';
import { secret } from './fleet.js';
import { readOne } from './memory-store.js';
import { describeWithRedis, startRedis, type TestRedis } from './redis.js';

const partnerApiUrl = 'https://partner.example';
const seal = createSeal(secret, partnerApiUrl);

/** Bytes of what the neighbour writes. */
const hugeBytes = 40_000_000;

/** A process of the fleet, once it uses the store. */
async function join({ url }: TestRedis): Promise<SharedState> {
  let isUp = false;
  const settings = {
    PARTNER_API_URL: partnerApiUrl,
    REDIS_URL: url,
    FLEET_SECRET: [secret] as const,
  };
  const shared = openFleet(settings, undefined, () => ({
    commanded: () => undefined,
    messaged: () => undefined,
    changed: (isNow) => (isUp = isNow),
  }));
  onTestFinished(() => shared.close());
  await until('the store is in use', () => isUp);
  return shared;
}

/** Bytes that Redis has sent to all of its clients since the last call. */
async function sentBytes({ client }: TestRedis): Promise<number> {
  const stats = await client.info('stats');
  await client.config('RESETSTAT');
  return Number(/total_net_output_bytes:(\d+)/.exec(stats)?.[1]);
}

/** Writes a text of that many bytes, which never leaves Redis. */
const fill = ({ client }: TestRedis, command: string, key: string): Promise<unknown> =>
  client.eval(`return redis.call(${command}, string.rep('A', ${hugeBytes})) and 1`, 1, key);

describeWithRedis('a neighbour in the same Redis, with a value of 40 MB', () => {
  it('at a key of ours costs no bytes, and the keys beside it are read', async () => {
    const redis = await startRedis();
    const shared = await join(redis);
    const valuesOf = async (...names: string[]) =>
      (await shared.readAll('session', names)).map((held) => held?.value);
    // A Redis that is late on a busy machine is not asked until a probe has succeeded.
    await until('it is written', async () => {
      shared.write('session', 'ours', 'value', 60_000);
      return (await valuesOf('ours'))[0] === 'value';
    });
    await fill(redis, `'SET', KEYS[1]`, seal.keyOf('session', 'theirs'));
    await sentBytes(redis);
    let found: readonly (string | undefined)[] = [];
    await until('the key beside it is read', async () => {
      found = await valuesOf('theirs', 'ours');
      return found[1] !== undefined;
    });
    expect(found).toEqual([undefined, 'value']);
    expect(await sentBytes(redis)).toBeLessThan(100_000);
  });

  it('among the messages that a channel holds costs no bytes, and the others are heard', async () => {
    const redis = await startRedis();
    const [one, other] = [await join(redis), await join(redis)];
    one.announce('refusal', 'ours', 60_000);
    const held = `${seal.keyOf('channel', 'refusal')}:held`;
    await until('it is held', async () => (await redis.client.zcard(held)) === 1);
    await fill(redis, `'ZADD', KEYS[1], '1e15'`, held);
    await sentBytes(redis);
    const heard: string[] = [];
    other.listen('refusal', (message) => heard.push(message));
    await until('it is heard', () => heard.length > 0);
    expect(heard).toEqual(['ours']);
    expect(await sentBytes(redis)).toBeLessThan(100_000);
  });

  it('as a message ends the connection that listens before it has arrived, and the next one hears', async () => {
    const redis = await startRedis();
    // By default Redis itself ends a connection with more than 32 MB waiting for it.
    await redis.client.config('SET', 'client-output-buffer-limit', 'pubsub 0 0 0');
    const [one, other] = [await join(redis), await join(redis)];
    const heard: string[] = [];
    other.listen('refusal', (message) => heard.push(message));
    const channel = seal.keyOf('channel', 'refusal');
    const listeners = async (): Promise<unknown> =>
      (await redis.client.pubsub('NUMSUB', channel))[1];
    await until('it listens', async () => (await listeners()) === 1);
    await sentBytes(redis);
    await fill(redis, `'PUBLISH', KEYS[1]`, channel);
    await until('it listens again and hears', () => {
      one.announce('refusal', 'ours', 0);
      return heard.length > 0;
    });
    expect(await sentBytes(redis)).toBeLessThan(hugeBytes / 2);
    expect(new Set(heard)).toEqual(new Set(['ours']));
  });
});

describeWithRedis('a text of our own', () => {
  it.each(['document', 'facts', 'response', 'session', 'poll'] satisfies SharedKind[])(
    'of the kind %s is shared up to its bound',
    async (kind) => {
      const redis = await startRedis();
      const shared = await join(redis);
      const longest = 'é'.repeat(maxTextBytes[kind] / 2);
      shared.write(kind, 'fits', longest, 60_000);
      shared.write(kind, 'too long', `${longest}a`, 60_000);
      await until('it is read', async () => (await readOne(shared, kind, 'fits')) === longest);
      expect(await readOne(shared, kind, 'too long')).toBeUndefined();
      expect(await redis.keysOf(kind)).toHaveLength(1);
    },
  );
});
