import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Facade } from '../../src/facade.js';
import { listen } from '../../src/http/listener.js';
import { choices, drawFrom } from './draw.js';
import { type Pool, readPool } from './pool.js';
import { faultsOfAnswer } from './response-format.js';
import { bounded, seed } from './seed.js';
import { exchange, type WireAnswer } from './wire.js';
import { generateWireRequest, oddRequests } from './wire-request.js';
import { createWorldFacade, hashOf, type Twist } from './world.js';

/** A façade on a port, and what has become of its requests. */
interface Way {
  readonly port: number;
  readonly close: () => Promise<void>;
  /** Requests that the fast path has served. */
  readonly short: () => number;
  /** REST requests. */
  readonly sent: () => number;
}

async function openWay(execution: 'planned' | 'reference', hasFastPath: boolean): Promise<Way> {
  let sent = 0;
  let short = 0;
  const faulty: Twist = (path, body) => {
    sent += 1;
    const lot = hashOf(`wire ${path}`) % 10;
    return lot < 3 ? { status: [404, 500, 403][lot] ?? 500, body: { error: 7 } } : { body };
  };
  const facade: Facade = createWorldFacade(faulty, execution, {
    PORT: '0',
    MAX_REQUEST_BYTES: '20000',
    CORS_ORIGINS: 'https://listed.example',
    GRAPHIQL: 'false',
  });
  const { url, server } = await listen({
    ...facade,
    fastPath(request, response) {
      const isServed = hasFastPath && facade.fastPath(request, response);
      if (isServed) short += 1;
      return isServed;
    },
  });
  return {
    port: Number(new URL(url).port),
    short: () => short,
    sent: () => sent,
    async close() {
      server.closeAllConnections();
      server.close();
      await facade.close();
    },
  };
}

/** Each sees the same requests in the same order: what it has learnt is the same too. */
let short: Way;
let usual: Way;
let reference: Way;
let pool: Pool;
beforeAll(async () => {
  short = await openWay('planned', true);
  usual = await openWay('planned', false);
  reference = await openWay('reference', false);
  pool = await readPool(createWorldFacade());
});
afterAll(() => Promise.all([short, usual, reference].map((way) => way.close())));

/** Headers of the connection, and of the moment. */
const ofTheMoment = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']);

/** What must be the same: everything but the moment, and an id that the façade has made. */
function comparable({ status, headers, body }: WireAnswer): object {
  const id = headers['x-request-id'] ?? 'none';
  const told = Object.entries(headers)
    .filter(([name]) => !ofTheMoment.has(name))
    .map(([name, value]) => `${name}: ${value.replaceAll(id, '(id)')}`);
  // An event stream says at intervals that it is alive.
  const events = (headers['content-type'] ?? '').startsWith('text/event-stream');
  const text = events ? body.replaceAll(':\n\n', '') : body;
  return { status, headers: told.sort(), body: text.replaceAll(id, '(id)') };
}

/** Statuses of what is refused before it is read. */
const refusals = new Set([404, 405, 406, 413, 415, 417]);

/** Sends a request to each, and compares what they answer. */
async function expectSame(request: string): Promise<void> {
  const before = short.sent();
  const [one, two, three] = await Promise.all(
    [short, usual, reference].map(({ port }) => exchange(port, request)),
  );
  if (one === undefined || two === undefined || three === undefined) throw new Error('No answer.');
  expect(comparable(one), request).toEqual(comparable(two));
  expect(comparable(one), request).toEqual(comparable(three));
  expect(one.status).toBeLessThan(500);
  if (refusals.has(one.status)) expect(short.sent()).toBe(before);
  const isGraphQL = /^\{"(?:data|errors)"/.test(one.body);
  if (isGraphQL) expect(faultsOfAnswer(one.body)).toEqual([]);
}

describe(`over raw sockets, the fast path answers as Yoga and graphql-js do (seed ${seed})`, () => {
  it('to plain requests with one odd part, whatever it is', async () => {
    const operation = {
      query: 'query Op($id: ID!) { organization { name } screen(id: $id) { id name } }',
      variables: { id: 's1' },
    };
    const requests = oddRequests(operation);
    expect(requests.length).toBeGreaterThan(250);
    for (const request of requests) await expectSame(request);
  });

  it('to generated requests, good and bad: status, headers and body', async () => {
    // The request has choices of its own: an operation takes all that there are.
    const requests = fc
      .tuple(choices(80), choices())
      .map(([ofRequest, ofOperation]) =>
        generateWireRequest(drawFrom(ofRequest), drawFrom(ofOperation), pool),
      );
    const before = short.short();
    let count = 0;
    const property = fc.asyncProperty(requests, async (request) => {
      count += 1;
      await expectSame(request);
    });
    await fc.assert(property, bounded(600));
    // It would be a poor comparison if nearly all took the usual way.
    expect(short.short() - before).toBeGreaterThan(count / 6);
    expect(usual.short() + reference.short()).toBe(0);
  }, 300_000);
});
