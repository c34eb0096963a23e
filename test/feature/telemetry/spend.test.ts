import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FacadeOptions } from '../../../src/facade.js';
import type { SimulatorFault, SimulatorOptions } from '../../../src/command/simulator/simulator.js';
import { connect } from '../../extra/mcp/agent.js';
import { subscribe } from '../../rig/event-stream.js';
import { sumOf } from '../../rig/metric.js';
import { operationRequest } from '../../rig/operation-request.js';
import { connectSocket } from '../../system/http-client.js';
import { everything } from '../../system/test-system.js';
import { eventually } from '../../extra/telemetry/watched.js';

async function start(simulator: SimulatorOptions = {}, settings: FacadeOptions['settings'] = {}) {
  const options = { MCP: true, ORGANIZATION_METRICS: true, LIVE_MIN_SECONDS: 1, ...settings };
  const system = await connectSocket(simulator, { settings: options });
  const { facade } = system;
  const series = async (pattern: RegExp) => [
    ...(await (await facade.metrics()).text()).matchAll(pattern),
  ];
  const busy = async () =>
    (await series(/^partner_graphql_\w+_(?:in_flight|waiting) [1-9]/gm)).map(([line]) => line);
  return {
    ...system,
    /** REST requests by `name client`. */
    spent: async (): Promise<Record<string, number>> =>
      Object.fromEntries(
        (
          await series(
            /^partner_graphql_operation_upstream_requests_total\{name="(.*)",client="(.*)"\} (\d+)$/gm,
          )
        ).map(([, name = '', client = '', count]) => [`${name} ${client}`, Number(count)]),
      ),
    sums: async () => ({
      byOperation: await sumOf(facade, 'operation_upstream_requests_total'),
      sent: await sumOf(facade, 'upstream_requests_total'),
    }),
    idle: () => eventually(busy).toEqual([]),
  };
}

const Organization = 'query Organization { organization { name } }';
const apollo = 'apollographql-client-name';

describe('the client of an operation', () => {
  const long = 'x'.repeat(64);
  it.each([
    [{}, '(none)'],
    [{ [apollo]: '' }, '(none)'],
    [{ [apollo]: 'a', 'graphql-client-name': 'b', 'x-graphql-client-name': 'c' }, 'a'],
    [{ [apollo]: '', 'graphql-client-name': 'b', 'x-graphql-client-name': 'c' }, 'b'],
    [{ 'x-graphql-client-name': 'c' }, 'c'],
    [{ [apollo]: 'lobby wall, 2' }, 'lobby wall, 2'],
    [{ [apollo]: long }, long],
    [{ [apollo]: `${long}x` }, '(other)'],
    [{ [apollo]: 'größe' }, '(other)'],
    [{ [apollo]: '(none)' }, '(other)'],
    [{ [apollo]: 'a"\\b' }, String.raw`a\"\\b`],
    [{ [apollo]: `by ${everything}` }, '(other)'],
  ])('with the headers %j is %s, on the fast path and by Yoga', async (headers, client) => {
    const { facade, url, spent } = await start();
    for (const address of [url, undefined]) {
      const options = {
        credential: everything,
        headers,
        ...(address !== undefined && { url: address }),
      };
      const request = operationRequest(Organization, options);
      await (await (address === undefined ? facade.fetch(request) : fetch(request))).text();
    }
    expect(await spent()).toEqual({ [`Organization ${client}`]: 2 });
  });

  it('has a label of its own for the first 40 names that come with an accepted credential', async () => {
    const { facade, spent } = await start();
    const run = (client: string, credential = everything) =>
      facade.run({ query: Organization, credential, client });
    for (let index = 0; index < 50; index += 1)
      await run(`stranger-${index}`, 'nobody-knows-this-one');
    for (let index = 0; index < 42; index += 1) await run(`client-${index}`);
    // A name that has a label keeps it.
    await run('client-39', 'nobody-knows-this-one');
    const { '(other) (other)': strangers = 0, ...counts } = await spent();
    expect(strangers).toBeGreaterThan(0);
    const own = Array.from({ length: 40 }, (_, index) => [
      `Organization client-${index}`,
      index < 39 ? 1 : 2,
    ]);
    expect(counts).toMatchObject({ ...Object.fromEntries(own), 'Organization (other)': 2 });
    expect(Object.keys(counts).filter((key) => /client-4[0-9]|stranger/.test(key))).toEqual([]);
  });
});

