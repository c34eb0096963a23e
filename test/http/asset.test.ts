import { pathToFileURL } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDashboardAssets } from '../../src/extra/sign-in/page-asset.js';
import { openFolder } from '../rig/open.js';
import { buildAssets } from '../dashboard/build.js';
import { type DashboardServer, startDashboard } from '../dashboard/server.js';
import { origin } from '../dashboard/visitor.js';

let server: DashboardServer;
let built: ReturnType<typeof readDashboardAssets>;
beforeAll(async () => {
  const assets = await buildAssets();
  built = readDashboardAssets(assets);
  server = await startDashboard({ dashboard: { assets } });
});
afterAll(() => server.close());

const get = (path: string, init: RequestInit = {}): Promise<Response> =>
  server.fetch(new Request(`${origin}${path}`, init));
const paths = (): readonly string[] => [...built.files.keys()];

describe('the page', () => {
  it('refers only to its own files and to GraphiQL', async () => {
    const html = await (await get('/')).text();
    const named = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
    const own = named.filter((address) => address !== '/graphql');
    expect(own.length).toBeGreaterThan(2);
    expect(paths()).toEqual(expect.arrayContaining(own));
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/);
  });

  it('allows no inline script, no frame, and no other host except for pictures', async () => {
    const rules = (await get('/')).headers.get('content-security-policy')?.split('; ') ?? [];
    expect(rules).toContain("default-src 'none'");
    expect(rules).toContain("script-src 'self'");
    expect(rules).toContain("style-src 'self'");
    expect(rules).toContain("connect-src 'self'");
    expect(rules).toContain("img-src 'self' http: https:");
    expect(rules).toContain("media-src 'self' http: https:");
    expect(rules).toContain("frame-ancestors 'none'");
    expect(rules.join()).not.toContain('unsafe');
  });

  it('is revalidated, and its type is never sniffed', async () => {
    const { headers } = await get('/');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    const again = await get('/', { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('responds to HEAD without a body, and rejects other methods', async () => {
    const head = await get('/', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect((await get('/', { method: 'POST' })).status).toBe(405);
  });
});

describe('the files', () => {
  it('are immutable, because their names contain a hash', async () => {
    for (const path of paths()) {
      expect(path).toMatch(/^\/dashboard\/assets\/[a-z]+-[\w-]{8}\.(?:js|css|svg)$/);
      expect((await get(path)).headers.get('cache-control')).toBe(
        'public, max-age=31536000, immutable',
      );
    }
  });

  const coded = (path: string, accepted: string, tag?: string): Promise<Response> =>
    get(path, { headers: { 'Accept-Encoding': accepted, ...(tag && { 'If-None-Match': tag }) } });

  it('are compressed by the build, and sent as the client accepts them', async () => {
    for (const path of ['/', ...paths()]) {
      const plain = await (await get(path)).text();
      const gzip = await coded(path, 'gzip, deflate');
      const brotli = await coded(path, 'gzip, deflate, br, zstd');
      expect(gunzipSync(await gzip.arrayBuffer()).toString()).toBe(plain);
      expect(brotliDecompressSync(await brotli.arrayBuffer()).toString()).toBe(plain);
      const codings = [gzip, brotli].map(({ headers }) => headers.get('content-encoding'));
      expect(codings).toEqual(['gzip', 'br']);
    }
  });

  it.each(['', 'identity', 'br;q=0, gzip;q=0.0', 'brotli', '*'])(
    'are sent as they are to a client that accepts "%s"',
    async (accepted) => {
      const response = await coded('/', accepted);
      expect(response.headers.get('content-encoding')).toBeNull();
      expect(response.headers.get('vary')).toBe('Authorization, Accept-Encoding');
      expect(await response.text()).toMatch(/^<!doctype html>/i);
    },
  );

  it('have a tag for each coding, which only that coding matches', async () => {
    const tags = await Promise.all(
      ['', 'gzip', 'br'].map(
        async (accepted) => (await coded('/', accepted)).headers.get('etag') ?? '',
      ),
    );
    expect(new Set(tags).size).toBe(3);
    const [plain = '', gzip = '', brotli = ''] = tags;
    expect((await coded('/', 'gzip', gzip)).status).toBe(304);
    expect((await coded('/', 'gzip', `"other", W/${gzip}`)).status).toBe(304);
    expect((await coded('/', 'gzip', `${plain}, ${brotli}`)).status).toBe(200);
  });

  it('are few: the page, three kinds of views, the tools, the download, what some of them share, a style and an icon', () => {
    const names = paths().map((path) => /assets\/([a-z]+)/.exec(path)?.[1]);
    expect(names.sort()).toEqual(
      [
        'download',
        'icon',
        'index',
        'lists',
        'overview',
        'records',
        'shared',
        'style',
        'tools',
      ].sort(),
    );
  });

  /** The scripts that one needs before it runs, itself included. */
  const scriptsOf = (path: string): readonly string[] => {
    const text = new TextDecoder().decode(built.files.get(path)?.body);
    const needed = [...text.matchAll(/(?:from|import)\s*["'`]\.\/([\w-]+\.js)["'`]/g)];
    return [path, ...needed.flatMap(([, name]) => scriptsOf(`/dashboard/assets/${name}`))];
  };
  const scriptOf = (name: string): string =>
    paths().find((path) => path.includes(`/${name}-`)) ?? '';
  const sizeOf = (path: string): number =>
    built.files.get(path)?.compressed.find(({ coding }) => coding === 'gzip')?.body.byteLength ??
    Number.NaN;

  it.each(['overview', 'lists', 'records'])(
    'of the page and its %s are at most 121 KB of script with gzip',
    (view) => {
      const scripts = new Set([...scriptsOf(scriptOf('index')), ...scriptsOf(scriptOf(view))]);
      // A view shares something with others: `first-row.test.ts` sees the same three in a browser.
      expect(scripts.size).toBe(3);
      expect([...scripts].reduce((sum, path) => sum + sizeOf(path), 0)).toBeLessThanOrEqual(
        121_000,
      );
    },
  );

  it('contain each document once, as text', async () => {
    const scripts = paths().filter((path) => path.endsWith('.js'));
    const texts = await Promise.all(scripts.map(async (path) => (await get(path)).text()));
    expect(texts.join('').split('query OrganizationName').length - 1).toBe(1);
    expect(texts.join('')).not.toContain('OperationDefinition",operation:"query"');
  });

  it.each([
    '/index.html',
    '/dashboard',
    '/dashboard/',
    '/dashboard/index.html',
    '/dashboard/assets/',
    '/dashboard/assets/none.js',
    '/dashboard/assets/%2e%2e/index.html',
    '/dashboard/session/',
    '/dashboard/graphql/',
    '/favicon.ico',
  ])('are served under their exact paths only: %s is 404', async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});

it('a missing build is reported with the command that builds it', () => {
  const empty = pathToFileURL(`${openFolder()}/`);
  expect(() => readDashboardAssets(empty)).toThrow('run "npm run build"');
});
