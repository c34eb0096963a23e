import { print } from 'graphql';
import { describe, expect, it } from 'vitest';
import { type EventStream, subscribe } from '../rig/event-stream.js';
import { at } from '../rig/json.js';
import type { ResultBody } from '../rig/rig.js';
import { until } from '../rig/wait.js';
import { connectSocket } from './http-client.js';
import { WatchScreens } from './document.js';
import { everything } from './test-system.js';

const lists = ['screens', 'playlists', 'media'];

async function setUp(settings: Readonly<Record<string, string>> = {}, manifest?: unknown) {
  const client = await connectSocket(
    { size: { screens: 100, playlists: 3, media: 5 } },
    { settings: { LIVE_MIN_SECONDS: '1', ...settings }, trustedDocuments: manifest },
  );
  const open = (
    query: string,
    headers: Readonly<Record<string, string>> = {},
    credential: string | null = everything,
  ): Promise<EventStream> => subscribe(client.url, query, { credential, headers });
  return {
    ...client,
    open,
    /** The first event of a request that is refused, or has one event. */
    only: async (...parameters: Parameters<typeof open>): Promise<ResultBody | undefined> => {
      const stream = await open(...parameters);
      const event = await stream.next();
      stream.leave();
      return event;
    },
    polls: async (): Promise<number> => {
      const text = await (await client.facade.metrics()).text();
      return Number(/^partner_graphql_live_polls_total (\d+)/m.exec(text)?.[1] ?? 0);
    },
  };
}

const codeOf = (event: ResultBody | undefined): unknown => event?.errors?.[0]?.extensions['code'];

describe('what subscriptions share', () => {
  it('ten operations over the same lists cost no more than their union in each interval', async () => {
    const { simulator, open, polls } = await setUp();
    const streams = await Promise.all(
      Array.from({ length: 10 }, (_, index) => {
        const fields = lists.map((list) => `${list}(first: 100) { nodes { id } }`);
        fields.splice(index % 3, index % 2);
        return open(`subscription S${index} { live(everySeconds: 1) { ${fields.join(' ')} } }`);
      }),
    );
    await Promise.all(streams.map((each) => each.next()));
    const before = { polls: await polls(), requests: simulator.requests.length };
    await until('all have polled twice more', async () => (await polls()) >= before.polls + 20);
    const intervals = Math.ceil(((await polls()) - before.polls) / 10);
    expect(simulator.requests.length - before.requests).toBeLessThanOrEqual(
      lists.length * (intervals + 1),
    );
    for (const each of streams) each.leave();
  });

  it('the operation, the variables and the interval count, not their spelling', async () => {
    const { simulator, open, polls } = await setUp();
    const text = 'subscription { live(everySeconds: 1) { organization { name } } }';
    const streams = await Promise.all([
      open(text),
      open(text.replaceAll(' ', '  ')),
      open(text.replace('live', 'now: live')),
    ]);
    const [first, , other] = await Promise.all(streams.map((each) => each.next()));
    expect(Object.keys(first?.data ?? {})).toEqual(['live']);
    expect(Object.keys(other?.data ?? {})).toEqual(['now']);
    // The third has a poll of its own, which shares the request.
    await until(
      'two polls cost one request',
      async () => simulator.requests.length * 2 === (await polls()),
    );
    for (const each of streams) each.leave();
  });
});

