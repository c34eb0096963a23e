import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { silence, truthful } from '../rig/response.js';
import { credentials } from '../rig/credential.js';
import { atEnd } from '../rig/ending.js';
import { rawOperation } from '../rig/raw-client.js';
import { type Rig, startRig } from '../rig/rig.js';
import type { Upstream } from '../rig/upstream.js';
import { until } from '../rig/wait.js';

const authorization = `Authorization: Bearer ${credentials.alpha.everything}`;

/** With an origin that is not listed, a request takes the usual path. */
const ways: readonly (readonly [string, readonly string[]])[] = [
  ['the fast path', [authorization]],
  ['the usual way', [authorization, 'Origin: https://elsewhere.example']],
];

/** That many requests in one piece, each for a screen of its own. */
const pipeline = (count: number, headers: readonly string[]): string =>
  Array.from({ length: count }, (_, index) =>
    rawOperation(`{ screen(id: "s${index + 1}") { id } }`, headers).replace('Connection: close\r\n', ''),
  ).join('');

async function openSocket(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
  atEnd(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** A façade on a port that has accepted the credential before. */
async function startListening(
  settings: Readonly<Record<string, string>> = {},
): Promise<{ rig: Rig<Upstream>; url: string }> {
  const rig = await startRig({ sizes: { screens: 40 }, settings });
  const url = await rig.listen();
  await rig.ask('{ organization { id } }');
  return { rig, url };
}

const inFlight = async ({ facade }: Rig<Upstream>): Promise<string | undefined> =>
  /^partner_graphql_operations_in_flight (\d+)/m.exec(await (await facade.metrics()).text())?.[1];

describe.each(ways)('pipelined requests, by %s', (_way, headers) => {
  it('C12: when the client leaves, each of their REST requests is aborted', async () => {
    const { rig, url } = await startListening();
    rig.upstream.on({ operation: 'partnerV1_screen' }, silence);
    const socket = await openSocket(url);
    socket.write(pipeline(20, headers));
    await until('all of them run', () => rig.upstream.inFlight() === 20);
    socket.destroy();
    await until('all of them are aborted', () => rig.upstream.inFlight() === 0);
    await until('no operation is left', async () => (await inFlight(rig)) === '0');
    expect(rig.upstream.count('partnerV1_screen')).toBe(20);
  });

  it('C12: what waits for a connection when the client leaves is not sent', async () => {
    const { rig, url } = await startListening({ UPSTREAM_MAX_CONNECTIONS: '4' });
    rig.upstream.on({ operation: 'partnerV1_screen' }, silence);
    const socket = await openSocket(url);
    socket.write(pipeline(20, headers));
    await until('all operations run', async () => (await inFlight(rig)) === '20');
    await until('all connections are in use', () => rig.upstream.inFlight() === 4);
    socket.destroy();
    await until('no operation is left', async () => (await inFlight(rig)) === '0');
    rig.upstream.on({}, truthful);
    expect((await rig.ask('{ organization { id } }')).status).toBe(200);
    expect(rig.upstream.count('partnerV1_screen')).toBe(4);
  });

  it('C12: a client that leaves with its last byte has nothing run for it in the end', async () => {
    const { rig, url } = await startListening();
    rig.upstream.on({ operation: 'partnerV1_screen' }, silence);
    const socket = await openSocket(url);
    socket.end(pipeline(20, headers));
    await once(socket.resume(), 'close');
    await until('no operation is left', async () => (await inFlight(rig)) === '0');
    await until('no REST request is left', () => rig.upstream.inFlight() === 0);
  });

  it('are answered in their order, and leave no listeners', async () => {
    const warnings: string[] = [];
    const warned = ({ message }: Error): void => void warnings.push(message);
    process.on('warning', warned);
    atEnd(() => void process.off('warning', warned));
    const { rig, url } = await startListening();
    const socket = await openSocket(url);
    let received = '';
    socket.setEncoding('utf8').on('data', (text: string) => (received += text));
    for (let round = 0; round < 3; round += 1) {
      received = '';
      socket.write(pipeline(20, headers));
      await until('all are answered', () => received.split('HTTP/1.1 200 OK').length === 21);
      const ids = [...received.matchAll(/"screen":\{"id":"(s\d+)"\}/g)].map(([, id]) => id);
      expect(ids).toEqual(Array.from({ length: 20 }, (_, index) => `s${index + 1}`));
    }
    await until('no operation is left', async () => (await inFlight(rig)) === '0');
    expect(warnings).toEqual([]);
  });
});
