import { describe, expect, it } from 'vitest';
import { startSystem } from '../system/test-system.js';
import { ask, count, places, type ResultError, screenAt } from './ask.js';

const codes = (errors: readonly ResultError[]): Record<string, number> =>
  errors.reduce<Record<string, number>>((all, { extensions }) => {
    const code = String(extensions['code']);
    return { ...all, [code]: (all[code] ?? 0) + 1 };
  }, {});

const four = { settings: { UPSTREAM_MAX_CONCURRENCY: '4' } };

describe('a refusal is remembered', () => {
  it('D15: the first 403 of a scope refuses all later requests that need it, and no others', async () => {
    const system = await startSystem({ latencyMs: 5 }, four);
    const query = `query ($ids: [ID!]!) {
      playbackConfigurations(screenIds: $ids) { revision } screens(first: 3) { nodes { id } }
    }`;
    const variables = { ids: places(100).map(screenAt) };
    const { data, errors } = await ask(system, query, {
      variables,
      credential: 'demo-screens-only-credential',
    });
    expect(codes(errors)).toEqual({ FORBIDDEN: 100 });
    expect(new Set(errors.map(({ extensions }) => extensions['requiredScope']))).toEqual(
      new Set(['playback:read']),
    );
    expect(data['screens']?.['nodes']).toHaveLength(3);
    // Four in flight when the first response arrives, and the list.
    expect(system.simulator.requests.length).toBeLessThanOrEqual(4 + 1);
  });

  it('D16: after the first 401 no request is sent', async () => {
    const system = await startSystem({ latencyMs: 5 }, four);
    const query = `query ($ids: [ID!]!) {
      playbackConfigurations(screenIds: $ids) { revision } organization { name } media { nodes { id } }
    }`;
    const variables = { ids: places(60).map(screenAt) };
    const { errors, status } = await ask(system, query, { variables, credential: 'nobody-knows-this-one' });
    expect(status).toBe(401);
    expect(codes(errors)).toEqual({ UNAUTHENTICATED: 62 });
    expect(system.simulator.requests.length).toBeLessThanOrEqual(4);
  });

  it('D1: after a 429 the operation sends no request', async () => {
    const system = await startSystem({ quota: { requests: 10, windowSeconds: 600, retryAfter: true } }, four);
    const query = 'query ($ids: [ID!]!) { playbackConfigurations(screenIds: $ids) { revision } }';
    const variables = { ids: places(100).map(screenAt) };
    const { data, errors } = await ask(system, query, { variables });
    expect(data['playbackConfigurations']?.filter(Boolean)).toHaveLength(10);
    expect(codes(errors)).toEqual({ RATE_LIMITED: 90 });
    expect(system.simulator.requests.filter(({ status }) => status === 429).length).toBeLessThanOrEqual(4);
    expect(system.simulator.requests.length).toBeLessThanOrEqual(10 + 4);
  });

  it('D4: later operations of the credential fail at once with the time left; other credentials are served', async () => {
    const system = await startSystem({ quota: { requests: 1, windowSeconds: 600, retryAfter: true } });
    const query = '{ organization { name } }';
    await ask(system, query);
    await ask(system, query);
    const later = await count(system, async () => {
      const { status, headers, errors } = await ask(system, query);
      expect(status).toBe(429);
      // The upstream names 600 s; MAX_COOL_DOWN_SECONDS is 300.
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(250);
      expect(Number(errors[0]?.extensions['retryAfterSeconds'])).toBeGreaterThan(250);
      expect(Number(errors[0]?.extensions['retryAfterSeconds'])).toBeLessThanOrEqual(300);
    });
    expect(later).toBe(0);
    const other = await ask(system, query, { credential: 'demo-second-organization-credential' });
    expect(other.data['organization']?.['name']).toBe('Bäckerei Kornblume');
  });

  it('D3: without a Retry-After there is neither field nor header, and the credential cools down for a second', async () => {
    const system = await startSystem({ faults: [{ status: 429, times: 1 }] });
    const query = '{ organization { name } }';
    for (let time = 1; time <= 2; time += 1) {
      const { status, headers, errors } = await ask(system, query);
      expect([status, headers.get('retry-after')]).toEqual([429, null]);
      expect(errors[0]?.extensions).not.toHaveProperty('retryAfterSeconds');
    }
    expect(system.simulator.requests).toHaveLength(1);
  });

  it('D8: only 502, 503 and 504 are retried, once', async () => {
    for (const status of [400, 401, 403, 404, 408, 425, 426, 500, 501, 502, 503, 504, 505, 599]) {
      const system = await startSystem({ faults: [{ status }] });
      const requests = await count(system, () => ask(system, '{ organization { name } }'));
      expect(requests, String(status)).toBe([502, 503, 504].includes(status) ? 2 : 1);
    }
  });
});
