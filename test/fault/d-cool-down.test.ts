import { afterEach, describe, expect, it, vi } from 'vitest';
import { held, status } from '../rig/response.js';
import { credentials } from '../rig/credential.js';
import { errorsOf, startRig } from '../rig/rig.js';
import { until } from '../rig/wait.js';
import { expectIntact } from './outcome.js';
import { codesOf, query, tooMany } from './quota.js';

const other = credentials.beta.everything;

afterEach(() => {
  vi.useRealTimers();
});

describe('the cool-down after a refused quota', () => {
  it('D1: MAX_COOL_DOWN_SECONDS caps the wait that is observed, and only that wait is reported', async () => {
    const { ask, upstream } = await startRig({ settings: { MAX_COOL_DOWN_SECONDS: '20' } });
    upstream.on({ times: 1 }, tooMany('31536000'));
    vi.useFakeTimers({ toFake: ['performance'] });
    for (let round = 0; round < 2; round += 1) {
      const refused = await ask(query);
      expect(errorsOf(refused)).toMatchObject([{ retryAfterSeconds: 20 }]);
      expect(refused.headers.get('retry-after')).toBe('20');
    }
    vi.advanceTimersByTime(19_999);
    expect(codesOf(await ask(query))).toEqual(['RATE_LIMITED']);
    expect(upstream.count()).toBe(1);
    vi.advanceTimersByTime(1);
    expectIntact(await ask(query));
  });

  it('D3: a wait that cannot be read is as good as none: neither field nor header', async () => {
    const { ask, upstream } = await startRig();
    upstream.on({}, tooMany('soon'));
    const answer = await ask(query);
    expect(codesOf(answer)).toEqual(['RATE_LIMITED']);
    expect(errorsOf(answer)[0]).not.toHaveProperty('retryAfterSeconds');
    expect(answer.headers.get('retry-after')).toBeNull();
    expect(answer.status).toBe(429);
  });

  it('D4: a storm of 200 clients of one credential costs only the requests in flight, and affects no other credential', async () => {
    const { ask, upstream } = await startRig({ sizes: { screens: 200 } });
    // Until it is accepted, a credential has four requests on their way.
    await ask(query);
    const { respond, release } = held(tooMany('5'));
    upstream.on({ credential: credentials.alpha.everything }, respond);
    const first = Array.from({ length: 20 }, (_, index) => ask(`{ screen(id: "s${index + 1}") { name } }`));
    await until('twenty are in flight', () => upstream.inFlight() === 20);
    release();
    await Promise.all(first);
    const storm = Array.from({ length: 180 }, (_, index) => ask(`{ screen(id: "s${index + 21}") { name } }`));
    const others = Array.from({ length: 20 }, (_, index) =>
      ask(`{ screen(id: "s${index + 1}") { name } }`, {}, other),
    );
    for (const refused of await Promise.all([...first, ...storm])) {
      expect(refused.status).toBe(429);
      expect(codesOf(refused)).toEqual(['RATE_LIMITED']);
      expect(errorsOf(refused)[0]?.['retryAfterSeconds']).toBeGreaterThan(0);
    }
    for (const served of await Promise.all(others)) expectIntact(served);
    expect(
      upstream.requests.filter(({ credential }) => credential === credentials.alpha.everything),
    ).toHaveLength(1 + 20);
  });

  it.each([401, 403, 404, 429])(
    'D7: a %d of one credential refuses, slows and cools down no other',
    async (code) => {
      const { ask, upstream } = await startRig();
      upstream.on(
        { credential: credentials.alpha.everything },
        status(code, { headers: { 'retry-after': '9' } }),
      );
      for (let round = 0; round < 10; round += 1) {
        const [refused, served, sibling] = await Promise.all([
          ask(query),
          ask(query, {}, other),
          ask(query, {}, credentials.alpha.screens),
        ]);
        expect(refused.body.data).toEqual({ organization: null });
        expectIntact(served);
        expectIntact(sibling);
      }
      expect(upstream.requests.filter(({ credential }) => credential === other)).toHaveLength(10);
      const mine = upstream.requests.filter(({ credential }) => credential === credentials.alpha.everything);
      expect(mine).toHaveLength(code === 429 ? 1 : 10);
    },
  );
});
