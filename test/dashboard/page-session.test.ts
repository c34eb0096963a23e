import { describe, expect, it } from 'vitest';
import { chromiumIsMissing, inChromium, settle } from './browser.js';
import { firstPlaylist, firstScreen, useBrowserHouse } from './browser-server.js';

const open = useBrowserHouse();

describe.skipIf(chromiumIsMissing)(`the session in the page${inChromium}`, () => {
  it('begins anew in every tab when another one has signed in', async () => {
    const { page, context } = await open.visit();
    await settle(page);
    const other = await context.newPage();
    await other.goto(open.url());
    await settle(other);
    await other.locator('.who select').selectOption('second organization');
    await other.getByText('Bäckerei Kornblume').waitFor();
    await page.locator('.tabs a', { hasText: 'Media' }).click();
    await page.getByText('Bäckerei Kornblume').waitFor();
    await page.getByText('24 files').waitFor();
  });

  it('ends by signing out, and begins with one’s own credential', async () => {
    const { page } = await open.visit();
    await settle(page);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Partner API credential').fill('nobody-knows-this');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The Partner API does not know this credential.').waitFor();
    expect(await page.getByLabel('Partner API credential').inputValue()).toBe('');
    await page.getByLabel('Partner API credential').fill('demo-everything-credential');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('your credential').waitFor();
    await page.getByText('240 screens').waitFor();
  });

  it('leaves no credential in anything that the page is told or keeps', async () => {
    const { page, told, asked, complaints } = await open.visit();
    await settle(page);
    for (const place of ['#/playlists', '#/media', firstScreen, firstPlaylist]) {
      await page.goto(`${open.url()}/${place}`);
      await settle(page);
    }
    await expect.poll(() => told.length).toBeGreaterThan(8);
    expect(told.filter((text) => /demo-[a-z-]+-credential/.test(text))).toEqual([]);
    const kept = 'JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }])';
    expect(await page.evaluate(kept)).toBe('["",{},{}]');
    const pictures = new URL(open.house().simulator.url).origin;
    expect(new Set(asked.map(({ origin }) => origin))).toEqual(new Set([open.url(), pictures]));
    const others = asked.filter(({ origin }) => origin === pictures).map(({ pathname }) => pathname);
    expect(others.filter((path) => !path.startsWith('/assets/'))).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
