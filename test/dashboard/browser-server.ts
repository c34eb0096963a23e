import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { DashboardAssets } from '../../src/http/dashboard/asset.js';
import { chromiumIsMissing, openBrowser, visit, type Visit, type VisitOptions } from './browser.js';
import { buildAssets, type DashboardServer, startDashboard } from './server.js';

/** The first screen and the first playlist of the simulator's main organization have one of everything. */
export const firstScreen = '#/screens/scr_1fyak';
export const firstPlaylist = '#/playlists/pls_3meby';

/** A browser for all tests of a file, and a new server for each test. */
export interface BrowserServer {
  readonly server: () => DashboardServer;
  readonly url: () => string;
  /** Opens a view in a browser profile of its own. */
  readonly visit: (hash?: string, options?: VisitOptions) => Promise<Visit>;
}

/** Registers the hooks that build the page, start Chromium and start the servers; they need Chromium. */
export function useBrowserServer(): BrowserServer {
  let browser: Browser;
  let built: { assets: DashboardAssets; remove: () => Promise<void> };
  let server: DashboardServer;
  let url: string;

  beforeAll(async () => {
    if (chromiumIsMissing) return;
    built = await buildAssets();
    browser = await openBrowser();
  }, 60_000);
  afterAll(async () => {
    if (chromiumIsMissing) return;
    await browser.close();
    await built.remove();
  });
  beforeEach(async () => {
    server = await startDashboard(built.assets);
    url = (await server.listen()).url;
  });
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
    await server.close();
  });
  return {
    server: () => server,
    url: () => url,
    visit: (hash = '', options = {}) => visit(browser, `${url}/${hash}`, options),
  };
}
