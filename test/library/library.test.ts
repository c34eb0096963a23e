import { Registry } from 'prom-client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFacade, type RunRequest, type RunResult, SettingsError } from '../../src/facade.js';
import { operationRequest as visitorRequest, signIn } from '../dashboard/visitor.js';
import { words } from '../fuzz/draw.js';
import { openAssets, openFacade, openListener } from '../rig/open.js';
import { sumOf } from '../rig/metric.js';
import { operationRequest } from '../rig/operation-request.js';
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
      await fetch(`${url}${path}?query=${encodeURIComponent(query)}`, {
        headers: post(query).headers,
      }),
      await facade.fetch(new Request(`http://facade.test${path}`, post(query))),
    ];
    for (const response of responses) expect(await response.json()).toMatchObject(named);
    for (const other of ['/graphql', `${path}/`, `${path}/graphql`, '/api', '/x/api/signage'])
      expect((await fetch(`${url}${other}`, post(query))).status, other).toBe(404);
  });

  it('serves plain requests there by the fast path', async () => {
    let isFast: boolean | undefined;
    const { facade } = await startSystem({}, { path, settings: { PORT: '0' } });
    const fastPath: typeof facade.fastPath = (...given) => (isFast = facade.fastPath(...given));
    const { url } = await openListener({ ...facade, fastPath });
    for (const address of [path, '/graphql']) {
      await (await fetch(`${url}${address}`, post('{ organization { name } }'))).text();
      expect(isFast).toBe(address === path);
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
    const { facade } = await startSystem({}, { path, dashboard: { assets: openAssets() } });
    const page = await facade.fetch(new Request('http://facade.test/'));
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    const visitor = await signIn(facade, { credential: everything });
    const query = { query: '{ organization { name } }' };
    expect(await (await facade.fetch(visitorRequest(visitor, query))).json()).toMatchObject(named);
  });

  const musts = {
    'a path that begins with a slash, such as /api/graphql': [
      'graphql',
      '',
      'https://example.com/graphql',
    ],
    'a path without a query or fragment': ['/graphql?x=1', '/graphql#top'],
    'a path of names: no "..", no "." and nothing empty': words(
      '/a/../graphql /a/./graphql /a/%2E%2e/b //a.b /a/',
    ),
    'a path of letters and digits, others percent-encoded': ['/graph ql', '/größe', '/a\r\nb'],
    'none of the other addresses: /, /dashboard, /health, /metrics and /schema.graphql': words(
      '/ /metrics /schema.strict.graphql /health/ready /dashboard/graphql',
    ),
  };

  it.each(Object.entries(musts))('must be %s: each of %j is refused', (must, paths) => {
    for (const invalid of paths) {
      const create = () => createFacade({ partnerApiUrl: 'http://127.0.0.1:9', path: invalid });
      expect(create).toThrow(SettingsError);
      expect(create).toThrow(`path holds ${JSON.stringify(invalid)}, and must be ${must}.`);
    }
  });

  it('a long path is cut in the message', () => {
    const create = () =>
      createFacade({ partnerApiUrl: 'http://127.0.0.1:9', path: 'x'.repeat(10_000) });
    expect(create).toThrow(/^.{200,400}$/);
  });
});

const organization = { query: '{ organization { id } }', credential: everything };

const codes = ({ errors = [] }: RunResult) => errors.map(({ extensions }) => extensions?.['code']);

