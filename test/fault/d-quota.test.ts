import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { credentials } from '../rig/credential.js';
import { isList } from '../rig/json.js';
import { held, later, type Responder, status } from '../rig/response.js';
import { dataAt, errorsOf, type RigResponse, startRig } from '../rig/rig.js';
import { until } from '../rig/wait.js';
import { expectErrors, expectIntact, startFaulty } from './outcome.js';

const query = '{ organization { name } }';

const tooMany = (retryAfter: string) =>
  status(429, {
    headers: { 'retry-after': retryAfter },
    json: { error: { code: 'quota', message: 'Too many', requestId: 'up-1' } },
  });

const codesOf = (answer: RigResponse): unknown[] => errorsOf(answer).map(({ code }) => code);

describe('a refused quota', () => {
  it('D1: is reported with its wait, requested once, and answered at once', async () => {
    const { ask, upstream } = await startFaulty({}, tooMany('2'));
    const answer = await ask(query);
    expect(answer.status).toBe(429);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(answer.body.data).toEqual({ organization: null });
    expectErrors(answer, {
      path: 'organization',
      code: 'RATE_LIMITED',
      status: 429,
      retryAfterSeconds: 2,
      requestId: 'up-1',
      upstreamCode: 'quota',
    });
    expect(upstream.count()).toBe(1);
  });

  it('D1: later operations of the credential are refused with the time left, and nothing is sent', async () => {
    const { ask, upstream } = await startFaulty({ times: 1 }, tooMany('7'));
    await ask(query);
    const answer = await ask('{ screens(first: 2) { totalCount } }');
    expect(answer.status).toBe(429);
    const [error] = errorsOf(answer);
    expect(error).toMatchObject({
      path: 'screens',
      code: 'RATE_LIMITED',
      operation: 'partnerV1_screens',
      requestId: 'up-1',
    });
    expect(error?.['retryAfterSeconds']).toBeGreaterThan(5);
    expect(error?.['retryAfterSeconds']).toBeLessThanOrEqual(7);
    expect(['6', '7']).toContain(answer.headers.get('retry-after'));
    expect(upstream.count()).toBe(1);
  });

  it('D1: a 429 in the middle of an operation keeps the data that was read, and HTTP stays 200', async () => {
    const { ask, upstream } = await startFaulty(
      { operation: 'partnerV1_screenConfiguration', from: 11 },
      tooMany('3'),
      { sizes: { screens: 100 } },
    );
    const answer = await ask(
      '{ screens(first: 100) { nodes { name playbackConfiguration { revision } } } }',
    );
    expect(answer.status).toBe(200);
    expect(answer.headers.get('retry-after')).toBeNull();
    const nodes = dataAt(answer, 'screens.nodes');
    expect(isList(nodes) ? nodes.length : 0).toBe(100);
    expect(errorsOf(answer)).toHaveLength(90);
    expect(new Set(codesOf(answer))).toEqual(new Set(['RATE_LIMITED']));
    // The list, ten good ones, and the requests in flight at the first refusal.
    expect(upstream.count()).toBeLessThanOrEqual(1 + 10 + 32);
  });
});

describe('refusals inside one operation', () => {
  it('D15: a missing scope is asked for by what is in flight, and reported at each of 100 places', async () => {
    const { ask, upstream } = await startRig({ sizes: { screens: 100 } });
    const scopes = ['screens:read', 'media:read'] as const;
    upstream.grants.set(credentials.alpha.screens, { organization: 'alpha', scopes });
    const answer = await ask(
      '{ screens(first: 100) { nodes { name playbackConfiguration { revision } } } media(first: 3) { nodes { name } } }',
      {},
      credentials.alpha.screens,
    );
    expect(answer.status).toBe(200);
    const errors = errorsOf(answer);
    expect(errors).toHaveLength(100);
    errors.forEach((error, index) =>
      expect(error).toMatchObject({
        path: `screens.nodes.${index}.playbackConfiguration`,
        code: 'FORBIDDEN',
        requiredScope: 'playback:read',
        operation: 'partnerV1_screenConfiguration',
        status: 403,
      }),
    );
    expect(errors[99]?.['requestId']).toMatch(/^up-\d+$/);
    expect(dataAt(answer, 'screens.nodes.99.name')).toBe('Screen 100 stamp:alpha');
    expect(dataAt(answer, 'media.nodes.2.name')).toBe('Media 3 stamp:alpha');
    expect(upstream.count('partnerV1_screenConfiguration')).toBeLessThanOrEqual(32);
    expect(upstream.count('partnerV1_screens') + upstream.count('partnerV1_media')).toBe(2);
  });

  it('D16: a credential that is revoked midway ends all asking', async () => {
    const { ask, upstream } = await startFaulty({ from: 8 }, status(401), {
      sizes: { screens: 100 },
      settings: { UPSTREAM_MAX_CONCURRENCY: '4' },
    });
    const answer = await ask(
      '{ screens(first: 100) { nodes { name playbackConfiguration { revision } } } }',
    );
    expect(answer.status).toBe(200);
    const errors = errorsOf(answer);
    // One list and six configurations were answered before.
    expect(errors).toHaveLength(94);
    for (const error of errors)
      expect(error).toMatchObject({
        code: 'UNAUTHENTICATED',
        operation: 'partnerV1_screenConfiguration',
        status: 401,
      });
    expect(upstream.count()).toBeLessThanOrEqual(7 + 4);
    const again = await ask(query);
    expect(again.status).toBe(401);
    expect(again.headers.get('www-authenticate')).toBe('Bearer');
    expect(again.headers.get('retry-after')).toBeNull();
  });
});

