import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { DashboardAssets } from '../../src/http/dashboard/asset.js';
import { chromiumIsMissing, openBrowser, visit, type Visit, type VisitOptions } from './browser.js';
import { buildAssets, type House, openHouse } from './server.js';

/** The first screen and the first playlist of the simulator's main organization have one of everything. */
export const firstScreen = '#/screens/scr_1fyak';
export const firstPlaylist = '#/playlists/pls_3meby';

/** A browser for the tests of a file, and a house for each test. */
export interface BrowserHouse {
  readonly house: () => House;
  readonly url: () => string;
  /** Opens a view in a browser profile of its own. */
  readonly visit: (hash?: string, options?: VisitOptions) => Promise<Visit>;
}

/** Builds the page, starts Chromium and opens the houses; does nothing where there is no Chromium. */
export function useBrowserHouse(): BrowserHouse {
  let browser: Browser;
  let built: { assets: DashboardAssets; remove: () => Promise<void> };
  let house: House;
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
    house = await openHouse(built.assets);
    url = (await house.listen()).url;
  });
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
    await house.close();
  });
  return {
    house: () => house,
    url: () => url,
    visit: (hash = '', options = {}) => visit(browser, `${url}/${hash}`, options),
  };
}
