import type { Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumIsMissing, inChromium } from './browser.js';
import { useBrowserServer } from './browser-server.js';

interface Sent {
  readonly path: string;
  readonly origin: string;
  /** From 1: how many requests, one after the other, come before its response. */
  readonly wave: number;
}

const isOfView = (path: string): boolean => /\/(?:lists|shared)-/.test(path);

/**
 * The requests of a page, each with its wave: it begins after the responses that have arrived by
 * then.
 */
function watchWaves(page: Page): readonly Sent[] {
  const sent: Sent[] = [];
  const waves = new Map<Request, number>();
  let arrived = 0;
  page.on('request', (request) => {
    const { pathname, origin } = new URL(request.url());
    waves.set(request, arrived + 1);
    sent.push({ path: pathname, origin, wave: arrived + 1 });
  });
  // The head is enough: a subscription's response does not end. The script of the view has a wave,
  // but nothing waits for it.
  page.on('response', (response) => {
    if (isOfView(new URL(response.url()).pathname)) return;
    arrived = Math.max(arrived, waves.get(response.request()) ?? 0);
  });
  return sent;
}

/** Milliseconds differ between machines; what decides them does not. */
describe.skipIf(chromiumIsMissing)(`the first rows${inChromium}`, () => {
  const dashboard = useBrowserServer();

  it('wait for the page, its script, the session and one operation, and for nothing from elsewhere', async () => {
    const { page } = await dashboard.visit();
    // A visitor with a session: the first visit also signs in.
    await page.locator('h1').waitFor();
    await page.goto('about:blank');
    dashboard.server().simulator.clearRequests();
    const sent = watchWaves(page);
    await page.goto(`${dashboard.url()}/#/screens`);
    await page.locator('.table a').first().waitFor();
    const operations = sent.filter(({ path }) => path === '/dashboard/graphql');
    expect(Math.min(...operations.map(({ wave }) => wave))).toBeLessThanOrEqual(4);
    // Beside the session: as soon as the page's own script runs.
    expect(sent.filter(({ path }) => isOfView(path)).map(({ wave }) => wave)).toEqual([3, 3]);
    expect(sent.filter(({ path }) => path.endsWith('.js'))).toHaveLength(3);
    const pictures = new URL(dashboard.server().simulator.url).origin;
    const others = sent.filter(({ origin }) => origin !== dashboard.url() && origin !== pictures);
    expect(others).toEqual([]);
  });
});
