import { describe, expect, it } from 'vitest';
import { chromiumIsMissing, inChromium, settle } from './browser.js';
import { firstPlaylist, firstScreen, useBrowserServer } from './browser-server.js';

const dashboard = useBrowserServer();

describe.skipIf(chromiumIsMissing)(`the session in the page${inChromium}`, () => {
  it('is renewed in every tab after another tab has signed in', async () => {
    const { page, context } = await dashboard.visit();
    await settle(page);
    const other = await context.newPage();
    await other.goto(dashboard.url());
    await settle(other);
    await other.locator('.who select').selectOption('second organization');
    await other.getByText('Bäckerei Kornblume').waitFor();
    // The stream of the old session ends with it.
    await page.getByText('Bäckerei Kornblume').waitFor();
  });

  it('ends by signing out, and begins with a pasted credential', async () => {
    const { page } = await dashboard.visit();
    await settle(page);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Partner API credential').fill('nobody-knows-this');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The Partner API does not know this credential.').waitFor();
    expect(await page.getByLabel('Partner API credential').inputValue()).toBe('');
    await page.getByLabel('Partner API credential').fill('demo-everything-credential');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('your credential').waitFor();
    await page.getByText('Nordlicht Bahn & Retail').waitFor();
  });

  it('does not begin while the Partner API is down, and begins with the next attempt', async () => {
    dashboard.server().simulator.setFaults([{ status: 503 }]);
    const { page } = await dashboard.visit();
    await page.getByRole('alert').getByText('The Partner API cannot be reached').waitFor();
    await page.getByLabel('Partner API credential').fill('demo-everything-credential');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Sign in' }).isEnabled()).toBe(true);
    // Nothing was wrong with it.
    expect(await page.getByLabel('Partner API credential').inputValue()).not.toBe('');
    dashboard.server().simulator.setFaults([]);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Nordlicht Bahn & Retail').waitFor();
  });

  it('puts no credential in anything that the page receives or stores', async () => {
    const { page, responses, requestedUrls, consoleMessages } = await dashboard.visit();
    await settle(page);
    await page.getByLabel('Refresh every').selectOption('30');
    for (const place of ['#/playlists', '#/media', firstScreen, firstPlaylist]) {
      await page.goto(`${dashboard.url()}/${place}`);
      // Visible or not: a view may have nothing to show yet.
      await page.locator('.view__body[aria-busy="false"]').waitFor({ state: 'attached' });
    }
    await expect.poll(() => responses.length).toBeGreaterThan(8);
    expect(responses.filter((text) => /demo-[a-z-]+-credential/.test(text))).toEqual([]);
    const kept = 'JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }])';
    expect(await page.evaluate(kept)).toBe('["",{"refresh-seconds":"30"},{}]');
    const pictures = new URL(dashboard.server().simulator.url).origin;
    expect(new Set(requestedUrls.map(({ origin }) => origin))).toEqual(new Set([dashboard.url(), pictures]));
    const others = requestedUrls.filter(({ origin }) => origin === pictures).map(({ pathname }) => pathname);
    expect(others.filter((path) => !path.startsWith('/assets/'))).toEqual([]);
    expect(consoleMessages).toEqual([]);
  });
});
