import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Facade } from '../../src/facade.js';
import { credentials, marker } from '../rig/credential.js';
import { words } from './draw.js';
import { faultsOfResponse } from './response-format.js';
import { bounded, seed } from './seed.js';
import { createWorldFacade } from './world.js';

let facade: Facade;
beforeAll(() => {
  facade = createWorldFacade(undefined, 'planned', { CORS_ORIGINS: 'https://app.example' });
});
afterAll(() => facade.close());

const values = fc.oneof(
  fc.string({ unit: 'binary-ascii', maxLength: 60 }),
  fc.constantFrom(
    ...['', ' ', 'Bearer nobody', 'Bearer \u00ff', 'Bearer a b'],
    ...words(`, ; * null application/json application/json;charset=latin1 application/jsonx text/plain text/event-stream
      multipart/mixed;deferSpec=20220824 application/json;q=0 */*;q=0.1 bearer https://app.example plan trace
      00-11111111111111111111111111111111-2222222222222222-01 99999999999 max-age=60 -1 gzip`),
  ),
);
const names = fc.constantFrom(
  ...words(`accept content-type authorization x-request-id x-upstream-explain origin traceparent x-forwarded-proto
    x-forwarded-for cookie content-encoding accept-encoding range te access-control-request-method cache-control
    if-none-match x-http-method-override apollo-require-preflight`),
);
const methods = fc.constantFrom('POST', 'POST', 'POST', 'GET', 'OPTIONS');

/** Undefined if the header cannot be sent. */
function requestOf(method: string, given: readonly (readonly [string, string])[]): Request | undefined {
  const usual = {
    'content-type': 'application/json',
    authorization: `Bearer ${credentials.alpha.everything}`,
  };
  const query = '{ organization { name } screens(first: 2) { nodes { name } } }';
  const bodiless = method === 'GET';
  const url = `http://facade.test/graphql${bodiless ? `?query=${encodeURIComponent(query)}` : ''}`;
  try {
    const headers = new Headers(usual);
    for (const [name, value] of given) headers.set(name, value);
    return new Request(url, { method, headers, ...(!bodiless && { body: JSON.stringify({ query }) }) });
  } catch {
    return undefined;
  }
}

describe(`headers (seed ${seed})`, () => {
  it('of any value, with any method: the response has every header of the façade', async () => {
    const property = fc.asyncProperty(
      methods,
      fc.array(fc.tuple(names, values), { maxLength: 4 }),
      async (method, given) => {
        const request = requestOf(method, given);
        if (request === undefined) return;
        const response = await facade.fetch(request);
        const text = await response.text();
        expect(response.status).toBeLessThan(500);
        const type = response.headers.get('content-type') ?? '';
        if (/^application\/.*json/.test(type) && text !== '') expect(faultsOfResponse(text)).toEqual([]);
        expect(response.headers.get('cache-control')).toBe('private, no-store');
        expect(response.headers.get('x-content-type-options')).toBe('nosniff');
        expect(response.headers.get('vary')).toBe('Authorization, Origin');
        expect(response.headers.get('x-request-id')).toMatch(/^[\w.:-]{1,128}$/);
        const allowed = response.headers.get('access-control-allow-origin');
        expect([null, 'https://app.example']).toContain(allowed);
        expect(`${text} ${[...response.headers].flat().join(' ')}`).not.toContain(marker);
      },
    );
    await fc.assert(property, bounded(800));
  });
});