describe('what an event says', () => {
  it('a new resolvedAt is no change, under any alias', async () => {
    const { simulator, open, polls } = await setUp();
    const id = String(
      at(
        await (await open('subscription { live { screens(first: 1) { nodes { id } } } }')).next(),
        'data.live.screens.nodes.0.id',
      ),
    );
    const stream = await open(
      `subscription { live(everySeconds: 1) { playbackConfiguration(screenId: "${id}") { at: resolvedAt } organization { name } } }`,
    );
    expect(at(await stream.next(), 'data.live.playbackConfiguration.at')).toEqual(
      expect.any(String),
    );
    const before = await polls();
    await until('it has polled twice more', async () => (await polls()) >= before + 2);
    simulator.setFaults([{ operation: 'partnerV1_organization', status: 403 }]);
    const event = await stream.next();
    expect(codeOf(event)).toBe('FORBIDDEN');
    stream.leave();
  });

  it('has the cost of its poll, and with X-Upstream-Explain: trace the requests', async () => {
    const plain = await (await setUp()).only(print(WatchScreens));
    expect(plain?.extensions).toMatchObject({ upstream: { requests: 2, estimated: 2 } });
    expect(plain?.extensions).not.toHaveProperty('upstream.trace');
    const traced = await (
      await setUp()
    ).only(print(WatchScreens), { 'X-Upstream-Explain': 'trace' });
    expect(at(traced?.extensions, 'upstream.trace')).toHaveLength(2);
  });

  it('X-Upstream-Explain: plan reports the requests per minute, and sends nothing', async () => {
    const { simulator, ask } = await setUp();
    const query =
      'subscription { live(everySeconds: 10) { organization { name } screens { totalCount } } }';
    const { data, extensions } = await ask(query, { headers: { 'x-upstream-explain': 'plan' } });
    expect(data).toEqual({});
    expect(extensions).toMatchObject({ upstream: { estimated: 2, requestsPerMinute: 12 } });
    expect(simulator.requests).toEqual([]);
  });

  it('introspection and __typename below live are one event without requests', async () => {
    const { simulator, open } = await setUp();
    const stream = await open(
      'subscription { live { __typename __schema { queryType { name } } } }',
    );
    expect((await stream.next())?.data).toEqual({
      live: { __typename: 'Query', __schema: { queryType: { name: 'Query' } } },
    });
    expect(simulator.requests).toEqual([]);
    stream.leave();
  });
});

const body = '{ organization { name } }';

describe('what is refused', () => {
  const unfit = 'GRAPHQL_VALIDATION_FAILED';
  it.each([
    ['everySeconds below LIVE_MIN_SECONDS', `{ live(everySeconds: 0) ${body} }`, 'BAD_USER_INPUT'],
    ['everySeconds above an hour', `{ live(everySeconds: 3601) ${body} }`, 'BAD_USER_INPUT'],
    ['everySeconds that is no number', `{ live(everySeconds: "1") ${body} }`, unfit],
    ['a variable that is missing', `($id: ID!) { live { screen(id: $id) { id } } }`, unfit],
    ['__typename at the root', '{ __typename }', unfit],
    ['several root fields', `{ a: live ${body} b: live ${body} }`, unfit],
    ['a condition at the root', `{ live @skip(if: true) ${body} }`, unfit],
    ['a condition around the root', `{ ... @include(if: true) { live ${body} } }`, unfit],
  ])('%s', async (_what, text, code) => {
    const { simulator, open } = await setUp();
    const stream = await open(`subscription ${text}`);
    expect(codeOf(await stream.next())).toBe(code);
    expect(await stream.next()).toBeUndefined();
    expect(simulator.requests).toEqual([]);
  });

  it('a subscription that surely needs too many requests, before its first poll', async () => {
    const { only, simulator } = await setUp({ LIVE_REQUESTS_PER_MINUTE: '60' });
    const event = await only(print(WatchScreens));
    expect(codeOf(event)).toBe('UPSTREAM_BUDGET_EXCEEDED');
    expect(event?.errors?.[0]?.message).toContain('everySeconds: 2 or more');
    expect(simulator.requests).toEqual([]);
  });
});

describe('where subscriptions may come from', () => {
  it('fragments on Subscription and Query, and an explicit null for everySeconds', async () => {
    const { only } = await setUp();
    const event = await only(
      'subscription ($every: Int) { ...S } fragment S on Subscription { live(everySeconds: $every) { ...Q } live(everySeconds: $every) { __typename } } fragment Q on Query { organization { id } }',
    );
    expect(Object.keys(event?.data?.['live'] ?? {})).toEqual(['organization', '__typename']);
    expect(
      (await only(`subscription { live(everySeconds: null) ${body} }`))?.errors,
    ).toBeUndefined();
  });

  it('@defer and @stream below live are ignored', async () => {
    const { only } = await setUp();
    const event = await only(
      'subscription { live { ... @defer { organization { name } } screens(first: 1) { nodes @stream { id } } } }',
    );
    expect(event?.errors).toBeUndefined();
    expect(at(event, 'data.live.organization.name')).toEqual(expect.any(String));
  });
});
