import { connect } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { startSimulator } from '../../src/simulator/simulator.js';
import { openSimulator } from '../rig/open.js';
import { ask, asItem, asItems, crawl, idsOf, nth } from './ask.js';

describe('the demo data', () => {
  const now = () => new Date('2026-11-20T12:00:00Z');

  it('is the same at every start, but for the port in its locations', async () => {
    const readAll = async () => {
      const simulator = await openSimulator({ now });
      const lists = await Promise.all(
        ['/screens', '/playlists', '/media'].map((path) => crawl(simulator, path)),
      );
      const [screens = [], playlists = []] = lists;
      const items = await crawl(simulator, `/playlists/${String(idsOf(playlists)[0])}/items`);
      const playback = await ask(simulator, `/screens/${String(idsOf(screens)[0])}/configuration`);
      return JSON.stringify([lists, items, playback.data]).replaceAll(simulator.url, '');
    };
    expect(await readAll()).toBe(await readAll());
  });

  it('does not change when there is more of it', async () => {
    const first = async (size: number) =>
      (await ask(await openSimulator({ now, size: { screens: size } }), '/screens?limit=5')).data;
    expect(await first(5)).toEqual(await first(40_000));
  });

  it('is created on first use: the last of 50,000 media comes at once', async () => {
    const simulator = await openSimulator({ size: { media: 50_000, screens: 50_000, playlists: 50_000 } });
    const { data, pagination } = await ask(simulator, '/media?page=500&limit=100');
    expect(pagination).toMatchObject({ total: 50_000, totalPages: 500 });
    const last = nth(asItems(data), 99);
    expect(asItem((await ask(simulator, `/media/${idsOf([last]).join()}`)).data)).toEqual(last);
  });

  it('misuse: refuses a size that is no whole number from 0', async () => {
    await expect(startSimulator({ size: { media: -1 } })).rejects.toThrow(
      'size.media must be a whole number',
    );
    await expect(startSimulator({ size: { screens: 0.5 } })).rejects.toThrow(RangeError);
  });
});

describe('the address', () => {
  it.each(['/tenant', 'tenant/', '/a/b/'])(
    'carries the prefix %s, and so do the locations',
    async (pathPrefix) => {
      const simulator = await openSimulator({ pathPrefix });
      expect(new URL(simulator.url).pathname).toBe(`/${pathPrefix.replace(/^\/|\/$/g, '')}`);
      const { data } = await ask(simulator, '/media?limit=1');
      expect(nth(asItems(data), 0)['url']).toMatch(new RegExp(`^${simulator.url}/assets/`));
      const outside = await fetch(`${new URL(simulator.url).origin}/api/partner/openapi.json`);
      expect(outside.status).toBe(401);
    },
  );

  it('misuse: a port in use is refused with the system’s error', async () => {
    const { url } = await openSimulator();
    await expect(startSimulator({ port: Number(new URL(url).port) })).rejects.toThrow('EADDRINUSE');
  });
});

describe('the requests', () => {
  it('are noted with operation, raw path and status; documentation and pictures are not', async () => {
    const simulator = await openSimulator();
    await ask(simulator, '/screens?limit=2&page=3');
    await ask(simulator, '/media/a%2Fb');
    await fetch(`${simulator.url}/api/partner/openapi.json`);
    await fetch(`${simulator.url}/api/partner/docs`);
    await fetch(`${simulator.url}/assets/x.svg`);
    expect(simulator.requests).toEqual([
      { operation: 'partnerV1_screens', path: '/api/partner/v1/screens?limit=2&page=3', status: 200 },
      { operation: 'partnerV1_mediaItem', path: '/api/partner/v1/media/a%2Fb', status: 404 },
    ]);
    simulator.clearRequests();
    expect(simulator.requests).toEqual([]);
  });

  it('are recorded on arrival: a slow request counts before its response', async () => {
    const simulator = await openSimulator({ latencyMs: 3_600_000 });
    let settled = 0;
    const responses = [1, 2, 3].map(() => ask(simulator, '/organization').finally(() => (settled += 1)));
    const all = Promise.allSettled(responses);
    while (simulator.requests.length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(settled).toBe(0);
    await simulator.close();
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  });

  it('a fault’s latency delays only what it names', async () => {
    const faults = [{ operation: 'partnerV1_screens', latencyMs: 3_600_000 }];
    const simulator = await openSimulator({ faults });
    const slow = ask(simulator, '/screens').catch(() => 'dropped');
    expect((await ask(simulator, '/organization')).status).toBe(200);
    await simulator.close();
    expect(await slow).toBe('dropped');
  });
});

describe('close', () => {
  it('ends at once, with idle and half-sent connections open, and may be called twice', async () => {
    const simulator = await startSimulator();
    await ask(simulator, '/organization');
    const socket = connect(Number(new URL(simulator.url).port), '127.0.0.1');
    socket.on('error', () => undefined); // a reset is one way to be hung up on
    socket.write('GET /api/partner/v1/org');
    await once(socket, 'connect');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await Promise.all([simulator.close(), simulator.close()]);
    await closed;
    await expect(ask(simulator, '/organization')).rejects.toThrow('fetch failed');
  });
});
