import { describe, expect, it } from 'vitest';
import { type TestSystem, startSystem } from '../system/test-system.js';
import { ask, type Asked, type AskOptions, count, mediaAt, nodeIdOf, places, screenAt } from './ask.js';

const plan = (house: TestSystem, query: string, variables: AskOptions['variables'] = {}): Promise<Asked> =>
  ask(house, query, { variables, headers: { 'X-Upstream-Explain': 'plan' } });

const estimated = async (house: TestSystem, query: string, variables?: AskOptions['variables']) =>
  (await plan(house, query, variables)).upstream?.estimated;

const list = (ids: readonly string[]): string => JSON.stringify(ids);
const screenIds = places(40).map(screenAt);
const nodeIds = places(30).map((index) => nodeIdOf('Media', mediaAt(index)));

interface Pair {
  readonly what: string;
  readonly literal: string;
  readonly variable: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** REST requests when every list is as long as asked for: by hand. */
  readonly requests: number;
}

const pairs: readonly Pair[] = [
  {
    what: 'sizes of lists',
    literal: '{ media(first: 250) { nodes { id } } }',
    variable: 'query ($n: Int) { media(first: $n) { nodes { id } } }',
    variables: { n: 250 },
    requests: 3,
  },
  {
    what: 'a size that is a default',
    literal: '{ media(first: 250) { nodes { id } } }',
    variable: 'query ($n: Int = 250) { media(first: $n) { nodes { id } } }',
    variables: {},
    requests: 3,
  },
  {
    what: 'no size at all: 20 items',
    literal: '{ screens { nodes { playbackConfiguration { revision } } } }',
    variable: 'query ($n: Int) { screens(first: $n) { nodes { playbackConfiguration { revision } } } }',
    variables: {},
    requests: 1 + 20,
  },
  {
    what: 'the end of a list, which has to be found first',
    literal: '{ media(last: 10) { nodes { id } } }',
    variable: 'query ($n: Int) { media(last: $n) { nodes { id } } }',
    variables: { n: 10 },
    requests: 2,
  },
  {
    what: 'connections inside a connection',
    literal: '{ playlists(first: 7) { nodes { items(first: 120) { nodes { slotId } } } } }',
    variable:
      'query ($n: Int, $m: Int) { playlists(first: $n) { nodes { items(first: $m) { nodes { slotId } } } } }',
    variables: { n: 7, m: 120 },
    requests: 1 + 7 * 2,
  },
  {
    what: 'links below connections inside a connection',
    literal: '{ playlists(first: 2) { nodes { items(first: 5) { nodes { media { id } } } } } }',
    variable: `query ($n: Int, $m: Int) {
      playlists(first: $n) { edges { node { items(first: $m) { edges { node { media { id } } } } } } }
    }`,
    variables: { n: 2, m: 5 },
    requests: 1 + 2 + 10,
  },
  {
    what: 'configurations, each distinct id once',
    literal: `{ playbackConfigurations(screenIds: ${list([...screenIds, ...screenIds])}) { revision } }`,
    variable: 'query ($ids: [ID!]!) { playbackConfigurations(screenIds: $ids) { revision } }',
    variables: { ids: [...screenIds, ...screenIds] },
    requests: 40,
  },
  {
    what: 'nodes, each distinct id once',
    literal: `{ nodes(nodeIds: ${list([...nodeIds, ...nodeIds])}) { nodeId } }`,
    variable: 'query ($ids: [ID!]!) { nodes(nodeIds: $ids) { nodeId } }',
    variables: { ids: [...nodeIds, ...nodeIds] },
    requests: 30,
  },
  {
    what: '@skip and @include on fields',
    literal: `{ organization { name }
      media(first: 500) @skip(if: true) { nodes { id } }
      screens(first: 5) { nodes { playbackConfiguration @include(if: false) { revision } } } }`,
    variable: `query ($no: Boolean!, $yes: Boolean = true) { organization { name }
      media(first: 500) @skip(if: $yes) { nodes { id } }
      screens(first: 5) { nodes { playbackConfiguration @include(if: $no) { revision } } } }`,
    variables: { no: false },
    requests: 2,
  },
  {
    what: '@skip and @include on fragments',
    literal: `{ ...A @include(if: false) ... @skip(if: true) { media { nodes { id } } } organization { name } }
      fragment A on Query { screens(first: 500) { nodes { id } } }`,
    variable: `query ($no: Boolean!) {
        ...A @include(if: $no) ... @include(if: $no) { media { nodes { id } } } organization { name } }
      fragment A on Query { screens(first: 500) { nodes { id } } }`,
    variables: { no: false },
    requests: 1,
  },
  {
    what: 'fragments within fragments',
    literal: '{ screens(first: 5) { nodes { playbackConfiguration { revision } } } }',
    variable: `query ($n: Int) { ...A }
      fragment A on Query { screens(first: $n) { ...B } }
      fragment B on ScreenConnection { nodes { ... on Screen { ...C } } }
      fragment C on Screen { playbackConfiguration { revision } }`,
    variables: { n: 5 },
    requests: 1 + 5,
  },
  {
    what: 'the same page under two names',
    literal: '{ a: media(first: 10) { nodes { id } } b: media(first: 10) { nodes { name } } }',
    variable:
      'query ($n: Int) { a: media(first: $n) { nodes { id } } b: media(first: $n) { nodes { name } } }',
    variables: { n: 10 },
    requests: 1,
  },
  {
    what: 'a total alone',
    literal: '{ media(first: 1000) { totalCount } }',
    variable: 'query ($n: Int) { media(first: $n) { totalCount __typename } }',
    variables: { n: 1000 },
    requests: 1,
  },
];

