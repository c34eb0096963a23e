import { describe, expect, it } from 'vitest';
import { chromiumIsMissing, inChromium, settle, tabTo } from './browser.js';
import { firstPlaylist, useBrowserServer } from './browser-server.js';

const dashboard = useBrowserServer();

describe.skipIf(chromiumIsMissing)(`by keyboard${inChromium}`, () => {
  it('the first Tab offers to skip the header', async () => {
    const { page } = await dashboard.visit();
    await settle(page);
    await tabTo(page, 'Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
  });

  it('the pager turns pages and keeps the focus', async () => {
    const { page } = await dashboard.visit('#/media');
    await settle(page);
    const firstName = await page.locator('.media-card__name').first().textContent();
    await tabTo(page, 'Next');
    await page.keyboard.press('Enter');
    await page.locator('.pager [aria-current="page"]', { hasText: '2' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.pager [aria-current="page"]', { hasText: '3' }).waitFor();
    await settle(page);
    expect(page.url()).toBe(`${dashboard.url()}/#/media?page=3`);
    expect(await page.locator('.media-card__name').first().textContent()).not.toBe(firstName);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Next');
  });

  it('an endless list loads more and keeps the focus', async () => {
    const { page } = await dashboard.visit(firstPlaylist);
    await settle(page);
    const rows = page.locator('.row__position');
    expect(await rows.count()).toBe(50);
    await page.locator('.more button').focus();
    for (let count = 50; count < 250; count = await rows.count()) {
      await page.keyboard.press('Enter');
      await expect.poll(() => rows.count()).toBeGreaterThan(count);
    }
    expect(await rows.count()).toBe(250);
    expect((await rows.allTextContents()).map(Number)).toEqual(
      Array.from({ length: 250 }, (_, at) => at + 1),
    );
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('All 250 items');
  });

  it('a new view focuses its heading', async () => {
    const { page } = await dashboard.visit();
    await settle(page);
    await tabTo(page, 'Berlin Hbf – Gleis 1 links');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H1');
  });
});
