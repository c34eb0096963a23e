import { describe, expect, it } from 'vitest';
import { chromiumIsMissing, desktop, inChromium, phone } from './browser.js';
import { useBrowserServer } from './browser-server.js';
import { listRequests, operationsOf, rowsOf, search, streamsOf } from './list.js';
import { metricOf } from './metric.js';

const dashboard = useBrowserServer({ simulator: { size: { screens: 5000 } } });
const waiting = { timeout: 10_000 };

describe.skipIf(chromiumIsMissing)(`a list of 5,000 screens${inChromium}`, () => {
  it('reads what it shows, jumps to its end, and keeps few rows in the page', async () => {
    const { page } = await dashboard.visit('#/screens', { viewport: desktop });
    await page.getByText('5,000 screens').waitFor();
    const offline = page.getByRole('button', { name: /^Offline \d/ });
    await offline.waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    // One reading of the list, for the rows, the counts and the subscription together.
    expect(listRequests(dashboard.server())).toBe(50);
    dashboard.server().simulator.clearRequests();

    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    const last = page.locator('[data-place="4999"] .row-link');
    await last.waitFor();
    expect(await last.isVisible()).toBe(true);
    expect(listRequests(dashboard.server())).toBeLessThanOrEqual(2);
    expect(await rowsOf(page).count()).toBeLessThan(60);

    await page.evaluate('scrollTo(0, 0)');
    await page.locator('[data-place="0"] .row-link').waitFor();
    expect(listRequests(dashboard.server())).toBeLessThanOrEqual(2);
  });

  it('does not read what a drag of the scroll bar flies over', async () => {
    const { page } = await dashboard.visit('#/screens', { viewport: desktop });
    await page.getByRole('button', { name: /^Offline \d/ }).waitFor();
    const operations = operationsOf(page);
    await page.evaluate(`new Promise((resolve) => {
      let top = 0;
      const step = () => {
        top += 4000;
        scrollTo(0, top);
        if (top < document.documentElement.scrollHeight) requestAnimationFrame(step);
        else resolve();
      };
      step();
    })`);
    await page.locator('[data-place="4999"] .row-link').waitFor();
    expect(operations.filter((name) => name === 'ScreenList').length).toBeLessThanOrEqual(3);
  });

  it('searches in one reading, whatever is typed', async () => {
    const { page } = await dashboard.visit('#/screens', { viewport: desktop });
    await page.getByRole('button', { name: /^Offline \d/ }).waitFor();
    const streams = streamsOf(page);
    for (const text of ['b', 'ber', 'berlin', 'zürich']) await search(page, text);
    // The subscription follows what was found.
    await expect.poll(() => streams.length, waiting).toBe(1);
    await page.getByText('Live', { exact: true }).waitFor();
    expect(streams[0]).toContain('zürich');
    // No second reading of the list.
    expect(listRequests(dashboard.server())).toBeLessThan(55);
    await page.keyboard.press('Escape');
    await page.getByText('5,000 screens', { exact: true }).waitFor();
    expect(page.url()).toMatch(/#\/screens$/);
  });

  it('opens one stream, and another one where the list comes to rest', async () => {
    const { page } = await dashboard.visit('#/screens', { viewport: desktop });
    const streams = streamsOf(page);
    await page.getByText('Live', { exact: true }).waitFor();
    const before = streams.length;
    for (const place of [150, 350, 550, 750]) {
      await page.evaluate(`scrollTo(0, ${40 * place})`);
      await page.locator(`[data-place="${place + 10}"] .row-link`).waitFor();
    }
    expect(streams.length).toBe(before);
    await expect.poll(() => streams.length, waiting).toBe(before + 1);
    expect(streams.at(-1)).toContain('"page":8');
    await page.getByText('Live', { exact: true }).waitFor();
    expect(await metricOf(dashboard.url(), 'partner_graphql_live_streams')).toBe(1);
  });

  it('returns to its place by back and by reload, on a phone too', async () => {
    const { page } = await dashboard.visit('#/screens?sort=name', { viewport: phone });
    await page.locator('.row-link').first().waitFor();
    await page.evaluate('scrollTo(0, 100000)');
    const row = page.locator('[data-place="1790"] .row-link');
    await row.waitFor();
    const name = await row.textContent();
    const top = async (): Promise<number> =>
      (await row.boundingBox({ timeout: 1000 }).catch(() => null))?.y ?? -1;
    const before = await top();
    await row.click();
    await page.locator('h1', { hasText: name ?? '' }).waitFor();
    expect(await page.evaluate('scrollY')).toBe(0);
    await page.goBack();
    await expect.poll(top).toBe(before);
    expect(await row.textContent()).toBe(name);
    await page.reload();
    await expect.poll(top, waiting).toBe(before);
    expect(await row.textContent()).toBe(name);
  });
});
