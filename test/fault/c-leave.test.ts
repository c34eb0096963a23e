import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { credentials, stranger } from '../rig/credential.js';
import { atEnd } from '../rig/ending.js';
import { sumOf } from '../rig/metric.js';
import { operationRequest } from '../rig/operation-request.js';
import { keptOperation, openSocket } from '../rig/raw-client.js';
import { held, later, silence, truthful } from '../rig/response.js';
import { dataAt, type Rig, startRig } from '../rig/rig.js';
import type { Upstream } from '../rig/upstream.js';
import { until } from '../rig/wait.js';
import { expectIntact, startFaulty } from './outcome.js';

const query = '{ organization { name } }';
const authorization = `Authorization: Bearer ${credentials.alpha.everything}`;

describe('clients that leave', () => {
  const many = (count: number): string =>
    `{ playbackConfigurations(screenIds: [${Array.from({ length: count }, (_, index) => `"s${index + 1}"`).join(',')}]) { revision } }`;

  it('C12: what runs is aborted, what queues is not sent', async () => {
    const rig = await startFaulty({}, silence, {
      sizes: { screens: 100 },
      settings: { UPSTREAM_MAX_CONCURRENCY: '4' },
    });
    const socket = openSocket(await rig.listen());
    socket.write(keptOperation(many(100), [authorization]));
    await until('four requests run', () => rig.upstream.inFlight() === 4);
    const left = performance.now();
    socket.destroy();
    await until('they are aborted', () => rig.upstream.inFlight() === 0);
    expect(performance.now() - left).toBeLessThan(1000);
    expect(rig.requests.every(({ peerLeft }) => peerLeft)).toBe(true);
    await delay(100);
    expect(rig.upstream.count()).toBe(4);
    rig.upstream.on({}, (exchange) => later(0)(exchange));
    expectIntact(await rig.ask(query));
  });

  it.each([
    ['the first', [true, false]],
    ['the second', [false, true]],
    ['neither', [false, false]],
    ['each of the two', [true, true]],
  ])('C14: of two operations that share a request, %s leaves', async (_who, leaves) => {
    const { ask, upstream } = await startRig();
    const { respond, release } = held();
    upstream.on({}, respond);
    const controllers = leaves.map(() => new AbortController());
    const asked = controllers.map(({ signal }) => ask(query, {}, undefined, { signal }));
    const answers = Promise.allSettled(asked);
    await until('the request runs', () => upstream.inFlight() === 1);
    controllers.forEach((controller, index) => leaves[index] && controller.abort());
    if (leaves.every(Boolean))
      await until('the request is aborted', () => upstream.inFlight() === 0);
    else {
      await delay(30);
      expect(upstream.inFlight()).toBe(1);
      release();
    }
    for (const [index, settled] of (await answers).entries()) {
      if (leaves[index] || settled.status === 'rejected') continue;
      expect(dataAt(settled.value, 'organization.name')).toBe('Organization stamp:alpha');
    }
    expect(upstream.count()).toBe(1);
    expect(upstream.requests[0]?.peerLeft).toBe(leaves.every(Boolean));
    release();
  });
});

/** With an origin that is not listed, a request takes the usual path. */
const ways: readonly (readonly [string, readonly string[]])[] = [
  ['the fast path', [authorization]],
  ['the usual way', [authorization, 'Origin: https://elsewhere.example']],
];

/** That many requests in one piece, each for a screen of its own. */
const pipeline = (count: number, headers: readonly string[]): string =>
  Array.from({ length: count }, (_, index) =>
    keptOperation(`{ screen(id: "s${index + 1}") { id } }`, headers),
  ).join('');

/** A façade on a port that has accepted the credential before. */
async function startListening(
  settings: Readonly<Record<string, string>> = {},
): Promise<{ rig: Rig<Upstream>; url: string }> {
  const rig = await startRig({ sizes: { screens: 40 }, settings });
  const url = await rig.listen();
  await rig.ask('{ organization { id } }');
  return { rig, url };
}

const inFlight = ({ facade }: Rig<Upstream>): Promise<number> =>
  sumOf(facade, 'operations_in_flight');

describe.each(ways)('pipelined requests, by %s', (_way, headers) => {
  it('C12: when the client leaves, each of their REST requests is aborted', async () => {
    const { rig, url } = await startListening();
    rig.upstream.on({ operation: 'partnerV1_screen' }, silence);
    const socket = openSocket(url);
    socket.write(pipeline(20, headers));
    await until('all of them run', () => rig.upstream.inFlight() === 20);
    socket.destroy();
    await until('all of them are aborted', () => rig.upstream.inFlight() === 0);
    await until('no operation is left', async () => (await inFlight(rig)) === 0);
    expect(rig.upstream.count('partnerV1_screen')).toBe(20);
  });

  it('C12: what waits for a connection when the client leaves is not sent', async () => {
    const { rig, url } = await startListening({ UPSTREAM_MAX_CONNECTIONS: '4' });
    rig.upstream.on({ operation: 'partnerV1_screen' }, silence);
    const socket = openSocket(url);
    socket.write(pipeline(20, headers));
    await until('all operations run', async () => (await inFlight(rig)) === 20);
    await until('all connections are in use', () => rig.upstream.inFlight() === 4);
    socket.destroy();
    await until('no operation is left', async () => (await inFlight(rig)) === 0);
    rig.upstream.on({}, truthful);
    expect((await rig.ask('{ organization { id } }')).status).toBe(200);
    expect(rig.upstream.count('partnerV1_screen')).toBe(4);
  });

  it('C12: a client that leaves with its last byte has nothing run for it in the end', async () => {
    const { rig, url } = await startListening();
    rig.upstream.on({ operation: 'partnerV1_screen' }, silence);
    const socket = openSocket(url);
    socket.end(pipeline(20, headers));
    await once(socket.resume(), 'close');
    await until('no operation is left', async () => (await inFlight(rig)) === 0);
    await until('no REST request is left', () => rig.upstream.inFlight() === 0);
  });

  it('are answered in their order, and leave no listeners', async () => {
    const warnings: string[] = [];
    const warned = ({ message }: Error): void => void warnings.push(message);
    process.on('warning', warned);
    atEnd(() => void process.off('warning', warned));
    const { rig, url } = await startListening();
    const socket = openSocket(url);
    let received = '';
    socket.setEncoding('utf8').on('data', (text: string) => (received += text));
    for (let round = 0; round < 3; round += 1) {
      received = '';
      socket.write(pipeline(20, headers));
      await until('all are answered', () => received.split('HTTP/1.1 200 OK').length === 21);
      const ids = [...received.matchAll(/"screen":\{"id":"(s\d+)"\}/g)].map(([, id]) => id);
      expect(ids).toEqual(Array.from({ length: 20 }, (_, index) => `s${index + 1}`));
    }
    await until('no operation is left', async () => (await inFlight(rig)) === 0);
    expect(warnings).toEqual([]);
  });
});

