import { describe, expect, it } from 'vitest';
import type { RunRequest, RunResult } from '../../src/facade.js';
import { sumOf } from '../rig/metric.js';
import { operationRequest } from '../rig/operation-request.js';
import { everything, startSystem } from '../system/test-system.js';

const codes = ({ errors = [] }: RunResult) => errors.map(({ extensions }) => extensions?.['code']);

describe('facade.run', () => {
  it('returns what HTTP returns: data, errors and cost', async () => {
    const { facade } = await startSystem();
    const query = 'query A { organization { id } screen(id: "none") { id } } query B { __typename }';
    const request = { query, operationName: 'A', credential: everything };
    const { errors: [error, ...others] = [], ...result } = await facade.run(request);
    expect(result).toMatchObject({
      data: { organization: { id: 'org_nordlicht' }, screen: null },
      extensions: { upstream: { requests: 2, limit: 250 } },
    });
    expect(others).toEqual([]);
    expect(error).toMatchObject({ path: ['screen'], extensions: { code: 'NOT_FOUND', status: 404 } });
    const members = { operationName: 'A' };
    const response = await facade.fetch(operationRequest(query, { credential: everything, members }));
    const withoutIds = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value), (key, each: unknown) => (key === 'requestId' ? 'req_…' : each));
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
    ['a malformed credential', { query: '{ organization { id } }', credential: 'a\r\nb' }, 'UNAUTHENTICATED'],
    ['an invalid document', { query: '{ nowhere }' }, 'GRAPHQL_VALIDATION_FAILED'],
    ['no document', {}, 'GRAPHQL_VALIDATION_FAILED'],
    [
      'two operations',
      { query: 'query A { __typename } query B { __typename }' },
      'GRAPHQL_VALIDATION_FAILED',
    ],
    ['a mutation', { query: 'mutation { x }' }, 'GRAPHQL_VALIDATION_FAILED'],
  ])('%s is an entry of `errors`, with a code and without HTTP members', async (_name, request, code) => {
    const { facade, simulator } = await startSystem();
    const result = await facade.run(request);
    expect(codes(result)).toEqual([code]);
    expect(JSON.stringify(result)).not.toContain('"http"');
    expect(simulator.requests).toHaveLength(0);
  });

  it('returns a plan or a trace with the option `explain`', async () => {
    const { facade, simulator } = await startSystem();
    const query = '{ screens(first: 240) { nodes { name } } }';
    const planned = await facade.run({ query, credential: everything, explain: 'plan' });
    expect(planned.extensions?.upstream?.plan).toMatchObject([{ operation: 'partnerV1_screens', atMost: 3 }]);
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
    const request = { query: '{ organization { id } }', credential: everything };
    await facade.run({ ...request, requestId: 'job-7' });
    await facade.run({ ...request, requestId: 'not an id' });
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

  it('rejects with the reason of an aborted signal, and cancels the REST request', async () => {
    const { facade, simulator } = await startSystem({ latencyMs: 20_000 });
    const leaving = new AbortController();
    const run = facade.run({
      query: '{ organization { id } }',
      credential: everything,
      signal: leaving.signal,
    });
    await expect.poll(() => simulator.requests.length).toBe(1);
    const reason = new Error('The page was left.');
    leaving.abort(reason);
    await expect(run).rejects.toBe(reason);
    await expect.poll(() => sumOf(facade, 'upstream_requests_in_flight')).toBe(0);
  });

  it('sends no request if the signal is aborted before', async () => {
    const { facade, simulator } = await startSystem();
    const signal = AbortSignal.abort(new Error('Too late.'));
    const run = facade.run({ query: '{ organization { id } }', credential: everything, signal });
    await expect(run).rejects.toThrow('Too late.');
    expect(simulator.requests).toHaveLength(0);
  });

  it('rejects one of two callers that share a run, and serves the other', async () => {
    const { facade, simulator } = await startSystem({ latencyMs: 300 });
    const leaving = new AbortController();
    const request = { query: '{ organization { id } }', credential: everything };
    const remaining = facade.run(request);
    const leaver = facade.run({ ...request, signal: leaving.signal });
    await expect.poll(() => simulator.requests.length).toBe(1);
    leaving.abort(new Error('One leaves.'));
    await expect(leaver).rejects.toThrow('One leaves.');
    expect((await remaining).data).toEqual({ organization: { id: 'org_nordlicht' } });
  });
});
