import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSessions } from '../../src/http/dashboard/session.js';
import { type House, openHouse } from './server.js';
import { standIn } from './stand-in.js';
import { codeOf, operationRequest, origin, ownPage, readTold, signIn, signInRequest } from './visitor.js';

const everything = 'demo-everything-credential';
const organization = { query: '{ organization { name } }' };
const cookieOf = (response: Response): string => response.headers.get('set-cookie') ?? '';

let house: House;
beforeEach(async () => {
  house = await openHouse(standIn);
});
afterEach(() => house.close());

describe('signing in', () => {
  it('sets a cookie that no script reads and no other site or path gets', async () => {
    const response = await house.fetch(signInRequest({ demo: 'everything' }));
    expect(response.status).toBe(200);
    expect(cookieOf(response)).toMatch(/^session=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/dashboard$/);
  });

  it('marks the cookie Secure over HTTPS', async () => {
    const secure = signInRequest({ demo: 'everything' }, {}, 'https://signage.example.com');
    expect(cookieOf(await house.fetch(secure))).toMatch(/; Secure$/);
  });

  it('tells the name and scopes of a demo credential', async () => {
    const { session, demos } = await readTold(await house.fetch(signInRequest({ demo: 'playback only' })));
    expect(session).toMatchObject({ name: 'playback only', scopes: ['playback:read'] });
    expect(demos.map(({ name }) => name)).toContain('second organization');
  });

  it('takes a pasted credential that the Partner API knows, for one REST request', async () => {
    const visitor = await signIn(house, { credential: 'demo-media-only-credential' });
    expect(house.simulator.requests.map(({ operation }) => operation)).toEqual(['partnerV1_organization']);
    const answer = await house.fetch(operationRequest(visitor, { query: '{ media { totalCount } }' }));
    expect(await answer.json()).toMatchObject({ data: { media: { totalCount: 420 } } });
  });

  it('refuses a credential that the Partner API does not know, without a cookie', async () => {
    const response = await house.fetch(signInRequest({ credential: 'nobody-knows-this' }));
    expect(response.status).toBe(401);
    expect(cookieOf(response)).toBe('');
    const text = await response.text();
    expect(text).toContain('UNAUTHENTICATED');
    expect(text).not.toContain('nobody-knows-this');
  });

  it.each([
    ['a credential with white space', { credential: 'two words' }],
    ['an empty credential', { credential: '' }],
    ['a credential of more than 8 KiB', { credential: 'x'.repeat(8193) }],
    ['a body of more than 16 KiB', { credential: 'x'.repeat(20_000) }],
    ['a demo credential that does not exist', { demo: 'root' }],
    ['both at once', { demo: 'everything', credential: everything }],
    ['something else', ['everything']],
  ])('refuses %s with no REST request', async (_what, body) => {
    const response = await house.fetch(signInRequest(body));
    expect(response.status).toBe(400);
    expect(cookieOf(response)).toBe('');
    expect(house.simulator.requests).toHaveLength(0);
  });

  it('opens a new session each time and ends the one before', async () => {
    const first = await signIn(house);
    const again = await house.fetch(signInRequest({ demo: 'media only' }, { Cookie: first.cookie }));
    expect(cookieOf(again)).not.toContain(first.cookie);
    expect((await house.fetch(operationRequest(first, organization))).status).toBe(401);
  });

  it('offers no demo credential where there is none', async () => {
    const real = await openHouse(standIn, { dashboard: { demoCredentials: [] } });
    expect((await real.fetch(signInRequest({ demo: 'everything' }))).status).toBe(400);
    const told = await readTold(await real.fetch(new Request(`${origin}/dashboard/session`)));
    expect(told).toEqual({ session: null, demos: [] });
    await real.close();
  });
});

describe('signing out', () => {
  const signOut = (headers: Record<string, string>): Request =>
    new Request(`${origin}/dashboard/session`, { method: 'DELETE', headers: { ...ownPage, ...headers } });

  it('ends the session and takes the cookie back', async () => {
    const visitor = await signIn(house);
    const response = await house.fetch(
      signOut({ Cookie: visitor.cookie, 'X-Dashboard-Token': visitor.token }),
    );
    expect(cookieOf(response)).toMatch(/^session=; .*; Max-Age=0$/);
    expect((await house.fetch(operationRequest(visitor, organization))).status).toBe(401);
  });

  it('leaves the session alone where the token is another one’s', async () => {
    const visitor = await signIn(house);
    const response = await house.fetch(signOut({ Cookie: visitor.cookie, 'X-Dashboard-Token': 'guessed' }));
    expect(response.status).toBe(403);
    expect((await house.fetch(operationRequest(visitor, organization))).status).toBe(200);
  });
});

describe('sessions in memory', () => {
  const session = { credential: everything, name: 'everything', scopes: [] };

  it('end when nobody has used them for a while', async () => {
    const sessions = createSessions({ idleMs: 5 });
    const id = sessions.open(session);
    expect(sessions.find(id)?.credential).toBe(everything);
    await expect.poll(() => sessions.find(id)).toBeUndefined();
  });

  it('are so many at most: the one idle longest gives way', () => {
    const sessions = createSessions({ maxSessions: 2 });
    const [first, second] = [sessions.open(session), sessions.open(session)];
    expect(sessions.find(first)).toBeDefined();
    const third = sessions.open(session);
    expect([first, second, third].map((id) => sessions.find(id) !== undefined)).toEqual([true, false, true]);
  });

  it('have ids and tokens that differ each time', () => {
    const sessions = createSessions();
    const ids = [sessions.open(session), sessions.open(session)];
    const all = new Set([...ids, ...ids.map((id) => sessions.find(id)?.token)]);
    expect(all.size).toBe(4);
  });
});

describe('no answer of the dashboard', () => {
  it('holds the credential', async () => {
    const visitor = await signIn(house);
    const asked = { headers: { Cookie: visitor.cookie, ...ownPage } };
    const answers = await Promise.all([
      house.fetch(signInRequest({ demo: 'everything' })),
      house.fetch(signInRequest({ credential: everything })),
      house.fetch(new Request(`${origin}/dashboard/session`, asked)),
      house.fetch(operationRequest(visitor, organization)),
      house.fetch(operationRequest(visitor, { query: `{ screen(id: "${everything}x") { id } }` })),
      house.fetch(operationRequest(visitor, 'not JSON')),
    ]);
    for (const answer of answers) {
      const headers = [...answer.headers].flat().join('\n');
      expect(`${headers}\n${await answer.text()}`.replaceAll(`${everything}x`, '')).not.toContain(everything);
    }
  });

  it('may be kept by a cache', async () => {
    const visitor = await signIn(house);
    const answer = await house.fetch(operationRequest(visitor, organization));
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await codeOf(answer)).toBeUndefined();
  });
});
