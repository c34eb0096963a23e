import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { DashboardAssets } from '../../src/http/dashboard/asset.js';
import type { Listener } from '../../src/http/listener.js';
import { chromiumIsMissing, openBrowser, visit, type Visit, type VisitOptions } from './browser.js';
import { buildAssets } from './build.js';
import { type DashboardServer, type DashboardServerOptions, startDashboard } from './server.js';

/** The first screen and the first playlist of the simulator's main organization have one of everything. */
export const firstScreen = '#/screens/scr_1fyak';
export const firstPlaylist = '#/playlists/pls_3meby';

/** A browser for all tests of a file, and a new server for each test. */
export interface BrowserServer {
  readonly server: () => DashboardServer;
  readonly url: () => string;
  readonly listener: () => Listener;
  /** Opens a view in a browser profile of its own. */
  readonly visit: (hash?: string, options?: VisitOptions) => Promise<Visit>;
}

/**
 * Registers the hooks that build the page, start Chromium and start the servers; they need Chromium.
 *
 * @param options of each server
 */
export function useBrowserServer(options: DashboardServerOptions = {}): BrowserServer {
  let browser: Browser;
  let assets: DashboardAssets;
  let server: DashboardServer;
  let listener: Listener;

  beforeAll(async () => {
    if (chromiumIsMissing) return;
    assets = await buildAssets();
    browser = await openBrowser();
  }, 60_000);
  afterAll(async () => {
    if (chromiumIsMissing) return;
    await browser.close();
  });
  beforeEach(async () => {
    server = await startDashboard(assets, options);
    listener = await server.listen();
  });
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
    await server.close();
  });
  return {
    server: () => server,
    url: () => listener.url,
    listener: () => listener,
    visit: (hash = '', visitOptions = {}) => visit(browser, `${listener.url}/${hash}`, visitOptions),
  };
}
