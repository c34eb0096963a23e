import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumIsMissing, inChromium, phone, settle } from './browser.js';
import { useBrowserServer } from './browser-server.js';
import { listRequests, rowsOf } from './list.js';

const dashboard = useBrowserServer();
const wide = { width: 1440, height: 900 };

/** The text of the rows that are in the page. */
const rowTexts = (page: Page): Promise<string[]> => rowsOf(page).allTextContents();

/** Opens a menu of the toolbar and chooses a value. */
async function choose(page: Page, menu: string, option: RegExp): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click();
  await page.getByRole('group', { name: menu }).getByRole('checkbox', { name: option }).check();
  await page.keyboard.press('Escape');
}

describe.skipIf(chromiumIsMissing)(`the lists${inChromium}`, () => {
  it.each([
    ['a phone', phone],
    ['a desktop', wide],
  ])('find the offline screens of a city on %s, and keep them in the address', async (_device, viewport) => {
    const { page } = await dashboard.visit('#/screens?status=OFFLINE', { viewport });
    await page.getByText('25 of 240 screens').waitFor();
    await choose(page, 'Time zone', /^Berlin · Europe\/Berlin/);
    const removal = page.getByRole('button', { name: 'Remove Time zone: Berlin' });
    await removal.waitFor();
    await expect.poll(() => page.url()).toMatch(/#\/screens\?status=OFFLINE&timezone=Europe%2FBerlin$/);
    await expect.poll(async () => (await rowTexts(page)).length).toBeLessThan(25);
    await settle(page);
    const found = await rowTexts(page);
    expect(found.length).toBeGreaterThan(0);
    expect(found.every((row) => row.includes('Offline'))).toBe(true);
    // The list was read once: for the rows and all counts, whatever is chosen.
    expect(listRequests(dashboard.server())).toBe(3);

    await page.reload();
    await removal.waitFor();
    await expect.poll(() => rowTexts(page)).toEqual(found);
    await page.goBack();
    await page.getByText('25 of 240 screens').waitFor();
    expect(await removal.count()).toBe(0);
    await page.goForward();
    await removal.click();
    await page.getByText('25 of 240 screens').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('240 screens', { exact: true }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
  });

  it('are dense on a phone: twelve screens in less than two windows', async () => {
    const { page } = await dashboard.visit('#/screens', { viewport: phone });
    await page.locator('[data-place="11"] .row-link').waitFor();
    const box = await page.locator('[data-place="11"]').boundingBox();
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(2 * phone.height);
  });

  it('are covered by nothing, and give up columns to a drawer before their names', async () => {
    const { page } = await dashboard.visit('#/screens', { viewport: phone });
    await page.locator('[data-place="11"] .row-link').waitFor();
    const top = async (): Promise<number> => (await page.locator('.toolbar').boundingBox())?.y ?? -1;
    await page.evaluate('scrollTo(0, 2000)');
    await expect.poll(top).toBe(0);
    // The toolbar itself lies above everything that is there.
    expect(await page.evaluate('document.elementFromPoint(60, 25).type')).toBe('search');

    await page.setViewportSize(wide);
    const columns = page.getByRole('columnheader');
    await expect.poll(() => columns.count()).toBe(9);
    await page.getByRole('button', { name: 'Developer' }).click();
    await expect.poll(() => columns.count()).toBeLessThan(9);
    expect((await columns.first().boundingBox())?.width).toBeGreaterThan(240);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(wide.width);
  });

  it('work by keyboard alone', async () => {
    const { page } = await dashboard.visit('#/screens', { viewport: wide });
    await page.locator('.row-link').first().waitFor();
    const focused = (): Promise<string> =>
      page.evaluate('document.activeElement.dataset.row ?? document.activeElement.tagName');
    await page.keyboard.press('/');
    expect(await focused()).toBe('INPUT');
    await page.keyboard.type('hbf');
    await expect.poll(() => page.url()).toContain('?q=hbf');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.url()).toMatch(/#\/screens$/);
    await page.keyboard.press('Escape');
    await page.getByText('240 screens', { exact: true }).waitFor();
    await page.keyboard.press('j');
    expect(await focused()).toBe('0');
    for (let row = 1; row <= 30; row += 1) {
      // A key that comes before the next row is drawn does nothing.
      await page.locator(`[data-row="${row}"]`).waitFor();
      await page.keyboard.press('j');
    }
    await page.keyboard.press('k');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('30');
    // The row with the focus lies below the title of the table and above the edge of the window.
    const [row, head] = await Promise.all(
      ['[data-place="30"]', '.table__head'].map((place) => page.locator(place).boundingBox()),
    );
    expect(row?.y).toBeGreaterThanOrEqual((head?.y ?? Infinity) + (head?.height ?? 0) - 1);
    expect((row?.y ?? Infinity) + (row?.height ?? 0)).toBeLessThanOrEqual(wide.height);
    const name = await page.locator('[data-place="30"] .row-link').textContent();
    await page.keyboard.press('Enter');
    await page.locator('h1', { hasText: name ?? '' }).waitFor();
  });

  it('open menus by keyboard, within the window, and close them on Escape', async () => {
    const { page } = await dashboard.visit('#/screens', { viewport: phone });
    await page.getByRole('button', { name: /^Offline 25/ }).waitFor();
    const button = page.getByRole('button', { name: 'Time zone' });
    await button.press('Enter');
    const menu = page.getByRole('group', { name: 'Time zone' });
    await menu.first().waitFor();
    const box = await menu.first().boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(phone.width);
    expect((box?.y ?? 0) + (box?.height ?? Infinity)).toBeLessThanOrEqual(phone.height);
    await page.keyboard.press('Escape');
    await expect.poll(() => menu.count()).toBe(0);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Time zone');
  });

  it('order by the titles of their columns', async () => {
    const { page } = await dashboard.visit('#/playlists', { viewport: wide });
    const title = page.getByRole('columnheader', { name: 'Name' });
    await title.getByRole('button').click();
    await expect.poll(() => page.url()).toMatch(/\?sort=name$/);
    expect(await title.getAttribute('aria-sort')).toBe('ascending');
    await title.getByRole('button').click();
    await expect.poll(() => page.url()).toMatch(/\?sort=-name$/);
    await title.getByRole('button').click();
    await expect.poll(() => page.url()).toMatch(/#\/playlists$/);
    // Everything came from one reading of 36 playlists.
    expect(listRequests(dashboard.server())).toBe(1);
  });

  it('show what plays for the cards that are seen, and for no others', async () => {
    const { page } = await dashboard.visit('#/screens?as=cards', { viewport: wide });
    await page.locator('.plays').nth(9).waitFor();
    await settle(page);
    const asked = dashboard
      .server()
      .simulator.requests.filter(({ operation }) => operation === 'partnerV1_screenConfiguration').length;
    expect(asked).toBeGreaterThanOrEqual(10);
    expect(asked).toBeLessThanOrEqual(await rowsOf(page).count());
  });

  it('say what nothing means', async () => {
    const { page } = await dashboard.visit('#/media?q=no+such+file', { viewport: wide });
    await page.getByRole('heading', { name: 'No media file matches' }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('420 media files').waitFor();
  });
});
