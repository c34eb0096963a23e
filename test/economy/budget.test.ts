import { describe, expect, it } from 'vitest';
import { expectRefused, startSystem } from '../system/test-system.js';
import { ask, mediaAt, nodeIdOf, Nodes, places, roundsOf, screenAt } from './ask.js';

const screenIds = places(40).map(screenAt);

describe('the budget of an operation', () => {
  const limited = () => startSystem({}, { settings: { MAX_UPSTREAM_REQUESTS: '20' } });

  it('F6: an estimate above it is refused with R = 0, and the message names the costliest fields', async () => {
    const system = await limited();
    const query = `query ($ids: [ID!]!) {
      organization { name }
      all: playbackConfigurations(screenIds: $ids) { revision }
      one: playbackConfiguration(screenId: "x") { revision }
    }`;
    const response = await ask(system, query, { variables: { ids: screenIds } });
    expectRefused(system, response, 'UPSTREAM_BUDGET_EXCEEDED');
    const [{ message } = { message: '' }, ...others] = response.errors;
    expect(others).toEqual([]);
    expect(message).toContain(
      'at least 42 REST requests, and may spend 20 (MAX_UPSTREAM_REQUESTS)',
    );
    expect(message).toContain('all (40 × partnerV1_screenConfiguration)');
  });

  it('is not what an operation is refused for that lacks a variable', async () => {
    const system = await limited();
    const query = `query ($ids: [ID!]!, $isShown: Boolean!) {
      playbackConfigurations(screenIds: $ids) @include(if: $isShown) { revision }
    }`;
    const response = await ask(system, query, { variables: { ids: screenIds } });
    expectRefused(system, response, 'GRAPHQL_VALIDATION_FAILED');
    expect(response.errors[0]?.message).toContain('$isShown');
  });

  it('F7, D14: an operation that may fit runs up to the limit, with literals and with variables', async () => {
    const system = await limited();
    const below = '{ nodes { id playbackConfiguration { revision } } }';
    const literal = `{ screens(first: 30) ${below} }`;
    const variable = `query ($n: Int) { screens(first: $n) ${below} }`;
    const results: unknown[] = [];
    for (const [query, variables] of [
      [literal, {}],
      [variable, { n: 30 }],
    ] as const) {
      system.simulator.clearRequests();
      const { data, errors, codes, upstream } = await ask(system, query, { variables });
      expect(system.simulator.requests).toHaveLength(20);
      expect(upstream).toMatchObject({ requests: 20, limit: 20, estimated: 31 });
      expect(data['screens']?.['nodes']).toHaveLength(30);
      expect([...new Set(codes)]).toEqual(['UPSTREAM_BUDGET_EXCEEDED']);
      results.push([data, errors.map(({ path }) => path)]);
    }
    expect(results[0]).toEqual(results[1]);
  });
});

const plan = { headers: { 'x-upstream-explain': 'plan' } };
const pages = (count: number, operation = 'screens'): string[] =>
  places(count).map(() => operation);

describe('the REST requests of summaries', () => {
  it('start together with the organization', async () => {
    const system = await startSystem();
    const query = `query ($status: [ScreenStatus!]) { organization { name
      screenSummary(filter: { statusIn: $status }) { count } playlistSummary { count } mediaSummary { count } } }`;
    const variables = { status: ['ONLINE'] };
    const [first] = await roundsOf(system, query, { variables });
    expect(first).toEqual(['media', 'organization', 'playlists', 'screens']);
    const none = await roundsOf(system, query, { variables: { status: [] } });
    expect(none).toEqual([
      ['organization', ...pages(1, 'playlists'), ...pages(5, 'media')].toSorted(),
    ]);
  });

  it('are explained: at most the budget, until the length of the list is known', async () => {
    const system = await startSystem({}, { settings: { MAX_UPSTREAM_REQUESTS: '50' } });
    const query =
      '{ organization { screenSummary { count } offline: screenSummary(filter: { statusIn: [OFFLINE] }) { count } } }';
    const fields = 'organization.screenSummary, organization.offline';
    const unknown = await ask(system, query, plan);
    expect(unknown.upstream?.plan).toMatchObject([
      { operation: 'partnerV1_organization', atLeast: 1, atMost: 1 },
      { operation: 'partnerV1_screens', field: fields, atLeast: 1, atMost: 50 },
    ]);
    expect(system.simulator.requests).toEqual([]);
    await ask(system, '{ screens { totalCount } }');
    const known = await ask(system, query, plan);
    expect(known.upstream?.plan).toMatchObject([
      { operation: 'partnerV1_organization', atLeast: 1, atMost: 1 },
      { operation: 'partnerV1_screens', field: fields, atLeast: 3, atMost: 3 },
    ]);
    expect((await ask(system, query)).upstream).toMatchObject({ estimated: 4, requests: 4 });
  });

  it.each(['{ statusIn: [] }', '{ idIn: ["..", ""] }'])(
    'are none, also in the plan: %s',
    async (filter) => {
      const system = await startSystem({}, { settings: { MAX_UPSTREAM_REQUESTS: '2' } });
      await ask(system, '{ screens { totalCount } }');
      const query = `{ screenSummary(filter: ${filter}) { count precision } }`;
      expect((await ask(system, query, plan)).upstream?.plan).toMatchObject([{ atLeast: 0 }]);
      const { data } = await ask(system, query);
      expect(data).toEqual({ screenSummary: { count: 0, precision: 'EXACT' } });
      expect(system.simulator.requests).toHaveLength(1);
    },
  );

  it('are refused before the first where the list is known to exceed the budget', async () => {
    const system = await startSystem({}, { settings: { MAX_UPSTREAM_REQUESTS: '2' } });
    const query = '{ screenSummary { count precision } }';
    // Its length is unknown: one page is read, and the two others would exceed the budget.
    const { data, codes } = await ask(system, query);
    expect(data).toEqual({ screenSummary: { count: 100, precision: 'AT_LEAST' } });
    expect(codes).toEqual(['UPSTREAM_BUDGET_EXCEEDED']);
    expect(system.simulator.requests).toHaveLength(1);
    system.simulator.clearRequests();
    expectRefused(system, await ask(system, query), 'UPSTREAM_BUDGET_EXCEEDED');
  });
});

