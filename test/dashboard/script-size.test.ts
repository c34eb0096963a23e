import { beforeAll, describe, expect, it } from 'vitest';
import type { DashboardAssets } from '../../src/http/dashboard/asset.js';
import { chromiumIsMissing, inChromium, settle } from './browser.js';
import { firstPlaylist, firstScreen, useBrowserServer } from './browser-server.js';
import { buildAssets } from './build.js';

const dashboard = useBrowserServer();

/** Bytes of script with gzip that a view loads. */
const limit = 120_000;

const views = ['#/', '#/screens', '#/playlists', '#/media', firstScreen, firstPlaylist, '#/media/med_fwqgw'];

let files: DashboardAssets['files'];
beforeAll(async () => {
  files = (await buildAssets()).files;
});

const sizeOf = (path: string): number =>
  files.get(path)?.compressed.find(({ coding }) => coding === 'gzip')?.body.byteLength ?? Number.NaN;

describe.skipIf(chromiumIsMissing)(`the script of a view${inChromium}`, () => {
  it('is at most 120 KB with gzip, whichever view is opened', async () => {
    const { page } = await dashboard.visit('#/');
    await settle(page);
    const sizes: Record<string, number> = {};
    for (const hash of views) {
      await page.goto('about:blank');
      await page.goto(`${dashboard.url()}/${hash}`);
      await settle(page);
      const loaded = await page.evaluate<readonly string[]>(
        `performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)`,
      );
      const scripts = new Set(loaded.filter((path) => path.endsWith('.js')));
      expect(scripts.size).toBeGreaterThan(1);
      sizes[hash] = [...scripts].reduce((sum, path) => sum + sizeOf(path), 0);
    }
    for (const [hash, size] of Object.entries(sizes))
      expect({ hash, fits: size <= limit }).toEqual({ hash, fits: true });
  });
});
