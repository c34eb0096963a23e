import { describe, expect, it } from 'vitest';
import { later, status, truthful } from '../rig/response.js';
import { credentials } from '../rig/credential.js';
import { errorsOf, startRig } from '../rig/rig.js';
import { expectIntact } from '../fault/outcome.js';

const both = [credentials.alpha.everything, credentials.beta.everything];

describe('D5: a storm of 503', () => {
  it.each([1, 20, 100, 400])(
    'of %d failing requests at once, second attempts are at no moment more than ten or a tenth',
    async (most) => {
      const { ask, upstream, requests } = await startRig({ settings: { UPSTREAM_MAX_CONNECTIONS: '500' } });
      for (const each of both) expectIntact(await ask('{ organization { name } }', {}, each));
      let isDown = true;
      let second = 0;
      let maxSecond = 0;
      upstream.on({}, async (exchange) => {
        if (!isDown) return truthful(exchange);
        const isSecond = requests.filter(({ target }) => target === exchange.request.target).length > 1;
        if (isSecond) maxSecond = Math.max(maxSecond, (second += 1));
        await later(5, status(503))(exchange);
        if (isSecond) second -= 1;
      });
      const answers = await Promise.all(
        Array.from({ length: most }, (_, nth) =>
          ask(`{ screen(id: "s${nth}") { name } }`, {}, both[nth % 2]),
        ),
      );
      for (const answer of answers)
        expect(errorsOf(answer)).toMatchObject([{ code: 'UPSTREAM_UNAVAILABLE', status: 503 }]);
      expect(maxSecond).toBeGreaterThanOrEqual(1);
      expect(maxSecond).toBeLessThanOrEqual(Math.max(10, 0.1 * most));
      expect(upstream.count()).toBeLessThanOrEqual(both.length + 2 * most);
      isDown = false;
      expectIntact(await ask('{ screen(id: "s1") { name } }'));
    },
  );
});
