import { describe, expect, it } from 'vitest';
import { held, later } from '../rig/response.js';
import { credentials } from '../rig/credential.js';
import { dataAt, startRig } from '../rig/rig.js';
import { until } from '../rig/wait.js';
import { expectIntact, startFaulty } from '../fault/outcome.js';

const [quiet, loud] = [credentials.beta.everything, credentials.alpha.everything];

/** Forty aliases, each a REST request of its own that no other operation shares. */
const flooding = (nth: number): string =>
  `{ ${Array.from({ length: 40 }, (_, at) => `a${at}: playbackConfiguration(screenId: "s${nth}x${at}") { revision }`).join(' ')} }`;

describe('D19: one credential floods with operations of 40 aliases', () => {
  it.each([1, 16])(
    'over %d connections, a quiet one waits one round at most',
    async (connections) => {
      const settings = {
        UPSTREAM_MAX_CONNECTIONS: String(connections),
        UPSTREAM_TIMEOUT_MS: '20000',
      };
      const { ask, upstream } = await startFaulty({ credential: loud }, later(1), { settings });
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
        // Its two requests take two rounds; a round serves at most one request for each slot, and
        // one more of the flood.
        expect(upstream.count() - before).toBeLessThanOrEqual(2 + 2 * (connections + 1));
      }
      // The flood has not ended: it is a thousand requests.
      expect(upstream.count()).toBeLessThan(900);
      await Promise.all(flood);
    },
  );
});

/** An operation of 32 configurations, a REST request each, that no other operation shares. */
const configurations =
  'query ($ids: [ID!]!) { playbackConfigurations(screenIds: $ids) { revision } }';
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
});
