import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumIsMissing, inChromium, settle, show } from './browser.js';
import { usePage } from './browser-server.js';
import { sumOf } from '../rig/metric.js';

const noon = new Date('2026-10-07T10:00:00Z');
const night = new Date('2026-10-07T02:30:00Z');
const waiting = { timeout: 20_000 };

const stateOf = (page: Page): Promise<string> => page.locator('.fresh__state').innerText();
const untilState = (page: Page, state: string): Promise<void> =>
  expect.poll(() => stateOf(page), waiting).toBe(state);
const untilCalm = (page: Page): Promise<void> =>
  expect.poll(() => page.locator('.notice').count(), { timeout: 30_000 }).toBe(0);
/** The first rows of a list: a notice above leaves room for fewer. */
const known = async (page: Page): Promise<string> =>
  (await page.locator('.table').innerText()).slice(0, 1500);

/** As if the visitor looked at another tab. */
const look = (page: Page, isHidden: boolean): Promise<unknown> =>
  page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'))`);

describe.skipIf(chromiumIsMissing)(`freshness${inChromium}`, () => {
  const { page, url, server, listener } = usePage('#/');
  const streams = (): Promise<number> => sumOf(url(), 'live_streams');
  const refresh = (): Promise<void> => page().getByRole('button', { name: 'Refresh' }).click();

  it('is one stream a tab, whose first event asks the Partner API for nothing', async () => {
    await untilState(page(), 'Live');
    server().simulator.clearRequests();
    await page().locator('.tabs a', { hasText: 'Playlists' }).click();
    await settle(page());
    await expect.poll(streams, waiting).toBe(1);
    await untilState(page(), 'Live');
    const read = server().simulator.requests.filter(({ path }) => path.includes('/playlists?'));
    // The query's own.
    expect(read.length).toBeLessThanOrEqual(1);
  });

  it('ends in a hidden tab, and continues when the tab is shown', async () => {
    await show(page(), '#/screens');
    await untilState(page(), 'Live');
    await look(page(), true);
    await untilState(page(), 'Paused');
    await expect.poll(streams, waiting).toBe(0);
    await look(page(), false);
    await untilState(page(), 'Live');
    await expect.poll(streams, waiting).toBe(1);
  });

  it('counts down after a 429 with the data on screen, and continues by itself', async () => {
    const before = await known(page());
    server().simulator.setFaults([{ status: 429, retryAfterSeconds: 3, times: 1 }]);
    await refresh();
    await page()
      .getByRole('button', { name: /^Continues in \d s$/ })
      .waitFor();
    expect(await stateOf(page())).toMatch(/^Waiting \d s$/);
    expect(await page().getByRole('button', { name: 'Refresh' }).isDisabled()).toBe(true);
    expect(await page().locator('.notice').innerText()).toMatch(
      /quota is spent.*Not updated since \d\d:\d\d/s,
    );
    expect(await page().locator('.notice').count()).toBe(1);
    expect(await known(page())).toBe(before);
    await untilState(page(), 'Live');
    await untilCalm(page());
  });

  it('connects again when the façade has closed its port and opens it again', async () => {
    const before = await known(page());
    await page().evaluate(`globalThis.states = []; new MutationObserver(() =>
      states.push(document.querySelector('.fresh__state').innerText))
      .observe(document.querySelector('.fresh'), { subtree: true, childList: true, characterData: true })`);
    const states = (): Promise<readonly string[]> => page().evaluate('states');
    const closed = new Promise((resolve) => listener().server.close(resolve));
    listener().server.closeAllConnections();
    await closed;
    await expect.poll(states, waiting).toContain('Reconnecting');
    expect(await known(page())).toBe(before);
    await server().listen(Number(new URL(url()).port));
    await untilState(page(), 'Live');
    await expect.poll(streams, waiting).toBe(1);
    expect(await known(page())).toBe(before);
  });

  it('remembers how often to look, as a number and nothing else', async () => {
    await page().getByLabel('Refresh every').selectOption('60');
    await untilState(page(), 'Every 1 min');
    await expect.poll(streams, waiting).toBe(0);
    await page().reload();
    await untilState(page(), 'Every 1 min');
    expect(await page().evaluate('JSON.stringify({ ...localStorage })')).toBe(
      '{"refresh-seconds":"60"}',
    );
  });
});

describe.skipIf(chromiumIsMissing)(`a stream${inChromium}`, () => {
  let now = noon;
  const options = {
    simulator: { now: () => now },
    facade: { settings: { LIVE_MIN_SECONDS: '1' } },
  };
  const { page, server } = usePage('#/screens', { pollSeconds: 1 }, options);

  it('shows a change without a reload', async () => {
    await untilState(page(), 'Live');
    await page().evaluate('globalThis.wasReloaded = false');
    // Where the next change is near, by the clock of the browser, the page adds its time.
    const scheduledOff = async (): Promise<number> =>
      (await known(page())).match(/^Off(?: until .*)?$/gm)?.length ?? 0;
    const before = await scheduledOff();
    now = night;
    await expect.poll(scheduledOff, waiting).toBeGreaterThan(before);
    expect(await page().evaluate('globalThis.wasReloaded')).toBe(false);
    expect(await stateOf(page())).toBe('Live');
  });

  it('reports a failure, and leaves what is known', async () => {
    const before = await known(page());
    server().simulator.setFaults([{ status: 503 }]);
    await page().getByText('The Partner API cannot be reached', { exact: true }).waitFor();
    expect(await stateOf(page())).toBe('Live');
    expect(await known(page())).toBe(before);
  });
});
