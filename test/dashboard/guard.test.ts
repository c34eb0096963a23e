import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type House, openHouse } from './server.js';
import { standIn } from './stand-in.js';
import { codeOf, operationRequest, origin, ownPage, signIn, signInRequest, type Visitor } from './visitor.js';

const screens = { query: '{ screens(first: 1) { totalCount } }' };

let house: House;
let visitor: Visitor;
beforeAll(async () => {
  house = await openHouse(standIn);
  visitor = await signIn(house);
});
afterAll(() => house.close());
beforeEach(() => house.simulator.clearRequests());

describe('an operation of the page', () => {
  it('is answered with the session’s credential', async () => {
    const answer = await house.fetch(operationRequest(visitor, screens));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ data: { screens: { totalCount: 240 } } });
  });

  it('is answered where a browser tells only its origin, as it does over plain HTTP', async () => {
    const answer = await house.fetch(operationRequest(visitor, screens, { 'Sec-Fetch-Site': '' }));
    expect(answer.status).toBe(200);
  });

  it('cannot bring a credential of its own', async () => {
    const answer = await house.fetch(
      operationRequest(visitor, screens, { Authorization: 'Bearer demo-no-scopes-credential' }),
    );
    expect(await answer.json()).toMatchObject({ data: { screens: { totalCount: 240 } } });
  });

  it('streams: what is ready comes before what is deferred', async () => {
    const unanswered = [{ operation: 'partnerV1_screenConfiguration', latencyMs: 600_000 }];
    house.simulator.setFaults(unanswered);
    const query = '{ screens(first: 1) { nodes { id ... @defer { playbackConfiguration { revision } } } } }';
    const leaving = new AbortController();
    const request = new Request(operationRequest(visitor, { query }), { signal: leaving.signal });
    const answer = await house.fetch(request);
    expect(answer.headers.get('content-type')).toContain('multipart/mixed');
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('"hasNext":true')) text += (await reader?.read())?.value ?? '';
    expect(text).toContain('"nodes":[{"id":"scr_');
    expect(text).not.toContain('revision');
    leaving.abort();
    await reader?.cancel().catch(() => undefined);
    house.simulator.setFaults([]);
  });
});

describe('refused with no REST request', () => {
  it.each([
    ['a page of another site', { 'Sec-Fetch-Site': 'cross-site' }, 403, 'DASHBOARD_REFUSED'],
    ['a page of a sibling site', { 'Sec-Fetch-Site': 'same-site' }, 403, 'DASHBOARD_REFUSED'],
    ['a request that a person typed', { 'Sec-Fetch-Site': 'none' }, 403, 'DASHBOARD_REFUSED'],
    ['another origin', { 'Sec-Fetch-Site': '', Origin: 'http://evil.test' }, 403, 'DASHBOARD_REFUSED'],
    ['another port', { 'Sec-Fetch-Site': '', Origin: 'http://127.0.0.1:9' }, 403, 'DASHBOARD_REFUSED'],
    ['an origin that is null', { 'Sec-Fetch-Site': '', Origin: 'null' }, 403, 'DASHBOARD_REFUSED'],
    ['no origin at all', { 'Sec-Fetch-Site': '', Origin: '' }, 403, 'DASHBOARD_REFUSED'],
    ['no cookie', { Cookie: '' }, 401, 'SESSION_ENDED'],
    ['a cookie that was guessed', { Cookie: `session=${'a'.repeat(43)}` }, 401, 'SESSION_ENDED'],
    ['no token', { 'X-Dashboard-Token': '' }, 401, 'SESSION_ENDED'],
    ['a token of another session', { 'X-Dashboard-Token': 'b'.repeat(43) }, 401, 'SESSION_ENDED'],
    ['a form', { 'Content-Type': 'text/plain' }, 415, 'GRAPHQL_VALIDATION_FAILED'],
  ])('%s', async (_what, headers: Record<string, string>, status, code) => {
    const answer = await house.fetch(operationRequest(visitor, screens, headers));
    expect(answer.status).toBe(status);
    expect(await codeOf(answer)).toBe(code);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(house.simulator.requests).toHaveLength(0);
  });

  it.each([
    ['too large a body', { query: `# ${'x'.repeat(131_072)}` }, 413, 'OPERATION_LIMIT_EXCEEDED'],
    ['a batch', [screens, screens], 400, 'OPERATION_LIMIT_EXCEEDED'],
    ['a body that is not JSON', '{', 400, 'GRAPHQL_VALIDATION_FAILED'],
  ])('%s', async (_what, body, status, code) => {
    const answer = await house.fetch(operationRequest(visitor, body));
    expect([answer.status, await codeOf(answer)]).toEqual([status, code]);
    expect(house.simulator.requests).toHaveLength(0);
  });

  it('an operation in the address', async () => {
    const query = `${origin}/dashboard/graphql?query={screens{totalCount}}`;
    const answer = await house.fetch(new Request(query, { headers: { Cookie: visitor.cookie, ...ownPage } }));
    expect(answer.status).toBe(405);
  });

  it.each([
    ['from another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['from another origin', { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://evil.test' }],
  ])('signing in %s', async (_what, headers) => {
    const answer = await house.fetch(signInRequest({ demo: 'everything' }, headers));
    expect(answer.status).toBe(403);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  it('signing in by a form, which cannot set a header', async () => {
    const answer = await house.fetch(
      new Request(`${origin}/dashboard/session`, {
        method: 'POST',
        headers: { ...ownPage, 'Content-Type': 'application/json' },
        body: '{"demo":"everything"}',
      }),
    );
    expect(answer.status).toBe(403);
  });

  it('asking from another site who is signed in', async () => {
    const headers = { Cookie: visitor.cookie, 'Sec-Fetch-Site': 'cross-site' };
    const answer = await house.fetch(new Request(`${origin}/dashboard/session`, { headers }));
    expect(answer.status).toBe(403);
    expect(await answer.text()).not.toContain(visitor.token);
  });
});