describe('the spend of an operation', () => {
  it('counts a second attempt, and a shared request where it was sent', async () => {
    const { facade, simulator, spent } = await start({ latencyMs: 200 });
    simulator.setFaults([{ status: 503, times: 1 }]);
    await Promise.all(
      ['first', 'second'].map((client) =>
        facade.run({ query: Organization.replace('Org', client), credential: everything, client }),
      ),
    );
    expect(simulator.requests).toHaveLength(2);
    expect(await spent()).toEqual({ 'firstanization first': 2 });
  });

  it('counts a second attempt of a request whose sender has left', async () => {
    const { facade, simulator, spent, idle } = await start({ latencyMs: 150 });
    // What leaves before the first response has no accepted credential yet.
    await facade.run({ query: 'query Before { organization { id } }', credential: everything });
    simulator.setFaults([{ status: 503, times: 1 }]);
    const leaving = new AbortController();
    const { signal } = leaving;
    const left = facade
      .run({ query: Organization, credential: everything, client: 'left', signal })
      .catch(() => undefined);
    const stays = facade.run({
      query: `query Stays ${Organization.slice(18)}`,
      credential: everything,
    });
    await eventually(() => simulator.requests.length).toBe(2);
    leaving.abort();
    await left;
    expect((await stays).data).toEqual({ organization: { name: 'Nordlicht Bahn & Retail' } });
    await idle();
    expect(await spent()).toEqual({ 'Before (none)': 1, 'Organization left': 2 });
  });

  it('counts polls at the name of the subscription, and the client that opened it first', async () => {
    const { url, simulator, spent } = await start();
    const query = 'subscription Watch { live(everySeconds: 1) { organization { name } } }';
    const open = (client: string) =>
      subscribe(url, query, { credential: everything, headers: { 'graphql-client-name': client } });
    const first = await open('first');
    await first.next();
    const second = await open('second');
    await second.next();
    first.leave();
    await eventually(() => simulator.requests.length).toBeGreaterThan(2);
    second.leave();
    const counts = await spent();
    expect(Object.keys(counts)).toEqual(['Watch first']);
    expect(counts['Watch first']).toBeGreaterThan(1);
  });
});

const texts = {
  Organization,
  Lists:
    'query Lists { screens(first: 100) { nodes { name } } media(first: 5) { nodes { name } } }',
  Links:
    'query Links { screens(first: 3) { nodes { playbackConfiguration { items { media { name } } } } } organization { name } }',
  Found:
    'query Found { screens(first: 5, filter: { nameContains: "a" }) { nodes { name } totalCount } }',
} as const;

const action = fc.record({
  way: fc.constantFrom('socket', 'fetch', 'run', 'file', 'scrape', 'tool', 'leave', 'watch'),
  name: fc.constantFrom(...(Object.keys(texts) as (keyof typeof texts)[])),
  client: fc.constantFrom('one', 'two', undefined),
  credential: fc.constantFrom(
    everything,
    'demo-second-organization-credential',
    'nobody-knows-this-one',
  ),
});
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

const faults: readonly (readonly SimulatorFault[])[] = [
  [],
  [{ status: 503, rate: 0.3 }],
  [{ operation: 'partnerV1_screens', status: 429, retryAfterSeconds: 1, times: 1 }],
  [
    { status: 500, rate: 0.2 },
    { latencyMs: 40, rate: 0.5 },
  ],
];

