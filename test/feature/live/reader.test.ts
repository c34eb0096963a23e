import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { credentials } from '../../rig/credential.js';
import { subscribe } from '../../rig/event-stream.js';
import { sumOf } from '../../rig/metric.js';
import { openListener } from '../../rig/open.js';
import { openSocket, rawOperation } from '../../rig/raw-client.js';
import { startRig } from '../../rig/rig.js';
import { until } from '../../rig/wait.js';

const mine = credentials.alpha.everything;
const other = credentials.beta.everything;

/** One event is larger than the buffers of a connection. */
const copies = 8;
const megabyte = 1024 * 1024;
const names = Array.from({ length: copies }, (_, nth) => `d${nth}: description`).join(' ');
const query = `subscription { live(everySeconds: 1) { screens(first: 1) { nodes { name ${names} } } } }`;

async function setUp(settings: Readonly<Record<string, string>> = {}) {
  const rig = await startRig({
    settings: { LIVE_MIN_SECONDS: '1', DRAIN_TIMEOUT_MS: '300', ...settings },
  });
  const listener = await openListener(rig.facade);
  const { url, server } = listener;
  const served: Socket[] = [];
  server.on('connection', (socket) => served.push(socket));
  const { screens } = rig.upstream.organizations.alpha;
  const [first] = screens;
  let version = 0;
  const change = (): string => {
    const name = `version ${(version += 1)}`;
    screens[0] = { ...first, name, description: 'x'.repeat(megabyte) };
    return name;
  };
  change();
  return {
    ...rig,
    url,
    listener,
    change,
    /** A client, and the façade's side of its connection. */
    open: async () => {
      const before = served.length;
      const stream = openRaw(url);
      await until('it is connected', () => served.length > before);
      const connection = served[before];
      if (connection === undefined) throw new Error('It is not connected.');
      return { ...stream, server: connection };
    },
    streams: () => sumOf(rig.facade, 'live_streams'),
  };
}

/** A client that reads nothing until it is resumed. */
function openRaw(url: string) {
  const client = openSocket(url).pause().setEncoding('utf8');
  let text = '';
  client.on('data', (piece: string) => (text += piece.replaceAll('x', '')));
  // Listening has resumed it.
  client.pause();
  client.write(rawOperation(query, ['Accept: text/event-stream', `Authorization: Bearer ${mine}`]));
  return {
    client,
    /** The versions of the events that have begun to arrive. */
    seen: () => [...text.matchAll(/"name":"(version \d+)"/g)].map(([, name = '']) => name),
    hasCompleted: () => text.includes('event: complete'),
  };
}

describe('a client that never reads', () => {
  it('holds two events at most, delays nobody, and gets the newest when it reads again', async () => {
    const { change, open } = await setUp();
    const witness = await open();
    witness.client.resume();
    await until('the first event', () => witness.seen().length === 1);
    const { client, server, seen } = await open();
    await until('its connection is full', () => server.writableLength > 0);
    for (const version of ['version 2', 'version 3', 'version 4']) {
      expect(change()).toBe(version);
      await until(`the event of ${version}`, () => witness.seen().at(-1) === version);
      expect(server.writableLength).toBeLessThan(2 * copies * megabyte);
    }
    client.resume();
    await until('the newest event', () => seen().at(-1) === 'version 4');
    expect(seen()[0]).toBe('version 1');
    // One was on its way, and one was next.
    expect(seen().length).toBeLessThanOrEqual(3);
    expect(witness.seen()).toHaveLength(4);
  });

  it('is polled for as long as its connection lives, and no longer', async () => {
    const { url, requests, open, streams } = await setUp();
    const countOf = (credential: string): number =>
      requests.filter((request) => request.credential === credential).length;
    const { client, server } = await open();
    await until('its connection is full', () => server.writableLength > 0);
    const clock = await subscribe(
      url,
      'subscription { live(everySeconds: 1) { organization { id } } }',
      {
        credential: other,
      },
    );
    expect(await streams()).toBe(2);
    client.destroy();
    await until('its stream has ended', async () => (await streams()) === 1);
    // A request that was on its way when the client left may still arrive.
    const left = countOf(other);
    await until('the other credential is polled', () => countOf(other) > left);
    const before = { mine: countOf(mine), other: countOf(other) };
    await until('the other credential is polled twice', () => countOf(other) >= before.other + 2);
    expect(countOf(mine)).toBe(before.mine);
    clock.leave();
  });

  it('loses its connection in time, though its stream has completed', async () => {
    const { facade, open, streams } = await setUp({ STALL_TIMEOUT_MS: '800' });
    const { client, server } = await open();
    await until('its connection is full', () => server.writableLength > 0);
    facade.startDraining();
    expect(await streams()).toBe(0);
    expect(server.destroyed).toBe(false);
    await until('the façade has closed it', () => server.destroyed);
    client.resume();
    await until('the client has noticed', () => client.destroyed);
  });

  it('delays a drain by DRAIN_TIMEOUT_MS at most, and the end of no other stream', async () => {
    const { facade, listener, open } = await setUp();
    const witness = await open();
    witness.client.resume();
    await until('the first event', () => witness.seen().length === 1);
    const { server } = await open();
    await until('its connection is full', () => server.writableLength > 0);
    const drained = listener.drain(facade);
    await until('the other stream has ended', witness.hasCompleted);
    expect(await drained).toBe(false);
  });
});
