import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Facade, FacadeOptions } from '../../src/facade.js';
import { listen } from '../../src/http/listener.js';
import { marker } from '../rig/credential.js';
import { bounded, choices, drawFrom, seed } from './draw.js';
import { byReference } from './reference.js';
import { faultsOfResponse } from './response-format.js';
import { exchange, type WireResponse } from './wire.js';
import { generateWireRequest, oddRequests } from './wire-request.js';
import { createWorldFacade, hashOf, readPool, type Twist } from './world.js';

const listed = 'https://listed.example';

/** A façade on a port, and counts of its requests, and of those that its fast path has served. */
async function start(hasFastPath: boolean, options: Pick<FacadeOptions, 'executeRun'> = {}) {
  let restRequests = 0;
  let fastPathRequests = 0;
  const faulty: Twist = (path, body) => {
    restRequests += 1;
    const lot = hashOf(`wire ${path}`) % 10;
    return lot < 3 ? { status: [404, 500, 403][lot] ?? 500, body: { error: 7 } } : { body };
  };
  const facade: Facade = createWorldFacade(faulty, {
    settings: { PORT: '0', MAX_REQUEST_BYTES: '20000', CORS_ORIGINS: listed, GRAPHIQL: 'false' },
    ...options,
  });
  const { url, server } = await listen({
    ...facade,
    fastPath(request, response) {
      const isServed = hasFastPath && facade.fastPath(request, response);
      if (isServed) fastPathRequests += 1;
      return isServed;
    },
  });
  return {
    port: Number(new URL(url).port),
    fastPathRequests: () => fastPathRequests,
    restRequests: () => restRequests,
    async close() {
      server.closeAllConnections();
      server.close();
      await facade.close();
    },
  };
}

/** Each receives the same requests in the same order, so that all learn the same. */
const [fast, yoga, reference] = [
  await start(true),
  await start(false),
  await start(false, byReference),
];
const pool = await readPool(createWorldFacade());
afterAll(() => Promise.all([fast, yoga, reference].map((each) => each.close())));

/** Headers of the connection and the time. */
const variableHeaders = new Set([
  'date',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
]);

/** All that must be equal: not those headers, and not an id that the façade made. */
function comparable({ status, headers, body }: WireResponse): object {
  const id = headers['x-request-id'] ?? 'none';
  const lines = Object.entries(headers)
    .filter(([name]) => !variableHeaders.has(name))
    .map(([name, value]) => `${name}: ${value.replaceAll(id, '(id)')}`);
  // An event stream contains keep-alive comments at intervals.
  const isEventStream = (headers['content-type'] ?? '').startsWith('text/event-stream');
  const text = isEventStream ? body.replaceAll(':\n\n', '') : body;
  return { status, headers: lines.sort(), body: text.replaceAll(id, '(id)') };
}

/** Statuses of requests that are refused before their operation is read. */
const refusals = new Set([404, 405, 406, 413, 415, 417]);

/** Headers of every response to an operation. */
const ownHeaders = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  vary: 'Authorization, Origin',
  'x-request-id': expect.stringMatching(/^[\w.:-]{1,128}$/) as unknown,
};

/** Sends a request to each façade, and compares the responses. */
async function expectSame(request: string): Promise<void> {
  const before = fast.restRequests();
  const [one, two, three] = await Promise.all(
    [fast, yoga, reference].map(({ port }) => exchange(port, request)),
  );
  if (one === undefined || two === undefined || three === undefined)
    throw new Error('No response.');
  expect(comparable(one), request).toEqual(comparable(two));
  expect(comparable(one), request).toEqual(comparable(three));
  expect(one.status).toBeLessThan(500);
  if (refusals.has(one.status)) expect(fast.restRequests()).toBe(before);
  const isGraphQL = /^\{"(?:data|errors)"/.test(one.body);
  if (!isGraphQL) return;
  expect(faultsOfResponse(one.body)).toEqual([]);
  expect(one.headers).toMatchObject(ownHeaders);
  expect([undefined, listed]).toContain(one.headers['access-control-allow-origin']);
  expect(JSON.stringify([one.headers, one.body])).not.toContain(marker);
}

describe(`over raw sockets, the fast path responds as Yoga and graphql-js do (seed ${seed})`, () => {
  it('to plain requests with each odd part', async () => {
    const operation = {
      query: 'query Op($id: ID!) { organization { name } screen(id: $id) { id name } }',
      variables: { id: 's1' },
    };
    const requests = oddRequests(operation);
    expect(requests.length).toBeGreaterThan(250);
    for (const request of requests) await expectSame(request);
  });

  it('to generated requests, good and bad: status, headers and body', async () => {
    // The request has its own choices, because an operation uses up all of its choices.
    const requests = fc
      .tuple(choices(80), choices())
      .map(([ofRequest, ofOperation]) =>
        generateWireRequest(drawFrom(ofRequest), drawFrom(ofOperation), pool),
      );
    const before = fast.fastPathRequests();
    let count = 0;
    const property = fc.asyncProperty(requests, async (request) => {
      count += 1;
      await expectSame(request);
    });
    await fc.assert(property, bounded(600));
    // The comparison needs enough requests on the fast path.
    expect(fast.fastPathRequests() - before).toBeGreaterThan(count / 6);
    expect(yoga.fastPathRequests() + reference.fastPathRequests()).toBe(0);
  }, 300_000);
});
