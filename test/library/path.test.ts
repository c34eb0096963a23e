import { describe, expect, it } from 'vitest';
import { createFacade, SettingsError } from '../../src/facade.js';
import { operationRequest, signIn } from '../dashboard/visitor.js';
import { makeAssets } from '../rig/asset.js';
import { openListener } from '../rig/open.js';
import { everything, startSystem } from '../system/test-system.js';

const path = '/api/signage';
const post = (query: string) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: `Bearer ${everything}` },
  body: JSON.stringify({ query }),
});
const named = { data: { organization: { name: 'Nordlicht Bahn & Retail' } } };

async function open() {
  const { facade } = await startSystem({}, { path, settings: { PORT: '0' } });
  return { facade, url: (await openListener(facade)).url };
}

describe('createFacade({ path })', () => {
  it('serves GraphQL there and nowhere else, by POST, GET and the fetch handler', async () => {
    const { facade, url } = await open();
    const query = '{ organization { name } }';
    const responses = [
      await fetch(`${url}${path}`, post(query)),
      await fetch(`${url}${path}?query=${encodeURIComponent(query)}`, { headers: post(query).headers }),
      await facade.fetch(new Request(`http://facade.test${path}`, post(query))),
    ];
    for (const response of responses) expect(await response.json()).toMatchObject(named);
    for (const other of ['/graphql', `${path}/`, `${path}/graphql`, '/api', '/x/api/signage'])
      expect((await fetch(`${url}${other}`, post(query))).status, other).toBe(404);
  });

  it('serves plain requests there by the fast path', async () => {
    let isFast: boolean | undefined;
    const { facade } = await startSystem({}, { path, settings: { PORT: '0' } });
    const { url } = await openListener({
      ...facade,
      fastPath: (request, response) => (isFast = facade.fastPath(request, response)),
    });
    for (const [address, expected] of [
      [path, true],
      ['/graphql', false],
    ] as const) {
      await (await fetch(`${url}${address}`, post('{ organization { name } }'))).text();
      expect(isFast).toBe(expected);
    }
  });

  it('serves GraphiQL there, and does not move health and metrics', async () => {
    const { url } = await open();
    const page = await fetch(`${url}${path}`, { headers: { accept: 'text/html' } });
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    await page.text();
    for (const each of ['/health/live', '/health/ready', '/metrics'])
      expect((await fetch(`${url}${each}`)).status).toBe(200);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toContain(`partner_graphql_http_requests_total{path="${path}",status="200"} 1`);
  });

  it('does not move the dashboard, whose operations work', async () => {
    const { facade } = await startSystem({}, { path, dashboard: { assets: makeAssets() } });
    const page = await facade.fetch(new Request('http://facade.test/'));
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    const visitor = await signIn(facade, { credential: everything });
    const query = { query: '{ organization { name } }' };
    expect(await (await facade.fetch(operationRequest(visitor, query))).json()).toMatchObject(named);
  });

  it.each([
    ['graphql', 'a path that begins with a slash, such as /api/graphql'],
    ['', 'a path that begins with a slash, such as /api/graphql'],
    ['https://signage.example.com/graphql', 'a path that begins with a slash, such as /api/graphql'],
    ['/graphql?x=1', 'a path without a query or fragment'],
    ['/graphql#top', 'a path without a query or fragment'],
    ['/api/../graphql', 'a path of names: no "..", no "." and nothing empty'],
    ['/api/./graphql', 'a path of names: no "..", no "." and nothing empty'],
    ['/api/%2E%2e/graphql', 'a path of names: no "..", no "." and nothing empty'],
    ['//example.com', 'a path of names: no "..", no "." and nothing empty'],
    ['/graphql/', 'a path of names: no "..", no "." and nothing empty'],
    ['/graph ql', 'a path of letters and digits, others percent-encoded'],
    ['/größe', 'a path of letters and digits, others percent-encoded'],
    ['/a\r\nb', 'a path of letters and digits, others percent-encoded'],
    ['/', 'none of the other addresses: /, /dashboard, /health, /metrics and /schema.graphql'],
    ['/metrics', 'none of the other addresses: /, /dashboard, /health, /metrics and /schema.graphql'],
    [
      '/schema.strict.graphql',
      'none of the other addresses: /, /dashboard, /health, /metrics and /schema.graphql',
    ],
    ['/health/ready', 'none of the other addresses: /, /dashboard, /health, /metrics and /schema.graphql'],
    [
      '/dashboard/graphql',
      'none of the other addresses: /, /dashboard, /health, /metrics and /schema.graphql',
    ],
  ])('%j is refused', (invalid, must) => {
    const create = () => createFacade({ partnerApiUrl: 'http://127.0.0.1:9', path: invalid });
    expect(create).toThrow(SettingsError);
    expect(create).toThrow(`path holds ${JSON.stringify(invalid)}, and must be ${must}.`);
  });

  it('a long path is cut in the message', () => {
    const create = () => createFacade({ partnerApiUrl: 'http://127.0.0.1:9', path: 'x'.repeat(10_000) });
    expect(create).toThrow(/^.{200,400}$/);
  });
});
