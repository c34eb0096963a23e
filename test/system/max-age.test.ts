import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { UpstreamCost } from '../../src/operation/result.js';
import { count } from '../economy/ask.js';
import { rawOperation } from '../rig/raw-client.js';
import { bearer, connectSocket, getOf, type HttpClient, transports } from './http-client.js';
import { type ClientResponse, everything, startSystem } from './test-system.js';

/** What makes an operation accept kept responses so. */
const accepting = (cacheControl: string, headers = {}) => ({
  headers: { 'cache-control': cacheControl, ...headers },
});
const minute = accepting('max-age=60');

const upstreamOf = ({ extensions }: ClientResponse) => extensions?.['upstream'] as UpstreamCost;

const dashboard = `{
  organization { name }
  screens(first: 3) { nodes { name playbackConfiguration { revision items { slotId } } } }
}`;

/** A clock of the process that the test moves on. */
function holdClock(): (seconds: number) => void {
  // Whole milliseconds: of a fraction, sums and differences are not exact.
  const start = Math.ceil(performance.now());
  let passed = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => start + passed);
  onTestFinished(() => clock.mockRestore());
  return (seconds) => void (passed += 1000 * seconds);
}

const agesOf = (responses: readonly ClientResponse[]) =>
  responses.map(({ headers }) => headers.get('age'));

describe.each(transports)('Cache-Control of a request, through %s', (_transport, connect) => {
  it('without max-age nothing kept is served, and nothing says how old it is', async () => {
    const client = await connect();
    const first = await client.ask(dashboard);
    for (const options of [
      {},
      ...['no-cache', 'max-age=0', 'max-stale=9'].map((each) => accepting(each)),
    ]) {
      const again = await client.ask(dashboard, options);
      expect([again.headers.get('age'), upstreamOf(again).cached]).toEqual([null, 0]);
      expect(upstreamOf(again).requests).toBe(upstreamOf(first).requests);
    }
  });

  it('max-age serves all that any operation has read, without a request', async () => {
    const client = await connect();
    const first = await client.ask(dashboard);
    const sent = client.simulator.requests.length;
    const second = await client.ask(dashboard, minute);
    expect(client.simulator.requests).toHaveLength(sent);
    expect(second.data).toEqual(first.data);
    expect(upstreamOf(second)).toMatchObject({
      requests: 0,
      shared: 0,
      cached: upstreamOf(first).requests,
    });
    expect(second.headers.get('age')).toBe('0');
    expect(second.headers.get('cache-control')).toBe('private, no-store');
  });

  it('Age is that of the oldest kept part, in whole seconds that have passed', async () => {
    const advance = holdClock();
    const client = await connect();
    await client.ask('{ organization { name } }');
    advance(10);
    await client.ask('{ screens(first: 3) { nodes { name } } }');
    advance(7.9);
    const query = '{ organization { name } screens(first: 3) { nodes { name } } }';
    const whole = await client.ask(query, minute);
    const part = await client.ask(query, accepting('max-age=10'));
    const none = await client.ask(query, accepting('max-age=7'));
    expect(agesOf([whole, part, none])).toEqual(['17', '7', '0']);
    expect([whole, part, none].map((each) => upstreamOf(each).cached)).toEqual([2, 1, 1]);
  });

  it('MAX_STALE_SECONDS bounds it', async () => {
    const advance = holdClock();
    const client = await connect({}, { settings: { MAX_STALE_SECONDS: '10' } });
    const query = '{ organization { name } }';
    const max = accepting('max-age=86400');
    await client.ask(query);
    advance(10);
    expect(upstreamOf(await client.ask(query, max))).toMatchObject({ requests: 0, cached: 1 });
    advance(0.001);
    expect(upstreamOf(await client.ask(query, max))).toMatchObject({ requests: 1, cached: 0 });
  });

  it('MAX_STALE_SECONDS=0 switches it off', async () => {
    const client = await connect({}, { settings: { MAX_STALE_SECONDS: '0' } });
    for (let round = 0; round < 2; round += 1) {
      const response = await client.ask('{ organization { name } }', minute);
      expect(upstreamOf(response)).toMatchObject({ requests: 1, cached: 0 });
      expect(response.headers.get('age')).toBeNull();
    }
  });
});

it('several Cache-Control headers are one list', async () => {
  const client = await connectSocket();
  await client.ask('{ organization { name } }');
  const send = (...values: string[]) => {
    const lines = values.map((value) => `Cache-Control: ${value}`);
    const own = `Authorization: Bearer ${everything}`;
    return client.sendRaw(rawOperation('{ organization { name } }', [own, ...lines]));
  };
  expect(await send('max-stale=5', 'max-age=60')).toContain('"requests":0');
  expect(await send('max-age=60', 'no-cache')).toContain('"requests":1');
});

const Walk = `query($after: String, $first: Int, $filter: MediaFilter, $orderBy: MediaOrder) {
  media(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {
    nodes { id }
    pageInfo { hasNextPage endCursor }
  }
}`;

interface Connection {
  readonly nodes: readonly { readonly id: string }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
}

async function walk(client: HttpClient, variables: object) {
  const ids: string[] = [];
  for (let pages = 1, after: string | undefined; ; pages += 1) {
    const { data } = await client.ask(Walk, { ...minute, variables: { ...variables, after } });
    const { nodes, pageInfo } = data?.['media'] as Connection;
    ids.push(...nodes.map(({ id }) => id));
    if (!pageInfo.hasNextPage) return { ids, pages };
    after = pageInfo.endCursor;
  }
}

