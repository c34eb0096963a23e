import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumIsMissing, focused, inChromium, laptop, phone, settle, show } from './browser.js';
import { usePage } from './browser-server.js';
import { listRequests, rowsOf, sentTo } from './list.js';

async function choose(page: Page, menu: string, option: RegExp): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click();
  await page.getByRole('group', { name: menu }).getByRole('checkbox', { name: option }).check();
  await page.keyboard.press('Escape');
}

describe.skipIf(chromiumIsMissing)(`the lists on a phone${inChromium}`, () => {
  const { page, server } = usePage('#/screens?status=OFFLINE', { viewport: phone });

  it('find the offline screens of a city, and keep them in the address', async () => {
    await page().getByText('25 of 240 screens').waitFor();
    await choose(page(), 'Time zone', /^Berlin · Europe\/Berlin/);
    const removal = page().getByRole('button', { name: 'Remove Time zone: Berlin' });
    await removal.waitFor();
    await expect
      .poll(() => page().url())
      .toMatch(/#\/screens\?status=OFFLINE&timezone=Europe%2FBerlin$/);
    const rowTexts = (): Promise<string[]> => rowsOf(page()).allTextContents();
    await expect.poll(async () => (await rowTexts()).length).toBeLessThan(25);
    await settle(page());
    const found = await rowTexts();
    expect(found.length).toBeGreaterThan(0);
    expect(found.every((row) => row.includes('Offline'))).toBe(true);
    // The list was read once: for the rows and all counts, whatever is chosen.
    expect(listRequests(server())).toBe(3);

    await page().reload();
    await removal.waitFor();
    await expect.poll(rowTexts).toEqual(found);
    await page().goBack();
    await page().getByText('25 of 240 screens').waitFor();
    expect(await removal.count()).toBe(0);
    await page().goForward();
    await removal.click();
    await page().getByText('25 of 240 screens').waitFor();
    await page().getByRole('button', { name: 'Clear' }).click();
    await page().getByText('240 screens', { exact: true }).waitFor();
    expect(await page().evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
  });

  it('are dense: twelve screens in less than two windows', async () => {
    await page().locator('[data-place="11"] .row-link').waitFor();
    const box = await page().locator('[data-place="11"]').boundingBox();
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(2 * phone.height);
  });

  it('open menus by keyboard, within the window, and close them on Escape', async () => {
    await page()
      .getByRole('button', { name: /^Offline 25/ })
      .waitFor();
    await page().getByRole('button', { name: 'Time zone' }).press('Enter');
    const menu = page().getByRole('group', { name: 'Time zone' });
    await menu.first().waitFor();
    const box = await menu.first().boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(phone.width);
    expect((box?.y ?? 0) + (box?.height ?? Infinity)).toBeLessThanOrEqual(phone.height);
    await page().keyboard.press('Escape');
    await expect.poll(() => menu.count()).toBe(0);
    expect(await focused(page())).toBe('Time zone');
  });

  it('are covered by nothing, and give up columns to a drawer before their names', async () => {
    const top = async (): Promise<number> =>
      (await page().locator('.toolbar').boundingBox())?.y ?? -1;
    await page().evaluate('scrollTo(0, 2000)');
    await expect.poll(top).toBe(0);
    // The toolbar itself lies above everything that is there.
    expect(await page().evaluate('document.elementFromPoint(60, 25).type')).toBe('search');

    await page().setViewportSize(laptop);
    const columns = page().getByRole('columnheader');
    await expect.poll(() => columns.count()).toBe(9);
    await page().getByRole('button', { name: 'Developer' }).click();
    await expect.poll(() => columns.count()).toBeLessThan(9);
    expect((await columns.first().boundingBox())?.width).toBeGreaterThan(240);
    expect(await page().evaluate('document.documentElement.scrollWidth')).toBe(laptop.width);
  });
});

describe.skipIf(chromiumIsMissing)(`the lists${inChromium}`, () => {
  const { page, server } = usePage('#/screens?as=cards', { viewport: laptop });

  it('show what plays for the cards that are seen, and for no others', async () => {
    await page().locator('.plays').nth(9).waitFor();
    await settle(page());
    const asked = sentTo(server())['partnerV1_screenConfiguration'];
    expect(asked).toBeGreaterThanOrEqual(10);
    expect(asked).toBeLessThanOrEqual(await rowsOf(page()).count());
  });

  it('order by the titles of their columns', async () => {
    server().simulator.clearRequests();
    await show(page(), '#/playlists');
    const title = page().getByRole('columnheader', { name: 'Name' });
    await title.getByRole('button').click();
    await expect.poll(() => page().url()).toMatch(/\?sort=name$/);
    await expect.poll(() => title.getAttribute('aria-sort')).toBe('ascending');
    await title.getByRole('button').click();
    await expect.poll(() => page().url()).toMatch(/\?sort=-name$/);
    await title.getByRole('button').click();
    await expect.poll(() => page().url()).toMatch(/#\/playlists$/);
    // Everything came from one reading of 36 playlists.
    expect(listRequests(server())).toBe(1);
  });

  it('say what nothing means', async () => {
    await show(page(), '#/media?q=no+such+file');
    await page().getByRole('heading', { name: 'No media file matches' }).waitFor();
    await page().getByRole('button', { name: 'Clear filters' }).click();
    await page().getByText('420 media files').waitFor();
  });

  it('work by keyboard alone', async () => {
    await show(page(), '#/screens');
    await page().locator('.row-link').first().waitFor();
    const focusedRow = (): Promise<string> =>
      page().evaluate('document.activeElement.dataset.row ?? document.activeElement.tagName');
    await page().keyboard.press('/');
    expect(await focusedRow()).toBe('INPUT');
    await page().keyboard.type('hbf');
    await expect.poll(() => page().url()).toContain('?q=hbf');
    await page().keyboard.press('Escape');
    await expect.poll(() => page().url()).toMatch(/#\/screens$/);
    await page().keyboard.press('Escape');
    await page().getByText('240 screens', { exact: true }).waitFor();
    await page().keyboard.press('j');
    expect(await focusedRow()).toBe('0');
    for (let row = 1; row <= 30; row += 1) {
      // A key that comes before the next row is drawn does nothing.
      await page().locator(`[data-row="${row}"]`).waitFor();
      await page().keyboard.press('j');
    }
    await page().keyboard.press('k');
    await page().keyboard.press('ArrowDown');
    expect(await focusedRow()).toBe('30');
    // The row with the focus lies below the title of the table and above the edge of the window.
    const [row, head] = await Promise.all(
      ['[data-place="30"]', '.table__head'].map((place) => page().locator(place).boundingBox()),
    );
    expect(row?.y).toBeGreaterThanOrEqual((head?.y ?? Infinity) + (head?.height ?? 0) - 1);
    expect((row?.y ?? Infinity) + (row?.height ?? 0)).toBeLessThanOrEqual(laptop.height);
    const name = await page().locator('[data-place="30"] .row-link').textContent();
    await page().keyboard.press('Enter');
    await page()
      .locator('h1', { hasText: name ?? '' })
      .waitFor();
  });
});

describe.skipIf(chromiumIsMissing)(`a list without anything${inChromium}`, () => {
  const { page } = usePage('#/screens', {}, { simulator: { size: { screens: 0 } } });

  it('says so, and what is to come', async () => {
    await page().getByRole('heading', { name: 'No screens yet' }).waitFor();
    await page().getByText('0 screens', { exact: true }).waitFor();
    expect(await page().locator('[data-place]').count()).toBe(0);
    expect(await page().getByRole('button', { name: 'Clear filters' }).count()).toBe(0);
  });
});

describe.skipIf(chromiumIsMissing)(`a list in trouble${inChromium}`, () => {
  const { page, server } = usePage(
    '#/screens?q=hbf',
    {},
    {
      simulator: { size: { screens: 1000 } },
      facade: { settings: { MAX_UPSTREAM_REQUESTS: '4' } },
    },
  );
  const readable = (): Promise<void> => page().locator('[data-place="0"] .row-link').waitFor();

  it('works without filters where it is too long for them, and says so', async () => {
    await page()
      .getByRole('heading', { name: 'Too many screens to search, filter or sort' })
      .waitFor();
    await page().getByRole('button', { name: 'Show the list in its own order' }).click();
    await page().getByText('1,000 screens', { exact: true }).waitFor();
    await readable();
    expect(await page().getByRole('button', { name: 'Offline', exact: true }).isVisible()).toBe(
      true,
    );
    expect(await page().locator('.notice').count()).toBe(0);
  });

  it('keeps the rows that are known when a page cannot be read', async () => {
    server().simulator.setFaults([{ operation: 'partnerV1_screens', status: 503 }]);
    await page().evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await page().locator('.notice').waitFor();
    expect(await page().locator('[data-place="999"]').innerText()).toBe('Not read.');
    await page().evaluate('scrollTo(0, 0)');
    await readable();
  });

  it('stays where it is too long for a file, and says so', async () => {
    server().simulator.setFaults([]);
    await page().getByRole('button', { name: 'Download CSV' }).click();
    await page().getByText('Too many screens', { exact: true }).waitFor();
    await readable();
  });

  it('names the scope that a credential lacks, and asks for nothing', async () => {
    await page().locator('.who select').selectOption('playback only');
    await page().getByText('Open a screen by its id').waitFor();
    await page().getByText('This credential cannot read screens.').waitFor();
    server().simulator.clearRequests();
    await show(page(), '#/media');
    await page().getByText('media:read').first().waitFor();
    expect(await page().getByRole('search').count()).toBe(0);
    expect(await page().locator('[data-place]').count()).toBe(0);
    expect(listRequests(server())).toBe(0);
  });
});
