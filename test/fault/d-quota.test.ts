import { describe, expect, it } from 'vitest';
import { status } from '../rig/response.js';
import { credentials } from '../rig/credential.js';
import { isList } from '../rig/json.js';
import { dataAt, errorsOf, startRig } from '../rig/rig.js';
import { codesOf, query, tooMany } from './quota.js';

describe('a refused quota', () => {
  it('D1: is reported with its wait, requested once, and answered at once', async () => {
    const { ask, upstream } = await startRig();
    upstream.on({}, tooMany('2'));
    const answer = await ask(query);
    expect(answer.status).toBe(429);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(answer.body.data).toEqual({ organization: null });
    expect(errorsOf(answer)).toMatchObject([
      {
        path: 'organization',
        code: 'RATE_LIMITED',
        status: 429,
        retryAfterSeconds: 2,
        requestId: 'up-1',
        upstreamCode: 'quota',
      },
    ]);
    expect(upstream.count()).toBe(1);
  });

  it('D1: later operations of the credential are refused with the time left, and nothing is sent', async () => {
    const { ask, upstream } = await startRig();
    upstream.on({ times: 1 }, tooMany('7'));
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
    const { ask, upstream } = await startRig({ sizes: { screens: 100 } });
    upstream.on({ operation: 'partnerV1_screenConfiguration', from: 11 }, tooMany('3'));
    const answer = await ask('{ screens(first: 100) { nodes { name playbackConfiguration { revision } } } }');
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
    const { ask, upstream } = await startRig({
      sizes: { screens: 100 },
      settings: { UPSTREAM_MAX_CONCURRENCY: '4' },
    });
    upstream.on({ from: 8 }, status(401));
    const answer = await ask('{ screens(first: 100) { nodes { name playbackConfiguration { revision } } } }');
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
