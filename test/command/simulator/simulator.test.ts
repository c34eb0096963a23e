import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startSimulator } from '../../../src/command/simulator/simulator.js';
import { endpoints, tableNames } from '../../partner/contract.js';
import { openSimulator } from '../../rig/open.js';
import { until } from '../../rig/wait.js';
import { ask, asItem, asItems, crawl, firstIdOf } from './ask.js';

describe('the demo data', () => {
  const now = () => new Date('2026-11-20T12:00:00Z');

  it('is the same at every start, but for the port in its locations', async () => {
    const readAll = async () => {
      const simulator = await openSimulator({ now });
      const lists = await Promise.all(
        ['/screens', '/playlists', '/media'].map((path) => crawl(simulator, path)),
      );
      const items = await crawl(
        simulator,
        `/playlists/${await firstIdOf(simulator, '/playlists')}/items`,
      );
      const screen = await firstIdOf(simulator, '/screens');
      const playback = await ask(simulator, `/screens/${screen}/configuration`);
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
    const simulator = await openSimulator({
      size: { media: 50_000, screens: 50_000, playlists: 50_000 },
    });
    const { data, pagination } = await ask(simulator, '/media?page=500&limit=100');
    expect(pagination).toMatchObject({ total: 50_000, totalPages: 500 });
    const last = asItems(data)[99];
    expect(asItem((await ask(simulator, `/media/${String(last?.['id'])}`)).data)).toEqual(last);
  });
});

it.each(['tenant/', '/a/b/'])('address and locations carry the prefix %s', async (pathPrefix) => {
  const simulator = await openSimulator({ pathPrefix });
  expect(new URL(simulator.url).pathname).toBe(`/${pathPrefix.replace(/^\/|\/$/g, '')}`);
  const [media] = asItems((await ask(simulator, '/media?limit=1')).data);
  expect(media?.['url']).toMatch(new RegExp(`^${simulator.url}/assets/`));
  const outside = await fetch(`${new URL(simulator.url).origin}/api/partner/openapi.json`);
  expect(outside.status).toBe(401);
});

describe('the requests', () => {
  it('are noted with operation, raw path and status; documentation and pictures are not', async () => {
    const simulator = await openSimulator();
    await ask(simulator, '/screens?limit=2&page=3');
    await ask(simulator, '/media/a%2Fb');
    for (const path of ['api/partner/openapi.json', 'api/partner/docs', 'assets/x.svg'])
      await fetch(`${simulator.url}/${path}`);
    expect(simulator.requests).toEqual([
      {
        operation: 'partnerV1_screens',
        path: '/api/partner/v1/screens?limit=2&page=3',
        status: 200,
      },
      { operation: 'partnerV1_mediaItem', path: '/api/partner/v1/media/a%2Fb', status: 404 },
    ]);
    simulator.clearRequests();
    expect(simulator.requests).toEqual([]);
  });

  it('are recorded on arrival; a fault’s latency delays only what it names, and ends at the close', async () => {
    const faults = [{ operation: 'partnerV1_screens', latencyMs: 3_600_000 }];
    const simulator = await openSimulator({ faults });
    const slow = ask(simulator, '/screens').catch(() => 'dropped');
    await until('the slow request has arrived', () => simulator.requests.length > 0);
    expect((await ask(simulator, '/organization')).status).toBe(200);
    await simulator.close();
    expect(await slow).toBe('dropped');
  });
});

it('closing ends idle and half-sent connections at once, and may be repeated', async () => {
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

describe('pictures', () => {
  it('Resources, Media: url and thumbnailUrl show one without a credential, but not without their signature', async () => {
    const simulator = await openSimulator();
    const media = await crawl(simulator, '/media');
    for (const type of ['image', 'video'])
      for (const field of ['url', 'thumbnailUrl']) {
        const url = String(
          media.find((one) => one['type'] === type && one[field] !== undefined)?.[field],
        );
        const response = await fetch(url);
        expect(response.status).toBe(200);
        expect(response.headers.get('content-type')).toBe('image/svg+xml');
        expect(response.headers.get('access-control-allow-origin')).toBe('*');
        expect(response.headers.get('cache-control')).toContain('max-age');
        expect(await response.text()).toMatch(/^<svg [^]*<\/svg>\n$/);
        for (const wrong of [url.split('?')[0] ?? '', url.replace(/signature=./, 'signature=z')])
          expect((await fetch(wrong)).status).toBe(404);
      }
  });

  it('names with markup characters stay text', async () => {
    const media = await crawl(await openSimulator(), '/media', 'second organization');
    const found = media.find(({ name, url }) => String(name).includes('&') && url !== undefined);
    expect(await (await fetch(String(found?.['url']))).text()).toContain('Stollen &#38; Plätzchen');
  });
});

it('the reference page shows every operation, scope and resource, and loads nothing from elsewhere', async () => {
  const { url } = await openSimulator();
  const response = await fetch(`${url}/api/partner/docs`);
  const page = await response.text();
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  for (const [id, path, scope = 'any credential'] of endpoints)
    for (const part of [id, path, scope]) expect(page).toContain(part);
  for (const name of tableNames) expect(page).toContain(`<section id="${name}">`);
  expect(page).not.toMatch(/(src|href)="(https?:)?\/\//);
});