describe('the estimate before an operation runs', () => {
  it.each(pairs)('$what: $requests, as literals and as variables', async (pair) => {
    const house = await startSystem();
    expect(await estimated(house, pair.literal)).toBe(pair.requests);
    expect(await estimated(house, pair.variable, pair.variables)).toBe(pair.requests);
    expect(house.simulator.requests).toEqual([]);
  });

  it.each(pairs)(
    '$what: is not exceeded where nothing is hidden',
    async ({ variable, variables, requests }) => {
      const house = await startSystem({
        size: { screens: 500, playlists: 36, media: 1000, playlistItems: 250 },
      });
      const { upstream, errors } = await ask(house, variable, { variables });
      expect(errors.filter(({ extensions }) => extensions['code'] !== 'NOT_FOUND')).toEqual([]);
      expect(upstream?.requests).toBeLessThanOrEqual(requests);
      expect(upstream?.estimated).toBe(requests);
      expect(house.simulator.requests).toHaveLength(upstream?.requests ?? -1);
    },
  );

  it('a batch that tries the list first, in vain, exceeds it by that one request', async () => {
    const house = await startSystem({ size: { media: 1000 } });
    const ids = places(5, 200).map((index) => nodeIdOf('Media', mediaAt(index)));
    const { upstream } = await ask(house, 'query ($ids: [ID!]!) { nodes(nodeIds: $ids) { nodeId } }', {
      variables: { ids },
    });
    // Page 1 tells that there are ten pages; five single reads are cheaper.
    expect(upstream?.requests).toBe(1 + 5);
    expect(upstream?.estimated).toBe(5);
  });

  it('knows the length of lists that the credential has read lately', async () => {
    const house = await startSystem({ size: { media: 150 } });
    const query = 'query ($ids: [ID!]!) { nodes(nodeIds: $ids) { nodeId } }';
    expect(await estimated(house, query, { ids: nodeIds })).toBe(30);
    await ask(house, '{ media { totalCount } }');
    expect(await estimated(house, query, { ids: nodeIds })).toBe(2);
  });
});

describe('an operation that cannot fit into its budget', () => {
  const limited = () => startSystem({}, { settings: { MAX_UPSTREAM_REQUESTS: '20' } });

  it('F6: is refused with R = 0, and the most expensive fields are named', async () => {
    const house = await limited();
    const query = `query ($ids: [ID!]!) {
      organization { name }
      all: playbackConfigurations(screenIds: $ids) { revision }
      one: playbackConfiguration(screenId: "x") { revision }
    }`;
    const { status, data, errors } = await ask(house, query, { variables: { ids: screenIds } });
    expect(data).toBeUndefined();
    expect(status).toBe(400);
    expect(errors).toHaveLength(1);
    expect(errors[0]?.extensions['code']).toBe('UPSTREAM_BUDGET_EXCEEDED');
    expect(errors[0]?.message).toContain(
      'at least 42 REST requests, and may spend 20 (MAX_UPSTREAM_REQUESTS)',
    );
    expect(errors[0]?.message).toContain('all (40 × partnerV1_screenConfiguration)');
    expect(house.simulator.requests).toEqual([]);
  });

  it('F6: equal ids count once, so they fit', async () => {
    const house = await limited();
    const ids = places(60).map(() => screenAt(0));
    const query = 'query ($ids: [ID!]!) { playbackConfigurations(screenIds: $ids) { revision } }';
    expect(await count(house, () => ask(house, query, { variables: { ids } }))).toBe(1);
  });

  it('F7: what may fit is run, literals and variables alike, and ends at the limit: D14', async () => {
    const house = await limited();
    const literal = '{ screens(first: 30) { nodes { id playbackConfiguration { revision } } } }';
    const variable =
      'query ($n: Int) { screens(first: $n) { nodes { id playbackConfiguration { revision } } } }';
    const outcomes: unknown[] = [];
    for (const [query, variables] of [
      [literal, {}],
      [variable, { n: 30 }],
    ] as const) {
      house.simulator.clearRequests();
      const { data, errors, upstream } = await ask(house, query, { variables });
      expect(house.simulator.requests).toHaveLength(20);
      expect(upstream).toMatchObject({ requests: 20, limit: 20, estimated: 31 });
      expect(data['screens']?.['nodes']).toHaveLength(30);
      expect(new Set(errors.map(({ extensions }) => extensions['code']))).toEqual(
        new Set(['UPSTREAM_BUDGET_EXCEEDED']),
      );
      outcomes.push([data, errors.map(({ path }) => path)]);
    }
    expect(outcomes[0]).toEqual(outcomes[1]);
  });

  it('a second attempt counts, and is not sent beyond the limit', async () => {
    const house = await startSystem(
      { faults: [{ status: 503 }] },
      { settings: { MAX_UPSTREAM_REQUESTS: '1' } },
    );
    const { errors, upstream } = await ask(house, '{ organization { name } }');
    expect(house.simulator.requests).toHaveLength(1);
    expect(upstream?.requests).toBe(1);
    expect(errors[0]?.extensions).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', status: 503 });
  });
});

