import { describe, expect, it } from 'vitest';
import { createRetryBudget } from '../../src/rest/retry-budget.js';
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

describe('second attempts of the whole process', () => {
  it('are ten where little is under way, a tenth of what is under way where that is more', () => {
    for (const [underWay, most] of [
      [0, 10],
      [1, 10],
      [100, 10],
      [101, 11],
      [250, 25],
      [1000, 100],
    ] as const) {
      const budget = createRetryBudget();
      for (let count = 0; count < underWay; count += 1) budget.started();
      let taken = 0;
      while (budget.take()) taken += 1;
      expect(taken).toBe(most);
      budget.refund();
      expect(budget.take()).toBe(true);
      expect(budget.take()).toBe(false);
    }
  });

  it('follow the load down again', () => {
    const budget = createRetryBudget();
    for (let count = 0; count < 200; count += 1) budget.started();
    for (let count = 0; count < 20; count += 1) expect(budget.take()).toBe(true);
    for (let count = 0; count < 200; count += 1) budget.ended();
    for (let count = 0; count < 11; count += 1) budget.refund();
    expect(budget.take()).toBe(true);
    expect(budget.take()).toBe(false);
  });
});
