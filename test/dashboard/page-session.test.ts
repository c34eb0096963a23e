import { describe, expect, it } from 'vitest';
import { chromiumIsMissing, inChromium, settle, show } from './browser.js';
import { firstPlaylist, firstScreen, usePage } from './browser-server.js';

describe.skipIf(chromiumIsMissing)(`the session in the page${inChromium}`, () => {
  const { page, opened, url, server } = usePage();

  it('puts no credential in anything that the page receives or stores', async () => {
    const { responses, requestedUrls, consoleMessages } = opened();
    await page().getByLabel('Refresh every').selectOption('30');
    for (const place of ['#/playlists', '#/media', firstScreen, firstPlaylist]) await show(page(), place);
    await expect.poll(() => responses.length).toBeGreaterThan(8);
    expect(responses.filter((text) => /demo-[a-z-]+-credential/.test(text))).toEqual([]);
    const kept = 'JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }])';
    expect(await page().evaluate(kept)).toBe('["",{"refresh-seconds":"30"},{}]');
    const pictures = new URL(server().simulator.url).origin;
    expect(new Set(requestedUrls.map(({ origin }) => origin))).toEqual(new Set([url(), pictures]));
    const others = requestedUrls.filter(({ origin }) => origin === pictures).map(({ pathname }) => pathname);
    expect(others.filter((path) => !path.startsWith('/assets/'))).toEqual([]);
    expect(consoleMessages).toEqual([]);
  });

  it('is renewed in every tab after another tab has signed in', async () => {
    await page().getByLabel('Refresh every').selectOption('15');
    const other = await opened().context.newPage();
    await other.goto(url());
    await settle(other);
    await other.locator('.who select').selectOption('second organization');
    await other.getByText('Bäckerei Kornblume').waitFor();
    // The stream of the old session ends with it.
    await page().getByText('Bäckerei Kornblume').waitFor();
    await other.close();
  });

  it('ends by signing out, and begins with a pasted credential', async () => {
    await page().getByRole('button', { name: 'Sign out' }).click();
    await page().getByLabel('Partner API credential').fill('nobody-knows-this');
    await page().getByRole('button', { name: 'Sign in' }).click();
    await page().getByText('The Partner API does not know this credential.').waitFor();
    expect(await page().getByLabel('Partner API credential').inputValue()).toBe('');
    await page().getByLabel('Partner API credential').fill('demo-everything-credential');
    await page().getByRole('button', { name: 'Sign in' }).click();
    await page().getByText('your credential').waitFor();
    await page().getByText('Nordlicht Bahn & Retail').waitFor();
  });
});
