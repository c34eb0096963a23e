import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SessionStore } from '../../../src/extra/sign-in/session-store.js';
import { Alone } from '../../../src/shared/alone.js';
import { readerOf } from '../../rig/event-stream.js';
import { countsBy } from '../../rig/metric.js';
import { until } from '../../rig/wait.js';
import { type DashboardServer, startDashboard } from '../../dashboard/server.js';
import {
  codeOf,
  operationRequest,
  origin,
  readSession,
  sessionRequest,
  signIn,
  signInRequest,
} from '../../dashboard/visitor.js';

const everything = 'demo-everything-credential';
const organization = { query: '{ organization { name } }' };
const cookieOf = (response: Response): string => response.headers.get('set-cookie') ?? '';

let server: DashboardServer;
beforeEach(async () => {
  server = await startDashboard();
});
afterEach(() => server.close());

describe('signing in', () => {
  it('sets a cookie that no script reads and no other site or path gets', async () => {
    const response = await server.fetch(signInRequest({ demo: 'everything' }));
    expect(response.status).toBe(200);
    expect(cookieOf(response)).toMatch(
      /^session=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/dashboard$/,
    );
  });

  it('over HTTPS sets a cookie that only this host can have set', async () => {
    const secure = signInRequest({ demo: 'everything' }, {}, 'https://signage.example.com');
    expect(cookieOf(await server.fetch(secure))).toMatch(
      /^__Host-session=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/; Secure$/,
    );
  });

  it('counts in the cookie of its scheme alone', async () => {
    const base = 'https://signage.example.com';
    const secure = cookieOf(await server.fetch(signInRequest({ demo: 'everything' }, {}, base)));
    const plain = cookieOf(await server.fetch(signInRequest({ demo: 'everything' })));
    const nameOver = async (address: string, cookie = '') => {
      const request = sessionRequest('GET', { cookie, token: '' }, address);
      return (await readSession(await server.fetch(request))).session?.name;
    };
    const [ofSecure, ofPlain] = [secure, plain].map((cookie) => cookie.split(';')[0]);
    expect([await nameOver(base, ofSecure), await nameOver(origin, ofPlain)]).toEqual([
      'everything',
      'everything',
    ]);
    expect([await nameOver(base, ofPlain), await nameOver(origin, ofSecure)]).toEqual([
      undefined,
      undefined,
    ]);
    const idOfPlain = ofPlain?.replace('session=', '__Host-session=x; __Host-session=');
    expect(await nameOver(origin, idOfPlain)).toBeUndefined();
  });

  it('reports the name and scopes of a demo credential', async () => {
    const { session, demos } = await readSession(
      await server.fetch(signInRequest({ demo: 'playback only' })),
    );
    expect(session).toMatchObject({ name: 'playback only', scopes: ['playback:read'] });
    expect(demos.map(({ name }) => name)).toContain('second organization');
  });

  it('accepts a pasted credential that the Partner API knows, for one REST request', async () => {
    const visitor = await signIn(server, { credential: 'demo-media-only-credential' });
    expect(server.simulator.requests.map(({ operation }) => operation)).toEqual([
      'partnerV1_organization',
    ]);
    const response = await server.fetch(
      operationRequest(visitor, { query: '{ media { totalCount } }' }),
    );
    expect(await response.json()).toMatchObject({ data: { media: { totalCount: 420 } } });
  });

  it('refuses a credential that the Partner API does not know, without a cookie', async () => {
    const response = await server.fetch(signInRequest({ credential: 'nobody-knows-this' }));
    expect(response.status).toBe(401);
    expect(cookieOf(response)).toBe('');
    const text = await response.text();
    expect(text).toContain('UNAUTHENTICATED');
    expect(text).not.toContain('nobody-knows-this');
  });

  it.each([
    ['is out of order', { status: 503 }, 'UPSTREAM_UNAVAILABLE', '5'],
    ['has no quota left', { status: 429, retryAfterSeconds: 20 }, 'RATE_LIMITED', '20'],
  ])('accepts nobody unchecked when the Partner API %s', async (_case, fault, code, retryAfter) => {
    server.simulator.setFaults([fault]);
    for (const body of [{ credential: everything }, { demo: 'everything' }]) {
      const response = await server.fetch(signInRequest(body));
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, retryAfter]);
      expect(cookieOf(response)).toBe('');
      expect(await codeOf(response)).toBe(code);
    }
  });

  it.each([
    ['a credential with white space', { credential: 'two words' }],
    ['an empty credential', { credential: '' }],
    ['a credential of more than 8 KiB', { credential: 'x'.repeat(8193) }],
    ['a body of more than 16 KiB', { credential: 'x'.repeat(20_000) }],
    ['a demo credential that does not exist', { demo: 'root' }],
    ['both at once', { demo: 'everything', credential: everything }],
    ['something else', ['everything']],
  ])('refuses %s with no REST request', async (_case, body) => {
    const response = await server.fetch(signInRequest(body));
    expect(response.status).toBe(400);
    expect(cookieOf(response)).toBe('');
    expect(server.simulator.requests).toHaveLength(0);
  });

  it('opens a new session each time and ends the one before', async () => {
    const first = await signIn(server);
    const again = await server.fetch(
      signInRequest({ demo: 'media only' }, { Cookie: first.cookie }),
    );
    expect(cookieOf(again)).not.toContain(first.cookie);
    expect((await server.fetch(operationRequest(first, organization))).status).toBe(401);
  });

  it('offers no demo credentials when there are none', async () => {
    const real = await startDashboard({ dashboard: { demoCredentials: [] } });
    expect((await real.fetch(signInRequest({ demo: 'everything' }))).status).toBe(400);
    const body = await readSession(await real.fetch(new Request(`${origin}/dashboard/session`)));
    expect(body).toEqual({ session: null, demos: [] });
    await real.close();
  });
});

