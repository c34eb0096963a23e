import { describe, expect, it } from 'vitest';
import { held, later } from '../rig/response.js';
import { credentials } from '../rig/credential.js';
import { dataAt, startRig } from '../rig/rig.js';
import { timed, until } from '../rig/wait.js';
import { expectIntact } from '../fault/outcome.js';

const [quiet, loud] = [credentials.beta.everything, credentials.alpha.everything];

/** Forty aliases, each a REST request of its own that no other operation shares. */
const flooding = (nth: number): string =>
  `{ ${Array.from({ length: 40 }, (_, at) => `a${at}: playbackConfiguration(screenId: "s${nth}x${at}") { revision }`).join(' ')} }`;

describe('D19: one credential floods with operations of 40 aliases', () => {
  it.each([1, 4, 16])(
    'over %d connections, every request of a quiet one waits one round at most',
    async (connections) => {
      const settings = { UPSTREAM_MAX_CONNECTIONS: String(connections), UPSTREAM_TIMEOUT_MS: '20000' };
      const { ask, upstream } = await startRig({ settings });
      upstream.on({ credential: loud }, later(1));
      const flood = Array.from({ length: 25 }, (_, nth) => ask(flooding(nth), {}, loud));
      await until('the flood is in flight', () => upstream.count() > connections);
      for (const id of ['s1', 's2', 's3']) {
        const before = upstream.count();
        const answer = await ask(
          `{ screen(id: "${id}") { name playbackConfiguration { revision } } }`,
          {},
          quiet,
        );
        expectIntact(answer);
        expect(dataAt(answer, 'screen.name')).toContain('stamp:beta');
        // Its two requests take two rounds; a round serves at most one request for each slot, and one more of the flood.
        expect(upstream.count() - before).toBeLessThanOrEqual(2 + 2 * (connections + 1));
      }
      // The flood has not ended: it is a thousand requests.
      expect(upstream.count()).toBeLessThan(900);
      await Promise.all(flood);
    },
  );

  it('other operations of the flooding credential wait in its queue, and those of others do not', async () => {
    const { ask, upstream } = await startRig({ settings: { UPSTREAM_MAX_CONNECTIONS: '2' } });
    upstream.on({ credential: loud }, later(1));
    const flood = Array.from({ length: 10 }, (_, nth) => ask(flooding(nth), {}, loud));
    await until('the flood is in flight', () => upstream.count() > 2);
    const order: string[] = [];
    const note = async (who: string, credential: string): Promise<void> => {
      await ask('{ organization { name } }', {}, credential);
      order.push(who);
    };
    await Promise.all([note('the same', loud), note('another', quiet)]);
    expect(order).toEqual(['another', 'the same']);
    await Promise.all(flood);
  });
});

/** An operation of 32 configurations, a REST request each, that no other operation shares. */
const configurations = 'query ($ids: [ID!]!) { playbackConfigurations(screenIds: $ids) { revision } }';
const idsOf = (nth: number) => ({ ids: Array.from({ length: 32 }, (_, at) => `s${nth}x${at}`) });
const query = '{ organization { id } }';

describe('D19: one credential asks for more than there are slots, and its responses are slow', () => {
  it('another credential is served before the first slow response arrives', async () => {
    const { ask, upstream } = await startRig();
    expectIntact(await ask(query, {}, loud));
    const slow = held();
    upstream.on({ operation: 'partnerV1_screenConfiguration' }, slow.respond);
    const flood = Array.from({ length: 4 }, (_, nth) => ask(configurations, idsOf(nth), loud));
    // A lone credential uses three quarters of the 128 slots.
    await until('the flood is in flight', () => upstream.inFlight() === 96);
    for (let round = 0; round < 10; round += 1) {
      expectIntact(await ask(query, {}, quiet));
      expect(upstream.inFlight()).toBe(96);
    }
    slow.release();
    await Promise.all(flood);
    expect(upstream.maxInFlight()).toBe(97);
  });

  it('so are eight others at once, and what they ask for more comes in turns as places come free', async () => {
    const { ask, upstream } = await startRig();
    expectIntact(await ask(query, {}, loud));
    const slow = held();
    upstream.on({ credential: loud }, slow.respond);
    const flood = Array.from({ length: 4 }, (_, nth) => ask(configurations, idsOf(nth), loud));
    await until('the flood is in flight', () => upstream.inFlight() === 96);
    const others = Object.values(credentials).flatMap((each) => [
      each.screens,
      each.media,
      each.playback,
      each.none,
    ]);
    for (const answer of await Promise.all(others.map((each) => ask(query, {}, each)))) expectIntact(answer);
    slow.release();
    await Promise.all(flood);
  });

  it('p99 of another credential is within twice of what it is alone', async () => {
    const { ask, upstream } = await startRig();
    for (const each of [loud, quiet]) expectIntact(await ask(query, {}, each));
    upstream.on({ credential: quiet }, later(100));
    upstream.on({ credential: loud }, later(1500));
    const p99 = async (): Promise<number> => {
      const times: number[] = [];
      for (let round = 0; round < 30; round += 1)
        times.push((await timed(() => ask(query, {}, quiet))).milliseconds);
      return times.sort((a, b) => a - b)[Math.ceil(0.99 * times.length) - 1] ?? Infinity;
    };
    let isOver = false;
    let nth = 0;
    const keepAsking = async (): Promise<void> => {
      while (!isOver) await ask(configurations, idsOf((nth += 1)), loud);
    };
    // A stall of 100 ms on a shared machine spoils one round; to wait for a slow answer would spoil each of them.
    const ratios: number[] = [];
    while (ratios.length < 3 && Math.min(...ratios) > 2) {
      const alone = await p99();
      isOver = false;
      const flood = Array.from({ length: 4 }, keepAsking);
      await until('the flood is in flight', () => upstream.inFlight() >= 90);
      ratios.push((await p99()) / alone);
      isOver = true;
      await Promise.all(flood);
    }
    expect(Math.min(...ratios)).toBeLessThanOrEqual(2);
  });
});
