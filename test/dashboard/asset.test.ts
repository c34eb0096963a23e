import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DashboardAssets, readDashboardAssets } from '../../src/http/dashboard/asset.js';
import { buildAssets, type DashboardServer, startDashboard } from './server.js';
import { origin } from './visitor.js';

let server: DashboardServer;
let built: { assets: DashboardAssets; remove: () => Promise<void> };
beforeAll(async () => {
  built = await buildAssets();
  server = await startDashboard(built.assets);
});
afterAll(async () => {
  await server.close();
  await built.remove();
});

const get = (path: string, init: RequestInit = {}): Promise<Response> =>
  server.fetch(new Request(`${origin}${path}`, init));
const paths = (): readonly string[] => [...built.assets.files.keys()];

describe('the page', () => {
  it('refers only to its own files and to GraphiQL', async () => {
    const html = await (await get('/')).text();
    const named = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
    expect(named.filter((address) => address !== '/graphql').sort()).toEqual([...paths()].sort());
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/);
  });

  it('allows no inline script, no frame, and no other host except for pictures', async () => {
    const rules = (await get('/')).headers.get('content-security-policy')?.split('; ') ?? [];
    expect(rules).toContain("default-src 'none'");
    expect(rules).toContain("script-src 'self'");
    expect(rules).toContain("style-src 'self'");
    expect(rules).toContain("connect-src 'self'");
    expect(rules).toContain("img-src 'self' http: https:");
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
      expect((await get(path)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
  });

  it('are compressed for clients that accept gzip', async () => {
    const script = paths().find((path) => path.endsWith('.js')) ?? '';
    const plain = await get(script);
    const packed = await get(script, { headers: { 'Accept-Encoding': 'gzip' } });
    expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(await packed.arrayBuffer()).toString()).toBe(await plain.text());
  });

  it('contain less than 120 KB of compressed script', () => {
    const scripts = [...built.assets.files].filter(([path]) => path.endsWith('.js'));
    const bytes = scripts.reduce((sum, [, { compressed }]) => sum + compressed.byteLength, 0);
    expect(bytes).toBeLessThan(120_000);
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
  const empty = mkdtempSync(join(tmpdir(), 'dashboard-none-'));
  expect(() => readDashboardAssets(pathToFileURL(`${empty}/`))).toThrow('run "npm run build"');
  rmSync(empty, { recursive: true });
});
