import { describe, expect, it } from 'vitest';
import { chromiumIsMissing, focused, inChromium, settle, show, tabTo } from './browser.js';
import { usePage } from './browser-server.js';

describe.skipIf(chromiumIsMissing)(`by keyboard${inChromium}`, () => {
  const { page, server } = usePage();
  const press = (key: string): Promise<void> => page().keyboard.press(key);

  it('the first Tab offers to skip the header', async () => {
    await tabTo(page(), 'Skip to content');
    await press('Enter');
    expect(await page().evaluate('document.activeElement.tagName')).toBe('H1');
  });

  it('g and a letter go to a view, whose heading gets the focus and whose name the tab of the browser', async () => {
    const views = { p: 'Playlists', m: 'Media', o: 'Overview', s: 'Screens' };
    for (const [key, title] of Object.entries(views)) {
      await press('g');
      await press(key);
      await page().locator('h1', { hasText: title }).waitFor();
      await expect.poll(() => focused(page())).toBe(title);
      await expect.poll(() => page().title()).toBe(`${title} · Nordlicht Bahn & Retail`);
    }
  });

  it('r reads again what is shown', async () => {
    await page().locator('.table a').first().waitFor();
    await settle(page());
    server().simulator.clearRequests();
    await press('r');
    await expect.poll(() => server().simulator.requests.length).toBeGreaterThan(0);
  });

  it('? shows all keys, and Escape returns to where the visitor was', async () => {
    await page().locator('.tabs a').nth(2).focus();
    await press('?');
    await page().getByRole('dialog', { name: 'Keyboard' }).waitFor();
    await press('d');
    expect(await page().locator('.drawer').count()).toBe(0);
    await press('Escape');
    await page().locator('.help').waitFor({ state: 'detached' });
    expect((await focused(page())).trim()).toBe('Playlists');
  });

  it('keys are typed into fields, and belong to the browser with Ctrl', async () => {
    await page().getByRole('searchbox').first().pressSequentially('gmd?');
    expect(await page().getByRole('searchbox').first().inputValue()).toBe('gmd?');
    await page().locator('.tabs a').first().focus();
    await press('Control+d');
    expect(await page().locator('dialog[open]').count()).toBe(0);
    expect(page().url()).toContain('#/screens');
    await show(page(), '#/');
  });

  it('can be turned off, and stay off after a reload', async () => {
    await press('?');
    await page().getByLabel('Single keys are shortcuts').uncheck();
    await press('Escape');
    await page().reload();
    await settle(page());
    for (const key of ['d', '?', 'g', 'm']) await press(key);
    expect(await page().locator('dialog[open]').count()).toBe(0);
    expect(page().url()).not.toContain('media');
    await page().getByRole('button', { name: 'Developer' }).click();
    await page().locator('.drawer').getByRole('button', { name: 'Keyboard' }).click();
    await page().getByLabel('Single keys are shortcuts').check();
    await press('Escape');
    await press('d');
    await page().locator('.drawer').waitFor({ state: 'detached' });
  });
});
