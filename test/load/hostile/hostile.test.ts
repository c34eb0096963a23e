import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../../src/simulator/simulator.js';
import { choices, drawFrom, seed } from '../../fuzz/draw.js';
import { exchange, type WireResponse } from '../../fuzz/wire.js';
import { everything } from '../../system/test-system.js';
import { large, limited, multiplied } from './case.js';
import { type Given, type HostileRequest, prepare } from './graphql-request.js';
import { type Hostile, type Known, posted } from './operation.js';
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

let simulator: Simulator;
let alone: WatchedFacade;
let workers: WatchedFacade;
let given: Given;

beforeAll(async () => {
  simulator = await startSimulator({ size: everySize });
  const settings = { PARTNER_API_URL: simulator.url };
  alone = await startWatched(settings);
  workers = await startWatched({ ...settings, WORKERS: '2' });
  given = await prepare(alone.url);
});
afterAll(async () => {
  alone.stop();
  workers.stop();
  await simulator.close();
});

/** A client leaves a stream of events after the first one. */
const isEvent = (_received: string, chunk: string): boolean =>
  /^event: (?:next|complete)|^\{"payload":/m.test(chunk);

/** Sends a request over a connection of its own, and reads the response to its end. */
function send(url: string, { method, target, headers, body }: HostileRequest): Promise<WireResponse> {
  const { port } = new URL(url);
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...(names.has('host') ? [] : [`Host: 127.0.0.1:${port}`]),
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  const request = `${lines.join('\r\n')}\r\n\r\n${Buffer.from(body).toString('latin1')}`;
  return exchange(Number(port), request, isEvent);
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
 * The process has done something else at least every 250 ms, and has not grown by more than 100 MB. A machine that others
 * share can make one measurement long, and code that has just been loaded runs slowly: what costs too much must do so three
 * times.
 */
async function expectCheap(facade: WatchedFacade, request: HostileRequest): Promise<WireResponse> {
  const measured = [];
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const { result, cost } = await facade.measure(() => send(facade.url, request));
    if (isCheap(cost)) return result;
    measured.push(cost);
  }
  throw new Error(`It has cost ${JSON.stringify(measured)}: ${describeRequest(request)}`);
}

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
  if (fault) throw new Error(`HTTP ${status} ${text.slice(0, 600)}\nfor ${describeRequest(request)}`);
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
    const reply = await expectCheap(alone, toRequest(limited(given.known)[name] ?? posted(''), credential));
    expect(codesOf(reply)).toEqual(['OPERATION_LIMIT_EXCEEDED']);
    expect(simulator.requests).toHaveLength(0);
    await expectAlive(alone);
  });

  it.each(Object.keys(large(nothing)))('%s: answered or ended, in slices', async (name) => {
    const request = toRequest(large(given.known)[name] ?? posted(''), credential);
    const reply = await expectCheap(alone, request);
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
    const reply = await expectCheap(facade, request);
    expect([200, 400]).toContain(reply.status);
    expectResponse(request, reply);
    await expectAlive(facade);
  });
});

async function expectHarmless(facade: WatchedFacade, requests: readonly HostileRequest[]): Promise<void> {
  const { cost } = await facade.measure(async () => {
    for (const request of requests) expectResponse(request, await send(facade.url, request));
  });
  if (!isCheap(cost)) for (const request of requests) await expectCheap(facade, request);
  await expectAlive(facade);
  simulator.clearRequests();
}

describe.each([
  ['one process', () => alone],
  ['the workers of a process', () => workers],
])('%s', (_name, facadeOf) => {
  it(`${drawn} requests of at most 128 KB to any address (seed ${seed})`, async () => {
    const facade = facadeOf();
    facade.takeLog();
    const requests = fc
      .sample(choices(60), { seed, numRuns: drawn })
      .map((numbers) => drawRequest(drawFrom(numbers), given));
    for (let from = 0; from < requests.length; from += batchSize)
      await expectHarmless(facade, requests.slice(from, from + batchSize));
    expect(facade.takeLog()).not.toMatch(/"level":"(?:error|fatal)"|\n\s+at .+:\d+/);
  }, 3_600_000);
});
