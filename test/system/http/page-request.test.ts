import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DashboardServer, startDashboard } from '../../dashboard/server.js';
import {
  codeOf,
  operationRequest,
  origin,
  ownPage,
  signIn,
  signInRequest,
  type Visitor,
} from '../../dashboard/visitor.js';
import { readerOf } from '../../rig/event-stream.js';

const screens = { query: '{ screens(first: 1) { totalCount } }' };

let server: DashboardServer;
let visitor: Visitor;
beforeAll(async () => {
  server = await startDashboard();
  visitor = await signIn(server);
});
afterAll(() => server.close());
beforeEach(() => server.simulator.clearRequests());

describe('an operation of the page', () => {
  it.each([
    ['runs with the session’s credential', {}],
    [
      'runs when the browser sends only Origin, as it does over plain HTTP',
      { 'Sec-Fetch-Site': '' },
    ],
    ['cannot send its own credential', { Authorization: 'Bearer demo-no-scopes-credential' }],
  ])('%s', async (_case, headers: Record<string, string>) => {
    const response = await server.fetch(operationRequest(visitor, screens, headers));
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ data: { screens: { totalCount: 240 } } });
  });

  it('streams: the initial result arrives before the deferred fields', async () => {
    const unresponsive = [{ operation: 'partnerV1_screenConfiguration', latencyMs: 600_000 }];
    server.simulator.setFaults(unresponsive);
    const query =
      '{ screens(first: 1) { nodes { id ... @defer { playbackConfiguration { revision } } } } }';
    const leaving = new AbortController();
    const request = new Request(operationRequest(visitor, { query }), { signal: leaving.signal });
    const response = await server.fetch(request);
    expect(response.headers.get('content-type')).toContain('multipart/mixed');
    const reader = readerOf(response);
    const text = await reader.until('"hasNext":true');
    expect(text).toContain('"nodes":[{"id":"scr_');
    expect(text).not.toContain('revision');
    leaving.abort();
    await reader.leave();
    server.simulator.setFaults([]);
  });
});

describe('refused with no REST request', () => {
  it.each([
    ['a page of another site', { 'Sec-Fetch-Site': 'cross-site' }, 403, 'DASHBOARD_REFUSED'],
    ['a page of a sibling site', { 'Sec-Fetch-Site': 'same-site' }, 403, 'DASHBOARD_REFUSED'],
    ['a typed address', { 'Sec-Fetch-Site': 'none' }, 403, 'DASHBOARD_REFUSED'],
    [
      'another origin',
      { 'Sec-Fetch-Site': '', Origin: 'http://evil.test' },
      403,
      'DASHBOARD_REFUSED',
    ],
    [
      'another port',
      { 'Sec-Fetch-Site': '', Origin: 'http://127.0.0.1:9' },
      403,
      'DASHBOARD_REFUSED',
    ],
    ['a null origin', { 'Sec-Fetch-Site': '', Origin: 'null' }, 403, 'DASHBOARD_REFUSED'],
    ['no origin', { 'Sec-Fetch-Site': '', Origin: '' }, 403, 'DASHBOARD_REFUSED'],
    ['no cookie', { Cookie: '' }, 401, 'SESSION_ENDED'],
    ['a guessed cookie', { Cookie: `session=${'a'.repeat(43)}` }, 401, 'SESSION_ENDED'],
    ['no token', { 'X-Dashboard-Token': '' }, 401, 'SESSION_ENDED'],
    ['a token of another session', { 'X-Dashboard-Token': 'b'.repeat(43) }, 401, 'SESSION_ENDED'],
    ['a form', { 'Content-Type': 'text/plain' }, 415, 'GRAPHQL_VALIDATION_FAILED'],
  ])('%s', async (_case, headers: Record<string, string>, status, code) => {
    const response = await server.fetch(operationRequest(visitor, screens, headers));
    expect(response.status).toBe(status);
    expect(await codeOf(response)).toBe(code);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(server.simulator.requests).toHaveLength(0);
  });

  it.each([
    [
      'a body that is too large',
      { query: `# ${'x'.repeat(131_072)}` },
      413,
      'OPERATION_LIMIT_EXCEEDED',
    ],
    ['a batch', [screens, screens], 400, 'OPERATION_LIMIT_EXCEEDED'],
    ['a body that is not JSON', '{', 400, 'GRAPHQL_VALIDATION_FAILED'],
  ])('%s', async (_case, body, status, code) => {
    const response = await server.fetch(operationRequest(visitor, body));
    expect([response.status, await codeOf(response)]).toEqual([status, code]);
    expect(server.simulator.requests).toHaveLength(0);
  });

  it('an operation in the query string', async () => {
    const query = `${origin}/dashboard/graphql?query={screens{totalCount}}`;
    const response = await server.fetch(
      new Request(query, { headers: { Cookie: visitor.cookie, ...ownPage } }),
    );
    expect(response.status).toBe(405);
  });

  it.each([
    ['from another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['from another origin', { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://evil.test' }],
  ])('signing in %s', async (_case, headers) => {
    const response = await server.fetch(signInRequest({ demo: 'everything' }, headers));
    expect(response.status).toBe(403);
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  it('signing in by a form, which cannot set a header', async () => {
    const response = await server.fetch(
      new Request(`${origin}/dashboard/session`, {
        method: 'POST',
        headers: { ...ownPage, 'Content-Type': 'application/json' },
        body: '{"demo":"everything"}',
      }),
    );
    expect(response.status).toBe(403);
  });

  it('reading the session from another site', async () => {
    const headers = { Cookie: visitor.cookie, 'Sec-Fetch-Site': 'cross-site' };
    const response = await server.fetch(new Request(`${origin}/dashboard/session`, { headers }));
    expect(response.status).toBe(403);
    expect(await response.text()).not.toContain(visitor.token);
  });
});
