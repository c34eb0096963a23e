import { describe, expect, it } from 'vitest';
import { chromiumIsMissing, inChromium, settle } from './browser.js';
import { firstScreen, useBrowserServer } from './browser-server.js';

const dashboard = useBrowserServer();

describe.skipIf(chromiumIsMissing)(`errors${inChromium}`, () => {
  it('say in words which scope a credential lacks, beside the data that it may read', async () => {
    const { page } = await dashboard.visit(firstScreen);
    await settle(page);
    await page.locator('.who select').selectOption('playback only');
    await page.getByText('The rest of the record needs the scope screens:read').waitFor();
    await settle(page);
    expect(await page.locator('h1').textContent()).toBe('Berlin Hbf – Gleis 1 links');
    expect(await page.locator('.scope-note').count()).toBe(2);
    expect(await page.locator('.notice').count()).toBe(0);
    expect(await page.locator('.brand__name').textContent()).toBe('Nordlicht Bahn & Retail');
  });

  it('are shown as one notice with the code as small print and a request id to copy', async () => {
    dashboard.server().simulator.setFaults([{ status: 500 }]);
    const { page } = await dashboard.visit();
    await page.getByText('Signing in is not possible now').waitFor();
    dashboard.server().simulator.setFaults([]);
    await page.getByRole('button', { name: 'Try again' }).click();
    await settle(page);
    dashboard.server().simulator.setFaults([{ status: 500 }]);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('The Partner API cannot be reached').first().waitFor();
    expect(await page.locator('.notice').count()).toBe(1);
    expect(await page.locator('.notice__print').textContent()).toMatch(/UPSTREAM_UNAVAILABLE.*Copy/);
    expect(await page.locator('.brand__name').textContent()).toBe('Nordlicht Bahn & Retail');
  });

  it('offer a retry where it may help', async () => {
    // The overview would have read the screens, which serve the list too.
    const { page } = await dashboard.visit('#/nothing/here');
    await settle(page);
    // The page's own attempts may succeed as soon as the fault is gone, and take the button away before it is pressed.
    await page.getByLabel('Refresh every').selectOption('Off');
    dashboard.server().simulator.setFaults([{ operation: 'partnerV1_screens', status: 503 }]);
    await page.locator('.tabs a', { hasText: 'Screens' }).click();
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    dashboard.server().simulator.setFaults([]);
    await retry.click();
    await page.getByText('240 screens').waitFor();
    await expect.poll(() => page.locator('.notice').count()).toBe(0);
  });
});