/** @returns the REST requests that a response reports; undefined where it reports none */
async function perform(
  { facade, url, simulator }: Awaited<ReturnType<typeof start>>,
  each: Action,
) {
  const { way, name, client, credential } = each;
  const query = texts[name];
  const headers: Record<string, string> =
    client === undefined ? {} : { 'graphql-client-name': client };
  if (way === 'run')
    return requestsOf(
      await facade.run({ query, credential, ...(client !== undefined && { client }) }),
    );
  if (way === 'scrape') {
    const authorization = `Bearer ${credential}`;
    const scraped = await fetch(`${url}/metrics/organization`, {
      headers: { ...headers, authorization },
    });
    return Number(/^signage_scrape_upstream_requests (\d+)$/m.exec(await scraped.text())?.[1] ?? 0);
  }
  if (way === 'tool') {
    const agent = await connect(new URL(`${url}/mcp`), { credential });
    await agent.call('graphql_query', { query });
    return undefined;
  }
  if (way === 'watch') {
    const watched = query.replace(/^query (\w+) (.*)$/, 'subscription $1 { live $2 }');
    const stream = await subscribe(url, watched, { credential, headers });
    await stream.next();
    stream.leave();
    return undefined;
  }
  const leaving = new AbortController();
  const { signal } = leaving;
  const options = {
    credential,
    headers: way === 'file' ? { ...headers, accept: 'application/x-ndjson' } : headers,
    ...(way === 'leave' && { signal }),
    ...(way !== 'fetch' && { url }),
  };
  const request = operationRequest(query, options);
  if (way === 'leave') {
    const left = fetch(request).catch(() => undefined);
    // When it waits for a request of its own; one that shares a request, or has its response,
    // leaves no later.
    const before = simulator.requests.length;
    const ended = new AbortController();
    void left.then(() => ended.abort());
    while (!ended.signal.aborted && simulator.requests.length === before) await nextTurn();
    leaving.abort();
    await left;
    return undefined;
  }
  const response = await (way === 'fetch' ? facade.fetch(request) : fetch(request));
  if (way === 'file') {
    await response.text();
    return Number(response.headers.get('x-upstream-requests'));
  }
  return requestsOf((await response.json()) as ReportedResult);
}

interface ReportedResult {
  readonly extensions?: { readonly upstream?: { readonly requests: number } };
}

const requestsOf = ({ extensions }: ReportedResult): number | undefined =>
  extensions?.upstream?.requests;

describe('the spend of all operations', () => {
  it('is what the Partner API has received, whatever shares, retries, polls or leaves', async () => {
    const traffic = fc.record({
      rounds: fc.array(fc.array(action, { minLength: 1, maxLength: 8 }), {
        minLength: 1,
        maxLength: 3,
      }),
      fault: fc.constantFrom(...faults),
    });
    await fc.assert(
      fc.asyncProperty(traffic, async ({ rounds, fault }) => {
        const system = await start({ latencyMs: 5, faults: fault });
        for (const round of rounds) await Promise.all(round.map((each) => perform(system, each)));
        await system.idle();
        const { byOperation, sent } = await system.sums();
        expect(sent).toBeGreaterThan(0);
        expect(byOperation).toBe(sent);
      }),
      { seed: 20_261_123, numRuns: 16 },
    );
  });

  it('is by name and client what the responses report', async () => {
    const whole = action.filter(
      ({ way, credential }) =>
        /socket|fetch|run|file|scrape/.test(way) && credential !== 'nobody-knows-this-one',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(whole, { minLength: 1, maxLength: 12 }), async (actions) => {
        const system = await start({ latencyMs: 5 });
        const expected: Record<string, number> = {};
        await Promise.all(
          actions.map(async (each) => {
            const requests = (await perform(system, each)) ?? 0;
            const name = each.way === 'scrape' ? 'OrganizationMetrics' : each.name;
            const key = `${name} ${each.client ?? '(none)'}`;
            if (requests > 0) expected[key] = (expected[key] ?? 0) + requests;
          }),
        );
        expect(await system.spent()).toEqual(expected);
        expect(system.simulator.requests).toHaveLength((await system.sums()).byOperation);
      }),
      { seed: 20_261_123, numRuns: 12 },
    );
  });
});
