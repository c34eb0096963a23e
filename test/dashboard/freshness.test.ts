import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { chromiumIsMissing, inChromium, settle } from './browser.js';
import { useBrowserServer } from './browser-server.js';
import { metricOf } from './metric.js';

const noon = new Date('2026-10-07T10:00:00Z');
const night = new Date('2026-10-07T02:30:00Z');

let now = noon;
const dashboard = useBrowserServer({
  simulator: { now: () => now },
  facade: { settings: { LIVE_MIN_SECONDS: '1' } },
});
beforeEach(() => (now = noon));
const waiting = { timeout: 20_000 };

const stateOf = (page: Page): Promise<string> => page.locator('.fresh__state').innerText();
/** The first rows of a list: a notice above leaves room for fewer. */
const known = async (page: Page): Promise<string> =>
  (await page.locator('.table').innerText()).slice(0, 1500);
const streams = (): Promise<number> => metricOf(dashboard.url(), 'partner_graphql_live_streams');

/** As if the visitor looked at another tab. */
const look = (page: Page, isHidden: boolean): Promise<unknown> =>
  page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'))`);

describe.skipIf(chromiumIsMissing)(`freshness${inChromium}`, () => {
  it('is one stream a tab, whose first event asks the Partner API for nothing', async () => {
    const { page } = await dashboard.visit('#/');
    await settle(page);
    await expect.poll(() => stateOf(page), waiting).toBe('Live');
    dashboard.server().simulator.clearRequests();
    await page.locator('.tabs a', { hasText: 'Playlists' }).click();
    await settle(page);
    await expect.poll(streams, waiting).toBe(1);
    await expect.poll(() => stateOf(page), waiting).toBe('Live');
    const read = dashboard.server().simulator.requests.filter(({ path }) => path.includes('/playlists?'));
    // The query's own.
    expect(read.length).toBeLessThanOrEqual(1);
  });

  it('ends in a hidden tab, and continues when the tab is shown', async () => {
    const { page } = await dashboard.visit('#/screens');
    await expect.poll(() => stateOf(page), waiting).toBe('Live');
    await look(page, true);
    await expect.poll(() => stateOf(page), waiting).toBe('Paused');
    await expect.poll(streams, waiting).toBe(0);
    await look(page, false);
    await expect.poll(() => stateOf(page), waiting).toBe('Live');
    await expect.poll(streams, waiting).toBe(1);
  });

  it('shows a change without a reload', async () => {
    const { page } = await dashboard.visit('#/screens', { pollSeconds: 1 });
    await settle(page);
    await expect.poll(() => stateOf(page), waiting).toBe('Live');
    await page.evaluate('globalThis.wasReloaded = false');
    // Where the next change is near, by the clock of the browser, the page adds its time.
    const scheduledOff = async (): Promise<number> =>
      (await known(page)).match(/^Off(?: until .*)?$/gm)?.length ?? 0;
    const before = await scheduledOff();
    now = night;
    await expect.poll(scheduledOff, waiting).toBeGreaterThan(before);
    expect(await page.evaluate('globalThis.wasReloaded')).toBe(false);
    expect(await stateOf(page)).toBe('Live');
  });

  it('tells of a failure by the stream, and leaves what is known', async () => {
    const { page } = await dashboard.visit('#/screens', { pollSeconds: 1 });
    await settle(page);
    await expect.poll(() => stateOf(page), waiting).toBe('Live');
    const before = await known(page);
    dashboard.server().simulator.setFaults([{ status: 503 }]);
    await page.getByText('The Partner API cannot be reached', { exact: true }).waitFor();
    expect(await stateOf(page)).toBe('Live');
    expect(await known(page)).toBe(before);
  });

  it('connects again when the façade has closed its port and opens it again', async () => {
    const { page } = await dashboard.visit('#/screens');
    await settle(page);
    await expect.poll(() => stateOf(page), waiting).toBe('Live');
    const before = await known(page);
    await page.evaluate(`globalThis.states = []; new MutationObserver(() =>
      states.push(document.querySelector('.fresh__state').innerText))
      .observe(document.querySelector('.fresh'), { subtree: true, childList: true, characterData: true })`);
    const states = (): Promise<readonly string[]> => page.evaluate('states');
    const { server } = dashboard.listener();
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
    await expect.poll(states, waiting).toContain('Reconnecting');
    expect(await known(page)).toBe(before);
    await dashboard.server().listen(Number(new URL(dashboard.url()).port));
    await expect.poll(() => stateOf(page), waiting).toBe('Live');
    await expect.poll(streams, waiting).toBe(1);
    expect(await known(page)).toBe(before);
  });

  it('remembers how often to look, as a number and nothing else', async () => {
    const { page } = await dashboard.visit('#/');
    await page.getByLabel('Refresh every').selectOption('60');
    await expect.poll(() => stateOf(page), waiting).toBe('Every 1 min');
    await expect.poll(streams, waiting).toBe(0);
    await page.reload();
    await expect.poll(() => stateOf(page), waiting).toBe('Every 1 min');
    expect(await page.evaluate('JSON.stringify({ ...localStorage })')).toBe('{"refresh-seconds":"60"}');
  });

  it('tells that the façade is gone, and is live again when it is back', async () => {
    const { page } = await dashboard.visit('#/');
    await expect.poll(() => stateOf(page), waiting).toBe('Live');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(() => stateOf(page), waiting).toBe('Disconnected');
    await page.getByText('The façade cannot be reached', { exact: true }).waitFor();
    await page.context().setOffline(false);
    await expect.poll(() => stateOf(page), waiting).toBe('Live');
    expect(await page.locator('.notice').count()).toBe(0);
  });

  it('counts down after a 429 with the data on screen, and continues by itself', async () => {
    const { page } = await dashboard.visit('#/screens');
    await settle(page);
    await expect.poll(() => stateOf(page), waiting).toBe('Live');
    const before = await known(page);
    dashboard.server().simulator.setFaults([{ status: 429, retryAfterSeconds: 4, times: 1 }]);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('button', { name: /^Continues in \d s$/ }).waitFor();
    expect(await stateOf(page)).toMatch(/^Waiting \d s$/);
    expect(await page.getByRole('button', { name: 'Refresh' }).isDisabled()).toBe(true);
    expect(await page.locator('.notice').innerText()).toMatch(/quota is spent.*Not updated since \d\d:\d\d/s);
    expect(await page.locator('.notice').count()).toBe(1);
    expect(await known(page)).toBe(before);
    await expect.poll(() => stateOf(page), waiting).toBe('Live');
    expect(await page.locator('.notice').count()).toBe(0);
  });

  it('keeps what is known when a refresh fails, and tries again by itself', async () => {
    const { page } = await dashboard.visit('#/screens');
    await settle(page);
    await expect.poll(() => stateOf(page), waiting).toBe('Live');
    const before = await known(page);
    dashboard.server().simulator.setFaults([{ status: 503 }]);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('The Partner API cannot be reached', { exact: true }).waitFor();
    expect(await page.getByRole('status').filter({ hasText: 'cannot be reached' }).count()).toBe(1);
    expect(await known(page)).toBe(before);
    dashboard.server().simulator.setFaults([]);
    await expect.poll(() => page.locator('.notice').count(), { timeout: 30_000 }).toBe(0);
  });
});