/** Every form of a response that may take long. */
const forms: Readonly<Record<string, readonly string[]>> = {
  JSON: ['Accept: application/json'],
  'the multipart format of 2022': ['Accept: multipart/mixed'],
  'multipart v0.2': ['Accept: multipart/mixed;incrementalSpec=v0.2'],
  'events of 2022': ['Accept: text/event-stream'],
  'events v0.2': ['Accept: text/event-stream;incrementalSpec=v0.2'],
  CSV: ['Accept: text/csv'],
  NDJSON: ['Accept: application/x-ndjson'],
};

const deferred =
  '{ screens(first: 3) { nodes { id ... @defer { playbackConfiguration { revision items { slotId } } } } } }';
const listed = '{ screens { nodes { id } } }';

describe.each(Object.entries(forms))(
  'a client that leaves, of a response as %s',
  (form, accept) => {
    const operation = form === 'CSV' || form === 'NDJSON' ? listed : deferred;

    it('C12: at any moment takes its operation along, and its place', async () => {
      const rig = await startRig({ sizes: { screens: 40 }, settings: { MAX_OPERATIONS: '10' } });
      const url = await rig.listen();
      rig.upstream.on({}, later(8));
      for (let milliseconds = 0; milliseconds < 36; milliseconds += 1) {
        const socket = openSocket(url);
        socket.resume().write(keptOperation(operation, [authorization, ...accept]));
        await delay(milliseconds);
        socket.destroy();
      }
      await until('no operation is left', async () => (await inFlight(rig)) === 0);
      await until('no REST request is left', () => rig.upstream.inFlight() === 0);
      rig.upstream.on({}, truthful);
      // Each place is free: half of them are for one credential.
      const answers = await Promise.all(
        [1, 2, 3, 4, 5].map((first) => rig.ask(`{ screens(first: ${first}) { nodes { id } } }`)),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    });

    it('C12: with an invented credential leaves room for others', async () => {
      const rig = await startRig({ settings: { MAX_OPERATIONS: '8' } });
      const url = await rig.listen();
      rig.upstream.on({}, later(20));
      for (let count = 0; count < 20; count += 1) {
        const socket = openSocket(url);
        socket
          .resume()
          .write(keptOperation(operation, [`Authorization: Bearer ${stranger}`, ...accept]));
        await delay(3);
        socket.destroy();
      }
      await until('no operation is left', async () => (await inFlight(rig)) === 0);
      expect((await rig.ask(query, {}, stranger)).status).toBe(401);
    });
  },
);

it('C12: an operation that nobody reads ends in time, without its client leaving', async () => {
  const settings = { OPERATION_TIMEOUT_MS: '300', MAX_OPERATIONS: '2' };
  const rig = await startRig({ sizes: { screens: 3 }, settings });
  rig.upstream.on({ operation: 'partnerV1_screenConfiguration' }, silence);
  const request = operationRequest(deferred, { headers: { accept: 'multipart/mixed' } });
  const response = await rig.facade.fetch(request);
  await until('no REST request is left', () => rig.upstream.inFlight() === 0);
  // Its place is free, although its response is not read.
  expect((await rig.ask(query)).status).toBe(200);
  await response.body?.cancel();
  await until('no operation is left', async () => (await inFlight(rig)) === 0);
});

it('C12: what a part holds that is made after its client has left is free again', async () => {
  // Each part has more than a MiB, and the operation that is left makes it anyway.
  const settings = { MAX_UNREAD_BYTES: '5000000' };
  const rig = await startRig({ sizes: { media: 300 }, settings });
  const url = await rig.listen();
  const names = Array.from({ length: 45 }, (_, index) => `a${index}: url b${index}: name`).slice(
    0,
    24,
  );
  const wide = `{ organization { id } ... @defer { media { nodes { ${names.join(' ')} } } } }`;
  for (let count = 0; count < 12; count += 1) {
    const { respond, release } = held();
    rig.upstream.on({ operation: 'partnerV1_media', nth: 3 }, respond);
    const before = rig.upstream.count();
    const socket = openSocket(url);
    socket.resume().write(keptOperation(wide, [authorization, 'Accept: multipart/mixed']));
    await until('it runs', () => rig.upstream.count() > before);
    socket.destroy();
    release();
    await until('no operation is left', async () => (await inFlight(rig)) === 0);
  }
  rig.upstream.on({}, truthful);
  const answer = await rig.ask(`{ media { nodes { ${names.join(' ')} } } }`);
  expect(answer.status).toBe(200);
});
