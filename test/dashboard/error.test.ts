import { describe, expect, it } from 'vitest';
import { chromiumIsMissing, inChromium, settle, show } from './browser.js';
import { useBrowserServer } from './browser-server.js';

describe.skipIf(chromiumIsMissing)(`errors${inChromium}`, () => {
  const dashboard = useBrowserServer();

  it('are shown as one notice with the code as small print, a request id to copy, and a retry where it may help', async () => {
    const { simulator } = dashboard.server();
    simulator.setFaults([{ status: 500 }]);
    const { page } = await dashboard.visit('#/nothing/here');
    await page.getByText('Signing in is not possible now').waitFor();
    const credential = page.getByLabel('Partner API credential');
    await credential.fill('demo-everything-credential');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Sign in' }).isEnabled()).toBe(true);
    // Nothing was wrong with it.
    expect(await credential.inputValue()).not.toBe('');
    simulator.setFaults([]);
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.click();
    await settle(page);
    // The page's own attempts may succeed as soon as the fault is gone, and take the button away before it is pressed.
    await page.getByLabel('Refresh every').selectOption('Off');
    simulator.setFaults([{ operation: 'partnerV1_screens', status: 503 }]);
    await show(page, '#/screens');
    await retry.waitFor();
    expect(await page.locator('.notice').count()).toBe(1);
    expect(await page.locator('.notice').innerText()).toContain('The Partner API cannot be reached');
    expect(await page.locator('.notice__print').textContent()).toMatch(/UPSTREAM_UNAVAILABLE.*Copy/);
    expect(await page.locator('.brand__name').textContent()).toBe('Nordlicht Bahn & Retail');
    simulator.setFaults([]);
    await retry.click();
    await page.getByText('240 screens').waitFor();
    await expect.poll(() => page.locator('.notice').count()).toBe(0);
  });
});