describe('facade.run', () => {
  const unfit = 'GRAPHQL_VALIDATION_FAILED';

  it('returns what HTTP returns: data, errors and cost', async () => {
    const { facade } = await startSystem();
    const query =
      'query A { organization { id } screen(id: "none") { id } } query B { __typename }';
    const request = { query, operationName: 'A', credential: everything };
    const { errors: [error, ...others] = [], ...result } = await facade.run(request);
    expect(result).toMatchObject({
      data: { organization: { id: 'org_nordlicht' }, screen: null },
      extensions: { upstream: { requests: 2, limit: 250 } },
    });
    expect(others).toEqual([]);
    expect(error).toMatchObject({
      path: ['screen'],
      extensions: { code: 'NOT_FOUND', status: 404 },
    });
    const members = { operationName: 'A' };
    const response = await facade.fetch(
      operationRequest(query, { credential: everything, members }),
    );
    const withoutIds = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value), (key, each: unknown) =>
        key === 'requestId' ? 'req_…' : each,
      );
    expect(withoutIds({ errors: [error], ...result })).toEqual(withoutIds(await response.json()));
  });

  it('takes variables', async () => {
    const { facade } = await startSystem();
    const query = 'query ($first: Int) { screens(first: $first) { nodes { name } } }';
    const { data } = await facade.run({ query, variables: { first: 1 }, credential: everything });
    expect(data).toEqual({ screens: { nodes: [{ name: 'Berlin Hbf – Gleis 1 links' }] } });
  });

  it.each<[string, RunRequest, string]>([
    ['no credential', { query: '{ organization { id } }' }, 'UNAUTHENTICATED'],
    [
      'a malformed credential',
      { query: '{ organization { id } }', credential: 'a\r\nb' },
      'UNAUTHENTICATED',
    ],
    ['an invalid document', { query: '{ nowhere }' }, unfit],
    ['no document', {}, unfit],
    ['two operations', { query: 'query A { a: __typename } query B { b: __typename }' }, unfit],
    ['a mutation', { query: 'mutation { x }' }, unfit],
  ])(
    '%s is an entry of `errors`, with a code and without HTTP members',
    async (_name, request, code) => {
      const { facade, simulator } = await startSystem();
      const result = await facade.run(request);
      expect(codes(result)).toEqual([code]);
      expect(JSON.stringify(result)).not.toContain('"http"');
      expect(simulator.requests).toHaveLength(0);
    },
  );

  it('returns a plan or a trace with the option `explain`', async () => {
    const { facade, simulator } = await startSystem();
    const query = '{ screens(first: 240) { nodes { name } } }';
    const planned = await facade.run({ query, credential: everything, explain: 'plan' });
    expect(planned.extensions?.upstream?.plan).toMatchObject([
      { operation: 'partnerV1_screens', atMost: 3 },
    ]);
    expect(simulator.requests).toHaveLength(0);
    const traced = await facade.run({ query, credential: everything, explain: 'trace' });
    expect(traced.extensions?.upstream?.trace).toHaveLength(3);
  });

  it('sends the given requestId to the Partner API, or a new one', async () => {
    const ids: (string | null)[] = [];
    const watching: typeof fetch = (input, init) => {
      ids.push(new Headers(init?.headers).get('x-request-id'));
      return fetch(input, init);
    };
    const { facade } = await startSystem({}, { fetch: watching });
    await facade.run({ ...organization, requestId: 'job-7' });
    await facade.run({ ...organization, requestId: 'not an id' });
    expect(ids).toEqual(['job-7', expect.stringMatching(/^[\da-f-]{36}$/)]);
  });

  it('returns each caller its own result', async () => {
    const { facade, simulator } = await startSystem();
    const request = { query: '{ screens(first: 2) { nodes { name } } }', credential: everything };
    const [first, second] = await Promise.all([facade.run(request), facade.run(request)]);
    expect(simulator.requests).toHaveLength(1);
    expect(first.data).toEqual(second.data);
    expect(first.data?.['screens']).not.toBe(second.data?.['screens']);
  });

  it('adds up the metrics of two façades in one registry', async () => {
    const registry = new Registry();
    const { facade, simulator } = await startSystem({}, { registry });
    const other = openFacade({ partnerApiUrl: simulator.url, registry });
    for (const each of [facade, other]) await each.run({ ...organization, credential: everything });
    expect(await sumOf(facade, 'operations_total')).toBe(2);
    expect(await sumOf(other, 'upstream_requests_total')).toBe(2);
    expect(await sumOf(facade, 'operation_duration_seconds_count')).toBe(2);
    expect(await sumOf(facade, 'operations_in_flight')).toBe(0);
    expect(await sumOf(facade, 'build_info')).toBe(1);
  });

  it('refuses a BigInt among the variables with a code, at any depth', async () => {
    const { facade, simulator } = await startSystem();
    const query =
      'query ($n: Int, $ids: [ID!]!) { screens(first: $n) { totalCount } nodes(nodeIds: $ids) { nodeId } }';
    for (const variables of [{ n: 5n, ids: [] }, { ids: [5n] }]) {
      const { errors } = await facade.run({ query, variables, credential: everything });
      expect(errors).toMatchObject([
        {
          message: expect.stringContaining('BigInt') as string,
          extensions: { code: 'BAD_USER_INPUT' },
        },
      ]);
    }
    expect(simulator.requests).toEqual([]);
  });

  it('may give one signal to any number of operations, which all hear of it', async () => {
    const { facade } = await startSystem({ latencyMs: 20_000 });
    const leaving = new AbortController();
    const warnings: Error[] = [];
    const keep = (warning: Error): void => void warnings.push(warning);
    process.on('warning', keep);
    onTestFinished(() => void process.off('warning', keep));
    const runs = Array.from({ length: 12 }, (_, index) =>
      facade.run({
        query: `{ a${index}: screens(first: 1) { totalCount } }`,
        credential: everything,
        signal: leaving.signal,
      }),
    );
    await expect.poll(() => sumOf(facade, 'operations_in_flight')).toBe(12);
    leaving.abort(new Error('All leave.'));
    for (const run of runs) await expect(run).rejects.toThrow('All leave.');
    expect(warnings).toEqual([]);
  });

  it('rejects with the reason of an aborted signal, and cancels the REST request', async () => {
    const { facade, simulator } = await startSystem({ latencyMs: 20_000 });
    const leaving = new AbortController();
    const run = facade.run({ ...organization, signal: leaving.signal });
    await expect.poll(() => simulator.requests.length).toBe(1);
    const reason = new Error('The page was left.');
    leaving.abort(reason);
    await expect(run).rejects.toBe(reason);
    await expect.poll(() => sumOf(facade, 'upstream_requests_in_flight')).toBe(0);
  });

  it('sends no request if the signal is aborted before', async () => {
    const { facade, simulator } = await startSystem();
    const signal = AbortSignal.abort(new Error('Too late.'));
    const run = facade.run({ ...organization, signal });
    await expect(run).rejects.toThrow('Too late.');
    expect(simulator.requests).toHaveLength(0);
  });

  it('rejects one of two callers that share a run, and serves the other', async () => {
    const { facade, simulator } = await startSystem({ latencyMs: 300 });
    const leaving = new AbortController();
    const remaining = facade.run(organization);
    const leaver = facade.run({ ...organization, signal: leaving.signal });
    await expect.poll(() => simulator.requests.length).toBe(1);
    leaving.abort(new Error('One leaves.'));
    await expect(leaver).rejects.toThrow('One leaves.');
    expect((await remaining).data).toEqual({ organization: { id: 'org_nordlicht' } });
  });
});
