import { type Browser, chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';
import type { Listener } from '../../src/http/listener.js';
import { settle, visit, type Visit, type VisitOptions } from './browser.js';
import { buildAssets } from '../dashboard/build.js';
import {
  type DashboardServer,
  type DashboardServerOptions,
  startDashboard,
} from '../dashboard/server.js';

/**
 * The first screen and the first playlist of the simulator's main organization have one of
 * everything.
 */
export const firstScreen = '#/screens/scr_1fyak';
export const firstPlaylist = '#/playlists/pls_3meby';
export const firstFile = '#/media/med_ttm7s';

let connected: Promise<Browser> | undefined;

/** The browser of this run, to which a worker connects once. */
export const sharedBrowser = (): Promise<Browser> =>
  (connected ??= chromium.connect(inject('browserEndpoint')));

/**
 * Registers the hooks that start a new dashboard for each test. They belong into a suite that needs
 * Chromium.
 */
export const useBrowserServer = (options?: DashboardServerOptions) =>
  useServer(beforeEach, afterEach, options);

/**
 * Registers the hooks that start a dashboard for all tests of a suite, and open a page of it, which
 * each test finds as the one before has left it; the first finds it loaded completely. They belong
 * into a suite that needs Chromium.
 */
export function usePage(
  hash?: string,
  visitOptions?: VisitOptions,
  options?: DashboardServerOptions,
) {
  const dashboard = useServer(beforeAll, afterAll, options);
  let opened: Visit;
  beforeAll(async () => {
    opened = await dashboard.visit(hash, visitOptions);
    await settle(opened.page);
  });
  return { ...dashboard, page: () => opened.page, opened: () => opened };
}

/** A dashboard, and browser profiles that visit it. */
function useServer(
  before: (start: () => Promise<void>) => void,
  after: (end: () => Promise<void>) => void,
  options: DashboardServerOptions = {},
) {
  let browser: Browser;
  let server: DashboardServer;
  let listener: Listener;
  before(async () => {
    browser = await sharedBrowser();
    server = await startDashboard({
      ...options,
      dashboard: { assets: await buildAssets(), ...options.dashboard },
    });
    listener = await server.listen();
  });
  after(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
    await server.close();
  });
  return {
    server: () => server,
    url: () => listener.url,
    listener: () => listener,
    visit: (hash = '', visitOptions: VisitOptions = {}) =>
      visit(browser, `${listener.url}/${hash}`, visitOptions),
  };
}