const other = credentials.beta.everything;

afterEach(() => {
  vi.useRealTimers();
});

describe('the cool-down after a refused quota', () => {
  it('D1: MAX_COOL_DOWN_SECONDS caps the wait that is observed, and only that wait is reported', async () => {
    const { ask, upstream } = await startFaulty({ times: 1 }, tooMany('31536000'), {
      settings: { MAX_COOL_DOWN_SECONDS: '20' },
    });
    vi.useFakeTimers({ toFake: ['performance'] });
    for (let round = 0; round < 2; round += 1) {
      const refused = await ask(query);
      expectErrors(refused, { retryAfterSeconds: 20 });
      expect(refused.headers.get('retry-after')).toBe('20');
    }
    vi.advanceTimersByTime(19_999);
    expect(codesOf(await ask(query))).toEqual(['RATE_LIMITED']);
    expect(upstream.count()).toBe(1);
    vi.advanceTimersByTime(1);
    expectIntact(await ask(query));
  });

  it('D3: a wait that cannot be read is as good as none: neither field nor header', async () => {
    const { ask } = await startFaulty({}, tooMany('soon'));
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
    const first = Array.from({ length: 20 }, (_, index) =>
      ask(`{ screen(id: "s${index + 1}") { name } }`),
    );
    await until('twenty are in flight', () => upstream.inFlight() === 20);
    release();
    await Promise.all(first);
    const storm = Array.from({ length: 180 }, (_, index) =>
      ask(`{ screen(id: "s${index + 21}") { name } }`),
    );
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
    'D7: a %d of one credential refuses and slows no other',
    async (code) => {
      const { ask, upstream } = await startFaulty(
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
      const mine = upstream.requests.filter(
        ({ credential }) => credential === credentials.alpha.everything,
      );
      expect(mine).toHaveLength(code === 429 ? 1 : 10);
    },
  );
});

const ids = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `s${index + 1}`);
const configurations =
  'query ($ids: [ID!]!) { intact: organization { name } playbackConfigurations(screenIds: $ids) { revision screen { id } } }';

describe('large operations', () => {
  it.each([1, 32])(
    'D12: 300 ids keep within UPSTREAM_MAX_CONCURRENCY=%d, in order',
    async (most) => {
      const { ask, upstream } = await startFaulty(
        { operation: 'partnerV1_screenConfiguration' },
        (exchange) => later(Math.random() * 3)(exchange),
        {
          sizes: { screens: 300 },
          settings: {
            UPSTREAM_MAX_CONCURRENCY: String(most),
            UPSTREAM_MAX_CONNECTIONS: String(most + 3),
            MAX_UPSTREAM_REQUESTS: '1000',
          },
        },
      );
      const answer = await ask(configurations, { ids: ids(300) });
      expectIntact(answer);
      const list = dataAt(answer, 'playbackConfigurations');
      expect(
        isList(list) &&
          list.map((_, index) => dataAt(answer, `playbackConfigurations.${index}.screen.id`)),
      ).toEqual(ids(300));
      expect(upstream.maxInFlight()).toBeLessThanOrEqual(most);
      expect(upstream.socketsOpened()).toBeLessThanOrEqual(most + 3);
      expect(upstream.count()).toBe(301);
    },
  );

  it('D14: second attempts count, and are not made beyond it', async () => {
    const { ask, upstream } = await startFaulty(
      { operation: 'partnerV1_screenConfiguration' },
      status(503),
      {
        sizes: { screens: 30 },
        settings: { MAX_UPSTREAM_REQUESTS: '20', UPSTREAM_MAX_CONCURRENCY: '2' },
      },
    );
    const answer = await ask(
      '{ screens(first: 30) { nodes { name playbackConfiguration { revision } } } }',
    );
    expect(upstream.count()).toBe(20);
    expect(answer.body.extensions).toMatchObject({ upstream: { requests: 20, limit: 20 } });
    const codes = errorsOf(answer).map(({ code }) => code);
    expect(codes).toHaveLength(30);
    expect(new Set(codes)).toEqual(new Set(['UPSTREAM_UNAVAILABLE', 'UPSTREAM_BUDGET_EXCEEDED']));
  });
});

describe('bytes of REST bodies', () => {
  const body = JSON.stringify({
    data: { id: 'x', name: 'x'.repeat(600_000), createdAt: '2026-01-01', updatedAt: '2026-01-01' },
  });
  const large = (coding: 'gzip' | undefined): Responder =>
    coding === undefined
      ? status(200, { body })
      : status(200, { body: gzipSync(body), headers: { 'content-encoding': coding } });
  const lists =
    '{ organization { name } screens(first: 1) { totalCount } playlists(first: 2) { totalCount } }';

  it.each([undefined, 'gzip'] as const)(
    'D21: above MAX_UPSTREAM_BYTES only what exceeds them fails (coding %s)',
    async (coding) => {
      const settings = { MAX_UPSTREAM_BYTES: '500000' };
      const { ask } = await startFaulty({ operation: 'partnerV1_organization' }, large(coding), {
        settings,
      });
      expect(errorsOf(await ask('{ organization { name } }'))).toMatchObject([
        {
          path: 'organization',
          code: 'UPSTREAM_BUDGET_EXCEEDED',
          operation: 'partnerV1_organization',
        },
      ]);
      const roomy = { MAX_UPSTREAM_BYTES: '700000' };
      const rig = await startFaulty({ operation: 'partnerV1_organization' }, large(coding), {
        settings: roomy,
      });
      expectIntact(await rig.ask(lists));
    },
  );
});
