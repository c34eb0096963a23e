import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { status, truthful } from '../../rig/response.js';
import { credentials } from '../../rig/credential.js';
import { errorsOf, startRig } from '../../rig/rig.js';
import { timed } from '../../rig/wait.js';
import { expectIntact } from '../outcome.js';

/** Milliseconds. */
const stormMs = 30_000;

it('D5: thirty seconds of 503 cost at most two requests for each planned one, until the first good response', async () => {
  const { ask, upstream } = await startRig({
    sizes: { screens: 40 },
    settings: { OPERATION_TIMEOUT_MS: '2000' },
  });
  let isDown = true;
  upstream.on({}, (exchange) => (isDown ? status(503)(exchange) : truthful(exchange)));
  const end = performance.now() + stormMs;
  let planned = 0;
  while (performance.now() < end) {
    planned += 20;
    const { result, milliseconds } = await timed(() =>
      Promise.all(Array.from({ length: 20 }, (_, index) => ask(`{ screen(id: "s${index + 1}") { name } }`))),
    );
    for (const response of result)
      expect(errorsOf(response)).toMatchObject([{ code: 'UPSTREAM_UNAVAILABLE', status: 503 }]);
    expect(milliseconds).toBeLessThan(5000);
    await delay(20);
  }
  expect(upstream.count()).toBeLessThanOrEqual(2 * planned);
  isDown = false;
  expectIntact(await ask('{ organization { name } }'));
});

it('D4: thirty seconds of 429 without a Retry-After cost four to six requests', async () => {
  const { ask, upstream } = await startRig();
  upstream.on({ credential: credentials.alpha.everything }, status(429));
  const end = performance.now() + stormMs;
  while (performance.now() < end) {
    const responses = await Promise.all([
      ...Array.from({ length: 20 }, () => ask('{ organization { name } }')),
      ask('{ organization { name } }', {}, credentials.beta.everything),
    ]);
    expectIntact(await ask('{ organization { name } }', {}, credentials.beta.everything));
    for (const { status: code } of responses.slice(0, 20)) expect(code).toBe(429);
    await delay(20);
  }
  const mine = upstream.requests.filter(({ credential }) => credential === credentials.alpha.everything);
  // At 0, 1, 3, 7 and 15 seconds.
  expect(mine.length).toBeGreaterThanOrEqual(4);
  expect(mine.length).toBeLessThanOrEqual(6);
});
