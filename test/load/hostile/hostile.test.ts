import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../../src/command/simulator/simulator.js';
import { choices, drawFrom, seed } from '../../fuzz/draw.js';
import type { WireResponse } from '../../fuzz/wire.js';
import { credentials } from '../../rig/credential.js';
import { sumOf } from '../../rig/metric.js';
import { startUpstream, type Upstream } from '../../rig/upstream.js';
import { until } from '../../rig/wait.js';
import { everything } from '../../system/test-system.js';
import { large, limited, multiplied } from './case.js';
import { doorsOf, metrics, oneRow } from './door.js';
import { type Given, type HostileRequest, prepare } from './graphql-request.js';
import { type Hostile, type Known, posted } from './operation.js';
import { drawReader, read, type Reader, stallTimeoutMs } from './reader.js';
import { drawRequest } from './request.js';
import type { Cost } from './watch.js';
import { startWatched, type WatchedFacade } from './watched-facade.js';

/** What one request may cost a process. */
const maxBlockedMs = 250;
const maxGrownBytes = 100_000_000;

/** Requests that are drawn; `HOSTILE_REQUESTS` sets another number. */
const drawn = Number(process.env['HOSTILE_REQUESTS'] ?? 60);

/** They are measured together, and one by one only where they have cost too much together. */
const batchSize = 10;

const everySize = { screens: 3000, media: 1500, playlists: 60, playlistItems: 250 };

const impatient = { STALL_TIMEOUT_MS: String(stallTimeoutMs) };

let simulator: Simulator;
let alone: WatchedFacade;
let workers: WatchedFacade;
let given: Given;

beforeAll(async () => {
  simulator = await startSimulator({ size: everySize });
  const settings = { ...impatient, PARTNER_API_URL: simulator.url };
  alone = await startWatched(settings);
  workers = await startWatched({ ...settings, WORKERS: '2' });
  given = await prepare(alone.url);
});
afterAll(async () => {
  alone.stop();
  workers.stop();
  await simulator.close();
});

const whole: Reader = { kind: 'whole' };

/** @returns undefined for a client that reads no response, or several */
function sendAs(
  url: string,
  { method, target, headers, body }: HostileRequest,
  reader: Reader,
): Promise<WireResponse | undefined> {
  const { port } = new URL(url);
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...(names.has('host') ? [] : [`Host: 127.0.0.1:${port}`]),
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  return read(Number(port), lines, Buffer.from(body).toString('latin1'), reader);
}

/** Sends a request, and reads the response to its end. */
async function send(url: string, request: HostileRequest): Promise<WireResponse> {
  const response = await sendAs(url, request, whole);
  if (response === undefined) throw new Error('A client that reads to the end has a response.');
  return response;
}

const toRequest = ({ body, headers }: Hostile, credential: string): HostileRequest => ({
  method: 'POST',
  target: '/graphql',
  headers: [
    ['Content-Type', 'application/json'],
    ['Authorization', `Bearer ${credential}`],
    ...Object.entries(headers),
  ],
  body,
});

const nothing: Known = { screens: [], media: [], nodeIds: [] };

const isCheap = ({ blockedMs, grownBytes }: Cost): boolean =>
  blockedMs <= maxBlockedMs && grownBytes <= maxGrownBytes;

/**
 * The process has done something else at least every 250 ms, and has not grown by more than 100 MB.
 * A machine that others share can make one measurement long, and code that has just been loaded
 * runs slowly: what costs too much must do so three times.
 */
async function expectCheap<T>(
  facade: WatchedFacade,
  request: HostileRequest,
  action: () => Promise<T>,
): Promise<T> {
  const measured = [];
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const { result, cost } = await facade.measure(action);
    if (isCheap(cost)) return result;
    measured.push(cost);
  }
  throw new Error(`It has cost ${JSON.stringify(measured)}: ${describeRequest(request)}`);
}

const expectCheapRead = (facade: WatchedFacade, request: HostileRequest): Promise<WireResponse> =>
  expectCheap(facade, request, () => send(facade.url, request));

const describeRequest = ({ method, target, headers, body }: HostileRequest): string =>
  [`${method} ${target}`, ...headers.map((line) => line.join(': ')), body]
    .map((text) =>
      text.length > 600 ? `${text.slice(0, 400)} … ${text.slice(-150)} (${text.length})` : text,
    )
    .join('\n');

/** The code of a failure of the façade's own, the text of an engine's error, a stack. */
const inner = /"code":"INTERNAL_SERVER_ERROR"|RangeError|call stack|node_modules|[\\]n +at /;

/** A response of the façade's own: no failure of its code, and nothing of its inside. */
function expectResponse(request: HostileRequest, { status, body: text }: WireResponse): void {
  const fault = status === 0 || status === 500 || inner.test(text);
  if (fault)
    throw new Error(`HTTP ${status} ${text.slice(0, 600)}\nfor ${describeRequest(request)}`);
}

async function expectAlive({ url }: WatchedFacade): Promise<void> {
  const { body } = await send(url, toRequest(posted('{ organization { name } }'), everything));
  expect(body).toContain('Nordlicht');
}

const codesOf = ({ body }: WireResponse): readonly (string | undefined)[] =>
  [...body.matchAll(/"code":"(\w+)"/g)].map((found) => found[1]);