describe('X-Upstream-Explain', () => {
  const query = '{ screens(first: 3) { nodes { playbackConfiguration { items { media { id } } } } } }';

  it('plan sends nothing, and tells each kind of request with its reason', async () => {
    const house = await startSystem();
    const { data, upstream } = await plan(house, query);
    expect(house.simulator.requests).toEqual([]);
    expect(data).toEqual({});
    expect(upstream?.requests).toBe(0);
    expect(
      upstream?.plan?.map(({ operation, field, atLeast, atMost }) => [operation, field, atLeast, atMost]),
    ).toEqual([
      ['partnerV1_screens', 'screens', 1, 1],
      ['partnerV1_screenConfiguration', 'screens.nodes.playbackConfiguration', 0, 3],
      ['partnerV1_mediaItem', 'screens.nodes.playbackConfiguration.items.media', 0, 30],
    ]);
    for (const { why } of upstream?.plan ?? []) expect(why.length).toBeGreaterThan(5);
  });

  it('trace tells every request that was sent: path, status, milliseconds, wave', async () => {
    const house = await startSystem();
    house.simulator.setFaults([{ operation: 'partnerV1_screenConfiguration', id: screenAt(1), status: 404 }]);
    const { upstream } = await ask(house, query, { headers: { 'X-Upstream-Explain': 'trace' } });
    const trace = upstream?.trace ?? [];
    const told = trace.map(({ path, status }) => `${path} ${status}`).toSorted();
    expect(told).toEqual(house.simulator.requests.map(({ path, status }) => `${path} ${status}`).toSorted());
    expect(told).toContain(`/api/partner/v1/screens/${screenAt(1)}/configuration 404`);
    for (const { milliseconds, wave } of trace) {
      expect(milliseconds).toBeGreaterThan(0);
      expect([1, 2, 3, 4, 5]).toContain(wave);
    }
  });

  it('G9: neither holds the credential, wherever it was echoed or asked for', async () => {
    const house = await startSystem();
    const echo = 'query ($id: ID!) { screen(id: $id) { name } }';
    for (const mode of ['plan', 'trace']) {
      const { text } = await ask(house, echo, {
        variables: { id: 'x' },
        headers: { 'X-Upstream-Explain': mode },
      });
      expect(text).toContain('"upstream"');
      expect(text).not.toContain('demo-everything-credential');
    }
  });

  it('anything else is BAD_USER_INPUT with R = 0', async () => {
    const house = await startSystem();
    const { status, errors } = await ask(house, query, { headers: { 'X-Upstream-Explain': 'all' } });
    expect([status, errors[0]?.extensions['code']]).toEqual([400, 'BAD_USER_INPUT']);
    expect(house.simulator.requests).toEqual([]);
  });
});

describe('extensions.upstream tells what was spared', () => {
  it('deduplicated, primed and swept', async () => {
    const house = await startSystem({ size: { media: 150 } });
    const one = screenAt(0);
    const same = await ask(house, `{ a: screen(id: "${one}") { id } b: screen(id: "${one}") { id } }`);
    expect(same.upstream).toMatchObject({
      requests: 1,
      limit: 250,
      deduplicated: 1,
      primed: 0,
      swept: 0,
      shared: 0,
    });
    const swept = await ask(house, 'query ($ids: [ID!]!) { nodes(nodeIds: $ids) { nodeId } }', {
      variables: { ids: nodeIds },
    });
    expect(swept.upstream).toMatchObject({ requests: 1, deduplicated: 0, primed: 0, swept: 30 });
    const primed = await ask(
      house,
      '{ screens(first: 4) { nodes { playbackConfiguration { screen { screen { id } } } } } }',
    );
    expect(primed.upstream).toMatchObject({ requests: 5, deduplicated: 0, primed: 4, swept: 0 });
  });
});
