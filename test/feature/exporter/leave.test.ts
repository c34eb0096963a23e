import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { credentials } from '../../rig/credential.js';
import { openListener } from '../../rig/open.js';
import { held, status } from '../../rig/response.js';
import { until } from '../../rig/wait.js';
import { bearer, mine, open, path, successes } from '../../extra/exporter/scraped.js';
import { valueOf } from '../../extra/exporter/exposition-reader.js';

const allRead = { organization: 1, screens: 1, playlists: 1, media: 1 };
const screensOnline = { status: 'ONLINE' };

/** A scrape of four requests, one of which waits, and whose client has left. */
async function leave(query = '') {
  const opened = await open();
  const { upstream, get } = opened;
  const { respond, release } = held();
  upstream.on({ operation: 'partnerV1_media', nth: 1 }, respond);
  const client = new AbortController();
  const left = get(mine, query, { signal: client.signal });
  await until('one request waits', () => upstream.count() === 4 && upstream.inFlight() === 1);
  client.abort();
  const finish = async (): Promise<void> => {
    release();
    await left;
  };
  return { ...opened, finish };
}

describe('a scrape whose client leaves', () => {
  it('runs to its end, and serves the next one, which sends nothing and says what the run has sent', async () => {
    const { upstream, scrape, finish } = await leave();
    await finish();
    expect(upstream.requests.map(({ peerLeft }) => peerLeft)).toEqual([false, false, false, false]);
    const series = await scrape();
    expect(upstream.requests).toHaveLength(4);
    expect(successes(series)).toEqual(allRead);
    expect(valueOf(series, 'signage_screens', screensOnline)).toBe(5);
    expect(valueOf(series, 'signage_scrape_upstream_requests')).toBe(4);
  });

  it('serves one scrape: the one after reads again', async () => {
    const { upstream, scrape, finish } = await leave();
    await finish();
    await scrape();
    const [first] = upstream.organizations.alpha.screens;
    Object.assign(first ?? {}, { status: 'offline' });
    const series = await scrape();
    expect(upstream.requests).toHaveLength(8);
    expect(valueOf(series, 'signage_screens', screensOnline)).toBe(4);
  });

  it('serves one that comes before its end, and that may leave too', async () => {
    const { upstream, get, scrape, finish } = await leave();
    const second = new AbortController();
    const leftToo = get(mine, '', { signal: second.signal });
    second.abort();
    const third = scrape();
    await finish();
    await leftToo;
    expect(successes(await third)).toEqual(allRead);
    expect(upstream.requests).toHaveLength(4);
  });

  it('serves no other credential, other collectors or another format', async () => {
    const { upstream, get, scrape, finish } = await leave();
    await finish();
    await scrape(credentials.beta.everything);
    expect(upstream.requests).toHaveLength(8);
    await scrape(mine, '?collect[]=organization');
    expect(upstream.requests).toHaveLength(9);
    const accept = 'application/openmetrics-text';
    const open = await get(mine, '', { headers: { ...bearer(mine), accept } });
    expect(await open.text()).toContain('# EOF');
    expect(upstream.requests).toHaveLength(13);
    await get(mine, '', { method: 'HEAD' });
    expect(upstream.requests).toHaveLength(17);
    await scrape();
    expect(upstream.requests).toHaveLength(17);
  });

  it.each([401, 403])(
    'serves nobody once an operation of its credential has met a %i',
    async (code) => {
      const { upstream, facade, get, finish } = await leave();
      await finish();
      upstream.on({ credential: mine }, status(code));
      await facade.run({ query: '{ screens { totalCount } }', credential: mine });
      expect(upstream.requests).toHaveLength(5);
      const response = await get();
      expect(upstream.requests.length).toBeGreaterThan(5);
      expect(await response.text()).not.toContain('stamp:alpha');
    },
  );

  it('serves nobody where it was refused itself', async () => {
    const { upstream, get, scrape } = await open();
    await scrape();
    const { respond, release } = held(status(401));
    upstream.on({ operation: 'partnerV1_media', times: 1 }, respond);
    const client = new AbortController();
    const left = get(mine, '', { signal: client.signal });
    await until('one request waits', () => upstream.count() === 8 && upstream.inFlight() === 1);
    client.abort();
    release();
    expect((await left).status).toBe(401);
    expect(successes(await scrape())).toEqual(allRead);
    expect(upstream.requests).toHaveLength(12);
  });

  it('is one over a connection that closes', async () => {
    const { upstream, facade, scrape } = await open();
    const { url, server } = await openListener(facade);
    const { respond, release } = held();
    upstream.on({ operation: 'partnerV1_media', nth: 1 }, respond);
    const client = new AbortController();
    const left = fetch(`${url}${path}`, { headers: bearer(mine), signal: client.signal });
    await until('one request waits', () => upstream.count() === 4 && upstream.inFlight() === 1);
    client.abort();
    await expect(left).rejects.toThrow();
    const count = promisify(server.getConnections.bind(server));
    await until('the connection has closed', async () => (await count()) === 0);
    release();
    expect(valueOf(await scrape(), 'signage_scrape_upstream_requests')).toBe(4);
    expect(upstream.requests).toHaveLength(4);
  });
});