it.each(['application/json', 'multipart/mixed, application/json', 'text/csv'])(
  'a client of %s that leaves during its operation is no unexpected error',
  async (accept) => {
    const { url } = await server.listen();
    const visitor = await signIn(server);
    server.simulator.setFaults([{ operation: 'partnerV1_screens', latencyMs: 600_000 }]);
    server.simulator.clearRequests();
    const leaving = new AbortController();
    const query = '{ screens(first: 1) { nodes { id } } }';
    const request = operationRequest(visitor, { query }, { Accept: accept }, url);
    const asked = fetch(new Request(request, { signal: leaving.signal })).catch(() => undefined);
    await until('it is under way', () => server.simulator.requests.length === 1);
    leaving.abort();
    await asked;
    const counts = () => countsBy(url, 'http_requests_total', 'status');
    await until(
      'it is counted',
      async () => '499' in (await counts()) || '500' in (await counts()),
    );
    expect(await counts()).not.toHaveProperty('500');
  },
);

describe('signing out', () => {
  it('ends the session and deletes the cookie', async () => {
    const visitor = await signIn(server);
    const response = await server.fetch(sessionRequest('DELETE', visitor));
    expect(cookieOf(response)).toMatch(/^session=; .*; Max-Age=0$/);
    expect((await server.fetch(operationRequest(visitor, organization))).status).toBe(401);
  });

  it('over HTTPS deletes what plain HTTP has left, too', async () => {
    const nobody = { cookie: '', token: 'x' };
    const request = sessionRequest('DELETE', nobody, 'https://signage.example.com');
    expect((await server.fetch(request)).headers.getSetCookie()).toEqual([
      'session=; HttpOnly; SameSite=Strict; Path=/dashboard; Max-Age=0',
      '__Host-session=; HttpOnly; SameSite=Strict; Path=/; Secure; Max-Age=0',
    ]);
  });

  it('ends the streams of the session', async () => {
    const visitor = await signIn(server);
    const query = 'subscription { live(everySeconds: 60) { organization { name } } }';
    const stream = await server.fetch(
      operationRequest(visitor, { query }, { Accept: 'text/event-stream' }),
    );
    const reader = readerOf(stream);
    await reader.until('Nordlicht');
    await server.fetch(sessionRequest('DELETE', visitor));
    await reader.until('event: complete');
  });

  it('during an operation gives that one 401', async () => {
    const visitor = await signIn(server);
    server.simulator.setFaults([{ operation: 'partnerV1_screens', latencyMs: 600_000 }]);
    const headers = { Accept: 'application/json' };
    const query = '{ screens(first: 1) { nodes { id } } }';
    server.simulator.clearRequests();
    const asked = server.fetch(operationRequest(visitor, { query }, headers));
    await until('it is under way', () => server.simulator.requests.length === 1);
    await server.fetch(sessionRequest('DELETE', visitor));
    const response = await asked;
    expect([response.status, await codeOf(response)]).toEqual([401, 'SESSION_ENDED']);
  });

  it('keeps the session when the token belongs to another one', async () => {
    const visitor = await signIn(server);
    const response = await server.fetch(sessionRequest('DELETE', { ...visitor, token: 'guessed' }));
    expect(response.status).toBe(403);
    expect((await server.fetch(operationRequest(visitor, organization))).status).toBe(200);
  });
});

