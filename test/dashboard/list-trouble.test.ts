import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumIsMissing, inChromium } from './browser.js';
import { useBrowserServer } from './browser-server.js';
import { listRequests } from './list.js';

const signInAs = async (page: Page, name: string): Promise<void> => {
  await page.locator('.who select').selectOption(name);
};

describe.skipIf(chromiumIsMissing)(`lists without anything${inChromium}`, () => {
  const empty = useBrowserServer({ simulator: { size: { screens: 0 } } });

  it('say so, and what is to come', async () => {
    const { page } = await empty.visit('#/screens');
    await page.getByRole('heading', { name: 'No screens yet' }).waitFor();
    await page.getByText('0 screens', { exact: true }).waitFor();
    expect(await page.locator('[data-place]').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Clear filters' }).count()).toBe(0);
  });
});

describe.skipIf(chromiumIsMissing)(`lists in trouble${inChromium}`, () => {
  const dashboard = useBrowserServer({
    simulator: { size: { screens: 1000 } },
    facade: { settings: { MAX_UPSTREAM_REQUESTS: '4' } },
  });

  it('work without filters where the list is too long for them, and say so', async () => {
    const { page } = await dashboard.visit('#/screens?q=hbf');
    await page.getByRole('heading', { name: 'Too many screens to search, filter or sort' }).waitFor();
    await page.getByRole('button', { name: 'Show the list in its own order' }).click();
    await page.getByText('1,000 screens', { exact: true }).waitFor();
    await page.locator('[data-place="0"] .row-link').waitFor();
    // The filters are there, without counts and without a notice.
    expect(await page.getByRole('button', { name: 'Offline', exact: true }).isVisible()).toBe(true);
    expect(await page.locator('.notice').count()).toBe(0);
  });

  it('name the scope that a credential lacks, and ask for nothing', async () => {
    const { page } = await dashboard.visit('#/media');
    await page.getByText('420 media files').waitFor();
    await signInAs(page, 'playback only');
    await page.getByText('media:read').first().waitFor();
    dashboard.server().simulator.clearRequests();
    await page.getByRole('link', { name: 'Screens' }).click();
    await page.getByText('Open a screen by its id').waitFor();
    await page.getByText('This credential cannot read screens.').waitFor();
    expect(await page.getByRole('search').count()).toBe(0);
    expect(await page.locator('[data-place]').count()).toBe(0);
    expect(listRequests(dashboard.server())).toBe(0);
  });

  it('keep the rows that are known when a page cannot be read', async () => {
    const { page } = await dashboard.visit('#/screens');
    await page.locator('[data-place="0"] .row-link').waitFor();
    dashboard.server().simulator.setFaults([{ operation: 'partnerV1_screens', status: 503 }]);
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await page.locator('.notice').waitFor();
    expect(await page.locator('[data-place="999"]').innerText()).toBe('Not read.');
    await page.evaluate('scrollTo(0, 0)');
    await page.locator('[data-place="0"] .row-link').waitFor();
  });
});