describe.each([
  ['a valid credential', everything],
  ['an invented credential', 'nobody-knows-this-one'],
])('one request with %s', (_what, credential) => {
  it.each(Object.keys(limited(nothing)))('%s: refused before any REST request', async (name) => {
    simulator.clearRequests();
    const reply = await expectCheapRead(
      alone,
      toRequest(limited(given.known)[name] ?? posted(''), credential),
    );
    expect(codesOf(reply)).toEqual(['OPERATION_LIMIT_EXCEEDED']);
    expect(simulator.requests).toHaveLength(0);
    await expectAlive(alone);
  });

  it.each(Object.keys(large(nothing)))('%s: answered or ended, in slices', async (name) => {
    const request = toRequest(large(given.known)[name] ?? posted(''), credential);
    const reply = await expectCheapRead(alone, request);
    expect([200, 401]).toContain(reply.status);
    expectResponse(request, reply);
    await expectAlive(alone);
  });
});

describe('under 50 aliases over 10,000 screens', () => {
  let many: Simulator;
  let facade: WatchedFacade;
  beforeAll(async () => {
    many = await startSimulator({ size: { ...everySize, screens: 10_000 } });
    facade = await startWatched({ PARTNER_API_URL: many.url });
  });
  afterAll(async () => {
    facade.stop();
    await many.close();
  });

  it.each(Object.entries(multiplied))('%s: computed once, or in slices', async (_name, hostile) => {
    const request = toRequest(hostile, everything);
    const reply = await expectCheapRead(facade, request);
    expect([200, 400]).toContain(reply.status);
    expectResponse(request, reply);
    await expectAlive(facade);
  });
});

/** Each way out has one of them in turn: drawn requests meet them all. */
const stallers = ['never', 'bytes', 'pipelined'] as const;

describe('a large result', () => {
  const doors = doorsOf('screens(first: 1000)', 'id name status orientation');

  it.each(
    Object.entries(doors).map(
      ([door, request], index) => [door, stallers[index % 3] ?? 'never', request] as const,
    ),
  )('%s: in slices, and for a reader of the kind "%s"', async (_door, kind, request) => {
    await expectServed(alone, request);
    await expectCheap(alone, request, () => sendAs(alone.url, request, { kind }));
    await expectQuiet(alone);
  });

  it.each([
    ['one row', oneRow],
    ['/metrics/organization', metrics],
  ])('%s: in slices', (_what, request) => expectServed(alone, request));
});

describe('few nodes with long texts', () => {
  let upstream: Upstream;
  let facade: WatchedFacade;
  beforeAll(async () => {
    upstream = await startUpstream({ sizes: { playlists: 100, items: 1 } });
    facade = await startWatched({ ...impatient, PARTNER_API_URL: upstream.url });
  });
  afterAll(async () => {
    facade.stop();
    await upstream.stop();
  });

  const doors = doorsOf('playlists(first: 100)', 'description', credentials.alpha.everything);

  it.each(Object.entries(doors))('of 10,000 characters, %s: in slices', async (_door, request) => {
    describePlaylists(upstream, 10_000);
    await expectServed(facade, request);
    await expectQuiet(facade);
  });

  it.each(Object.entries(doors))('of 120,000 characters, %s: refused', async (_door, request) => {
    describePlaylists(upstream, 120_000);
    const reply = await expectCheapRead(facade, request);
    expectResponse(request, reply);
    expect(reply.body).toContain('OPERATION_LIMIT_EXCEEDED');
    expect(reply.body).toContain('MAX_RESULT_BYTES');
    await expectQuiet(facade);
  });
});

async function expectServed(facade: WatchedFacade, request: HostileRequest): Promise<void> {
  const reply = await expectCheapRead(facade, request);
  expect(reply.status).toBe(200);
  expectResponse(request, reply);
}

function describePlaylists({ organizations }: Upstream, characters: number): void {
  const { playlists } = organizations.alpha;
  for (const [index, each] of playlists.entries())
    playlists[index] = { ...each, ...{ description: 'x'.repeat(characters) } };
}

/** Nothing is left of what clients have left. */
async function expectQuiet({ url }: WatchedFacade): Promise<void> {
  await until('nothing is in flight', async () => (await sumOf(url, 'operations_in_flight')) === 0);
  await until('no stream is open', async () => (await sumOf(url, 'live_streams')) === 0);
}

interface Drawn {
  readonly request: HostileRequest;
  readonly reader: Reader;
}

const stalls = ({ reader }: Drawn): boolean => reader.kind === 'never' || reader.kind === 'bytes';

async function expectHarmless(facade: WatchedFacade, all: readonly Drawn[]): Promise<void> {
  const sendDrawn = async ({ request, reader }: Drawn): Promise<void> => {
    const response = await sendAs(facade.url, request, reader);
    if (reader.kind === 'whole' && response !== undefined) expectResponse(request, response);
  };
  const { cost } = await facade.measure(async () => {
    // Those who stall do so while others are served.
    const stalled = Promise.all(all.filter(stalls).map(sendDrawn));
    for (const each of all) if (!stalls(each)) await sendDrawn(each);
    await stalled;
  });
  if (!isCheap(cost))
    for (const each of all) await expectCheap(facade, each.request, () => sendDrawn(each));
  await expectAlive(facade);
  await expectQuiet(facade);
  simulator.clearRequests();
}

describe.each([
  ['one process', () => alone],
  ['the workers of a process', () => workers],
])('%s', (_name, facadeOf) => {
  it(`${drawn} requests of at most 128 KB to any address (seed ${seed})`, async () => {
    const facade = facadeOf();
    facade.takeLog();
    const requests = fc.sample(choices(60), { seed, numRuns: drawn }).map((numbers): Drawn => {
      const draw = drawFrom(numbers);
      const reader = drawReader(draw);
      return { request: drawRequest(draw, given), reader };
    });
    for (let from = 0; from < requests.length; from += batchSize)
      await expectHarmless(facade, requests.slice(from, from + batchSize));
    expect(facade.takeLog()).not.toMatch(/"level":"(?:error|fatal)"|\n\s+at .+:\d+/);
  }, 3_600_000);
});