describe('sessions in memory', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  const session = { credential: everything, name: 'everything', scopes: [] };

  const findEach = async (sessions: SessionStore, ids: readonly string[]): Promise<boolean[]> =>
    Promise.all(ids.map(async (id) => (await sessions.find(id)) !== undefined));

  it('end after an idle period, which each request begins anew', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1);
    const advance = (minutes: number): void => {
      clock.mockReturnValue(performance.now() + minutes * 60_000);
      vi.advanceTimersByTime(minutes * 60_000);
    };
    const sessions = new SessionStore(new Alone());
    const id = await sessions.open(session);
    const used = [];
    for (let request = 0; request < 3; request += 1) {
      advance(29);
      used.push(await sessions.find(id));
    }
    expect(used.map((found) => found?.credential)).toEqual([everything, everything, everything]);
    advance(31);
    expect([await sessions.find(id), used[0]?.ending.signal.aborted]).toEqual([undefined, true]);
  });

  it('tell when they are closed', async () => {
    const sessions = new SessionStore(new Alone());
    const ids = [await sessions.open(session), await sessions.open(session)];
    const [first, second] = await Promise.all(
      ids.map(async (id) => (await sessions.find(id))?.ending.signal),
    );
    await sessions.close(ids[0]);
    expect([first?.aborted, second?.aborted]).toEqual([true, false]);
  });

  it('are limited in number: the longest idle one is evicted', async () => {
    const sessions = new SessionStore(new Alone(), { maxSessions: 2 });
    const [first, second] = [await sessions.open(session), await sessions.open(session)];
    expect(await sessions.find(first)).toBeDefined();
    const third = await sessions.open(session);
    expect(await findEach(sessions, [first, second, third])).toEqual([true, false, true]);
  });

  it('of one credential end none of another, however many there are', async () => {
    const sessions = new SessionStore(new Alone());
    const victim = await sessions.open({ ...session, credential: 'another' });
    const ids = await Promise.all(Array.from({ length: 1001 }, () => sessions.open(session)));
    expect(await sessions.find(victim)).toBeDefined();
    const found = await findEach(sessions, ids);
    expect(ids.filter((_id, index) => found[index])).toEqual(ids.slice(-100));
  });

  it('are ended where a credential has most of them, when there is no room', async () => {
    const sessions = new SessionStore(new Alone(), { maxSessions: 4 });
    const of = (credential: string): Promise<string> => sessions.open({ ...session, credential });
    const ids = await Promise.all(['a', 'b', 'b', 'b', 'c', 'd'].map(of));
    expect(await findEach(sessions, ids)).toEqual([true, false, false, true, true, true]);
  });

  it('have unique ids and tokens', async () => {
    const sessions = new SessionStore(new Alone());
    const ids = [await sessions.open(session), await sessions.open(session)];
    const tokens = await Promise.all(ids.map(async (id) => (await sessions.find(id))?.token));
    expect(new Set([...ids, ...tokens]).size).toBe(4);
  });
});

describe('no response of the dashboard', () => {
  it('contains the credential', async () => {
    const visitor = await signIn(server);
    const responses = await Promise.all([
      server.fetch(signInRequest({ demo: 'everything' })),
      server.fetch(signInRequest({ credential: everything })),
      server.fetch(sessionRequest('GET', visitor)),
      server.fetch(operationRequest(visitor, organization)),
      server.fetch(operationRequest(visitor, { query: `{ screen(id: "${everything}x") { id } }` })),
      server.fetch(operationRequest(visitor, 'not JSON')),
    ]);
    for (const response of responses) {
      const headers = [...response.headers].flat().join('\n');
      expect(`${headers}\n${await response.text()}`.replaceAll(`${everything}x`, '')).not.toContain(
        everything,
      );
    }
  });

  it('may be cached', async () => {
    const visitor = await signIn(server);
    const response = await server.fetch(operationRequest(visitor, organization));
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await codeOf(response)).toBeUndefined();
  });
});