const nodeIds = places(30).map((index) => nodeIdOf('Media', mediaAt(index)));

describe('X-Upstream-Explain', () => {
  const query =
    '{ screens(first: 3) { nodes { playbackConfiguration { items { media { id } } } } } }';

  it('plan sends no request, and lists each kind of request with its reason', async () => {
    const system = await startSystem();
    const { data, upstream } = await ask(system, query, {
      headers: { 'X-Upstream-Explain': 'plan' },
    });
    expect(system.simulator.requests).toEqual([]);
    expect(data).toEqual({});
    expect(upstream?.requests).toBe(0);
    const link = 'screens.nodes.playbackConfiguration';
    expect(upstream?.plan).toMatchObject([
      { operation: 'partnerV1_screens', field: 'screens', atLeast: 1, atMost: 1 },
      { operation: 'partnerV1_screenConfiguration', field: link, atLeast: 0, atMost: 3 },
      { operation: 'partnerV1_mediaItem', field: `${link}.items.media`, atLeast: 0, atMost: 30 },
    ]);
    for (const { why } of upstream?.plan ?? []) expect(why.length).toBeGreaterThan(5);
  });

  it('trace lists every sent request: path, status, milliseconds, wave', async () => {
    const system = await startSystem();
    system.simulator.setFaults([
      { operation: 'partnerV1_screenConfiguration', id: screenAt(1), status: 404 },
    ]);
    const { upstream } = await ask(system, query, { headers: { 'X-Upstream-Explain': 'trace' } });
    const trace = upstream?.trace ?? [];
    const list = { operation: 'partnerV1_screens', scope: 'screens:read', status: 200, wave: 1 };
    expect(trace).toContainEqual(expect.objectContaining(list));
    const lineOf = ({ path, status }: { readonly path: string; readonly status: unknown }) =>
      `${path} ${String(status)}`;
    const listed = trace.map(lineOf).toSorted();
    expect(listed).toEqual(system.simulator.requests.map(lineOf).toSorted());
    expect(listed).toContain(`/api/partner/v1/screens/${screenAt(1)}/configuration 404`);
    for (const { milliseconds, wave } of trace) {
      expect(milliseconds).toBeGreaterThan(0);
      expect([1, 2, 3, 4, 5]).toContain(wave);
    }
  });
});

it('extensions.upstream reports saved requests: deduplicated, primed and swept', async () => {
  const system = await startSystem({ size: { media: 150 } });
  const one = screenAt(0);
  const equal = await ask(
    system,
    `{ a: screen(id: "${one}") { id } b: screen(id: "${one}") { id } }`,
  );
  const none = { deduplicated: 0, primed: 0, swept: 0, shared: 0 };
  expect(equal.upstream).toMatchObject({ ...none, requests: 1, limit: 250, deduplicated: 1 });
  const swept = await ask(system, Nodes, { variables: { nodeIds } });
  expect(swept.upstream).toMatchObject({ ...none, requests: 1, swept: 30 });
  const links =
    '{ screens(first: 4) { nodes { playbackConfiguration { screen { screen { id } } } } } }';
  const primed = await ask(system, links);
  expect(primed.upstream).toMatchObject({ requests: 5, deduplicated: 0, primed: 4, swept: 0 });
});