it.each<[string, object]>([
  ['filtered', { filter: { typeIn: ['IMAGE'] } }],
  ['ordered', { orderBy: { field: 'NAME' } }],
])('a walk of ten pages of a %s list costs one reading', async (_what, criteria) => {
  const client = await connectSocket({ size: { media: 300 } });
  const all = await walk(client, { first: 1000, ...criteria });
  const fresh = await connectSocket({ size: { media: 300 } });
  let walked: object | undefined;
  const first = Math.ceil(all.ids.length / 10);
  expect(await count(fresh, async () => (walked = await walk(fresh, { first, ...criteria })))).toBe(
    3,
  );
  expect(walked).toEqual({ ids: all.ids, pages: 10 });
});

it('facade.run takes maxAgeSeconds', async () => {
  const { facade } = await startSystem();
  const run = (maxAgeSeconds?: number) =>
    facade.run({
      query: '{ organization { name } }',
      credential: everything,
      ...(maxAgeSeconds !== undefined && { maxAgeSeconds }),
    });
  for (const maxAgeSeconds of [undefined, 60, undefined, 0, -1, Number.NaN, 0.5]) {
    const { extensions } = await run(maxAgeSeconds);
    const isKept = maxAgeSeconds !== undefined && maxAgeSeconds > 0;
    const cost = isKept ? { requests: 0, cached: 1 } : { requests: 1, cached: 0 };
    expect(extensions?.upstream, String(maxAgeSeconds)).toMatchObject(cost);
    expect(extensions).not.toHaveProperty('http');
  }
});

it('X-Upstream-Explain: plan is the same with max-age, and trace has no kept response', async () => {
  const client = await connectSocket();
  const query = '{ organization { name } screens(first: 3) { nodes { name } } }';
  const explain = (value: string, headers = {}) =>
    client.ask(query, { headers: { 'x-upstream-explain': value, ...headers } });
  await client.ask('{ organization { name } }');
  const plans = [await explain('plan'), await explain('plan', minute.headers)];
  const [plain, withAge] = plans.map((each) => ({ ...upstreamOf(each), requestId: '' }));
  expect(withAge).toEqual(plain);
  const { extensions } = await explain('trace', minute.headers);
  const trace = [{ operation: 'partnerV1_screens' }];
  expect(extensions?.['upstream']).toMatchObject({ cached: 1, trace });
});

describe.each(transports)('the header Age, through %s', (_transport, connect) => {
  it('a large response, which is printed in slices, carries Age', async () => {
    const client = await connect({ size: { media: 1000 } });
    const query =
      '{ media(first: 1000) { nodes { id name status mimeType sizeBytes width height } } }';
    const fresh = await client.ask(query);
    const kept = await client.ask(query, minute);
    expect(kept.data).toEqual(fresh.data);
    expect(kept.headers.get('age')).toBe('0');
    expect(upstreamOf(kept)).toMatchObject({ requests: 0, cached: 10 });
  });

  it('a response with errors carries Age, and a 404 is read again: only a 200 is kept', async () => {
    const client = await connect();
    const query = '{ organization { name } screen(id: "none") { name } }';
    await client.ask(query);
    const mixed = await client.ask(query, minute);
    expect(upstreamOf(mixed)).toMatchObject({ requests: 1, cached: 1 });
    expect(mixed.errors).toHaveLength(1);
    expect(mixed.headers.get('age')).toBe('0');
    expect(mixed.text).not.toContain('"http"');
  });

  it('a response in parts, or in a single one, carries Age as far as it is known at its head', async () => {
    const client = await connect();
    const query = '{ organization { name } ... @defer { screens(first: 3) { nodes { name } } } }';
    for (const accept of ['multipart/mixed', 'text/event-stream']) {
      const fresh = await client.ask(query, { headers: { accept } });
      expect([fresh.headers.get('age'), fresh.text.includes('"hasNext":true')]).toEqual([
        null,
        true,
      ]);
      const inParts = accepting('max-age=60', { accept });
      const kept = await client.ask(query, inParts);
      expect(kept.headers.get('age')).toBe('0');
      expect(kept.text).toContain('"cached":2');
      const whole = await client.ask('{ organization { name } }', inParts);
      expect(whole.headers.get('age')).toBe('0');
      for (const { text } of [kept, whole]) expect(text).not.toContain('"http"');
    }
  });

  it('GET and other origins may use it: the preflight allows the header, and pages can read Age', async () => {
    const origin = 'https://app.example.com';
    const client = await connect({}, { settings: { CORS_ORIGINS: origin } });
    const requested = {
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization,cache-control',
    };
    const before = await client.send('/graphql', {
      method: 'OPTIONS',
      headers: { origin, ...requested },
    });
    expect(before.headers.get('access-control-allow-headers')).toContain('cache-control');
    const path = getOf('{ organization { name } }');
    const headers = { origin, ...bearer };
    await client.send(path, { headers });
    const kept = await client.send(path, {
      headers: { ...headers, 'cache-control': 'max-age=60' },
    });
    expect(upstreamOf(kept)).toMatchObject({ requests: 0, cached: 1 });
    expect(kept.headers.get('age')).toBe('0');
    expect(kept.headers.get('access-control-expose-headers')).toContain('Age');
  });
});
