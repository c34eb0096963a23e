import { describe, expect, it } from 'vitest';
import { chromiumIsMissing, focused, inChromium, settle, tabTo } from './browser.js';
import { useBrowserServer } from './browser-server.js';

const dashboard = useBrowserServer();

describe.skipIf(chromiumIsMissing)(`by keyboard${inChromium}`, () => {
  it('the first Tab offers to skip the header', async () => {
    const { page } = await dashboard.visit();
    await settle(page);
    await tabTo(page, 'Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
  });

  it('g and a letter go to a view, whose heading gets the focus and whose name the tab of the browser', async () => {
    const { page } = await dashboard.visit();
    await settle(page);
    const views = { s: 'Screens', p: 'Playlists', m: 'Media', o: 'Overview' };
    for (const [key, title] of Object.entries(views)) {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await page.locator('h1', { hasText: title }).waitFor();
      await expect.poll(() => focused(page)).toBe(title);
      await expect.poll(() => page.title()).toBe(`${title} · Nordlicht Bahn & Retail`);
    }
  });

  it('r reads again what is shown', async () => {
    const { page } = await dashboard.visit('#/screens');
    await page.locator('.table a').first().waitFor();
    await settle(page);
    dashboard.server().simulator.clearRequests();
    await page.keyboard.press('r');
    await expect.poll(() => dashboard.server().simulator.requests.length).toBeGreaterThan(0);
  });

  it('? shows all keys, and Escape returns to where the visitor was', async () => {
    const { page } = await dashboard.visit('#/screens');
    await settle(page);
    await page.locator('.tabs a').nth(2).focus();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    await page.keyboard.press('d');
    expect(await page.locator('.drawer').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.locator('.help').waitFor({ state: 'detached' });
    expect((await focused(page)).trim()).toBe('Playlists');
  });

  it('keys are typed into fields, and belong to the browser with Ctrl', async () => {
    const { page } = await dashboard.visit('#/screens');
    await settle(page);
    await page.getByRole('searchbox').first().pressSequentially('gmd?');
    expect(await page.getByRole('searchbox').first().inputValue()).toBe('gmd?');
    await page.locator('.tabs a').first().focus();
    await page.keyboard.press('Control+d');
    expect(await page.locator('dialog[open]').count()).toBe(0);
    expect(page.url()).toContain('#/screens');
  });

  it('can be turned off, and stay off after a reload', async () => {
    const { page } = await dashboard.visit();
    await settle(page);
    await page.keyboard.press('?');
    await page.getByLabel('Single keys are shortcuts').uncheck();
    await page.keyboard.press('Escape');
    await page.reload();
    await settle(page);
    for (const key of ['d', '?', 'g', 'm']) await page.keyboard.press(key);
    expect(await page.locator('dialog[open]').count()).toBe(0);
    expect(page.url()).not.toContain('media');
    await page.getByRole('button', { name: 'Developer' }).click();
    await page.locator('.drawer').getByRole('button', { name: 'Keyboard' }).click();
    await page.getByLabel('Single keys are shortcuts').check();
    await page.keyboard.press('Escape');
    await page.keyboard.press('d');
    await page.locator('.drawer').waitFor({ state: 'detached' });
  });
});
