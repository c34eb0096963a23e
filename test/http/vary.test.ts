import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { makeAssets } from '../rig/asset.js';
import { startSystem } from '../system/test-system.js';

it.each(['/', '/dashboard/assets/index-1.js', '/graphql'])(
  'caches learn that %s depends on Accept-Encoding, whichever coding they get',
  async (path) => {
    const settings = { CORS_ORIGINS: 'https://app.example' };
    const { facade } = await startSystem({}, { settings, dashboard: { assets: makeAssets() } });
    const get = (headers: Readonly<Record<string, string>>): Promise<Response> =>
      facade.fetch(
        new Request(`http://facade.test${path}`, { headers: { Accept: 'text/html', ...headers } }),
      );
    const [plain, packed] = [await get({}), await get({ 'Accept-Encoding': 'gzip' })];
    const tag = packed.headers.get('etag') ?? '';
    const again = await get({ 'Accept-Encoding': 'gzip', 'If-None-Match': tag });
    expect([plain.status, packed.status, again.status]).toEqual([200, 200, 304]);
    for (const { headers } of [plain, packed, again])
      expect(headers.get('vary')?.split(', ')).toEqual(
        expect.arrayContaining(['Authorization', 'Origin', 'Accept-Encoding']),
      );
    // One tag for two codings would let a cache send the one for the other.
    expect(plain.headers.get('etag')).not.toBe(tag);
    expect(gunzipSync(await packed.arrayBuffer()).toString()).toBe(await plain.text());
    expect((await get({ 'Accept-Encoding': 'gzip;q=0' })).headers.get('content-encoding')).toBeNull();
  },
);

it('other responses name each header once', async () => {
  const { facade } = await startSystem({}, { settings: { CORS_ORIGINS: 'https://app.example' } });
  for (const origin of ['https://app.example', 'https://elsewhere.example']) {
    const request = new Request('http://facade.test/graphql?query={__typename}', { headers: { origin } });
    expect((await facade.fetch(request)).headers.get('vary')).toBe('Authorization, Origin');
  }
});
