import { describe, expect, it } from 'vitest';
import { later } from '../rig/answer.js';
import { credentials } from '../rig/credential.js';
import { dataAt, startRig } from '../rig/rig.js';
import { until } from '../rig/wait.js';
import { expectIntact } from '../fault/outcome.js';

const [quiet, loud] = [credentials.beta.everything, credentials.alpha.everything];

/** Forty aliases, each a REST request of its own that no other operation shares. */
const flooding = (nth: number): string =>
  `{ ${Array.from({ length: 40 }, (_, at) => `a${at}: playbackConfiguration(screenId: "s${nth}x${at}") { revision }`).join(' ')} }`;

describe('D19: one credential floods with operations of 40 aliases', () => {
  it.each([1, 4, 16])(
    'over %d connections, every request of a quiet one waits for its turn and no longer',
    async (connections) => {
      const settings = { UPSTREAM_MAX_CONNECTIONS: String(connections), UPSTREAM_TIMEOUT_MS: '20000' };
      const { ask, upstream } = await startRig({ settings });
      upstream.on({ credential: loud }, later(1));
      const flood = Array.from({ length: 25 }, (_, nth) => ask(flooding(nth), {}, loud));
      await until('the flood is under way', () => upstream.count() > connections);
      for (const id of ['s1', 's2', 's3']) {
        const before = upstream.count();
        const answer = await ask(
          `{ screen(id: "${id}") { name playbackConfiguration { revision } } }`,
          {},
          quiet,
        );
        expectIntact(answer);
        expect(dataAt(answer, 'screen.name')).toContain('stamp:beta');
        // Its two requests take two turns; each turn passes at most every place once and one flooding request.
        expect(upstream.count() - before).toBeLessThanOrEqual(2 + 2 * (connections + 1));
      }
      // The flood was there all the while: a thousand requests are not over yet.
      expect(upstream.count()).toBeLessThan(900);
      await Promise.all(flood);
    },
  );

  it('the other operations of the flooding credential stand in its lane, and nobody else does', async () => {
    const { ask, upstream } = await startRig({ settings: { UPSTREAM_MAX_CONNECTIONS: '2' } });
    upstream.on({ credential: loud }, later(1));
    const flood = Array.from({ length: 10 }, (_, nth) => ask(flooding(nth), {}, loud));
    await until('the flood is under way', () => upstream.count() > 2);
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
