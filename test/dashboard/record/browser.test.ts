import { describe, expect, it } from 'vitest';
import { chromiumIsMissing, inChromium, phone, settle } from '../browser.js';
import { firstPlaylist, useBrowserServer } from '../browser-server.js';

const dashboard = useBrowserServer();

/** The first file of the simulator's main organization. */
const firstFile = '#/media/med_ttm7s';

const count = (operation: string): number =>
  dashboard.server().simulator.requests.filter((request) => request.operation === operation).length;

describe.skipIf(chromiumIsMissing)(`the page of a media file${inChromium}`, () => {
  it('finds where it is used, two clicks from the overview, with the cost said before', async () => {
    const { page } = await dashboard.visit('#/');
    await page.getByText('36 playlists checked').waitFor();
    await page.locator('.changes a[href^="#/media/"]').first().click();
    const find = page.getByRole('button', { name: 'Find where it is used' });
    await find.waitFor();
    expect(await page.locator('.usage__find').textContent()).toContain('About 311 REST requests');
    expect(count('partnerV1_screenConfiguration')).toBe(0);
    await find.click();
    await page.getByText('Searched').waitFor();
    expect(count('partnerV1_screenConfiguration')).toBe(240);
    expect(await page.locator('.usage__title').count()).toBe(2);
  });

  it('lists the playlists and screens that use it, disabled items included', async () => {
    const { page } = await dashboard.visit(firstFile);
    await page.getByRole('button', { name: 'Find where it is used' }).click();
    await page.getByText('Searched').waitFor();
    expect(await page.locator('.usage__count').allTextContents()).toEqual(['7', '8']);
    await page.locator('.usage').getByRole('link', { name: 'Season campaign 9' }).click();
    await page.locator(`.item a[href="${firstFile}"]`).first().waitFor();
  });

  it('shows a part that fails or lacks its scope alone', async () => {
    const { page } = await dashboard.visit(firstFile);
    await settle(page);
    dashboard.server().simulator.setFaults([{ operation: 'partnerV1_screenConfiguration', status: 503 }]);
    await page.getByRole('button', { name: 'Find where it is used' }).click();
    await page.getByText('Screens could not be read.').waitFor();
    expect(await page.locator('.usage__rows li').count()).toBe(7);
    expect(await page.locator('.notice').count()).toBe(0);
    await page.locator('.who select').selectOption('playlists and media');
    await page.locator('.usage .scope-note').waitFor();
    expect(await page.locator('.usage .scope-note code').textContent()).toBe('screens:read');
  });

  it('loads an image at once, and a video only when it is started', async () => {
    const { page, requestedUrls, consoleMessages } = await dashboard.visit(firstFile);
    const picture = `document.querySelector('.file img')`;
    await expect.poll(() => page.evaluate(`${picture}?.naturalWidth`)).toBe(1920);
    await page.goto(`${dashboard.url()}/#/media/med_jf7zd`);
    await page.locator('.file video').waitFor();
    await settle(page);
    expect(requestedUrls.map(({ pathname }) => pathname)).not.toContain('/assets/med_jf7zd.svg');
    expect(consoleMessages).toEqual([]);
  });
});

describe.skipIf(chromiumIsMissing)(`the page of a playlist${inChromium}`, () => {
  it('shows its time to scale, and leads from a segment to the item', async () => {
    const { page } = await dashboard.visit(firstPlaylist);
    await page.getByText('150 items not read yet').waitFor();
    await page.getByRole('button', { name: 'Read the other 150' }).click();
    await page.getByText('in 229 enabled items, 21 disabled items left out').waitFor();
    const widths = await page.evaluate<readonly number[]>(
      '[...document.querySelectorAll(".timeline__part")].map((part) => part.getBoundingClientRect().width)',
    );
    expect(widths).toHaveLength(229);
    // The first three items take 20, 19 and 18 seconds.
    const [first = 0, second = 0, third = 0] = widths;
    expect(second / first).toBeCloseTo(19 / 20, 1);
    expect(third / first).toBeCloseTo(18 / 20, 1);
    const slider = page.getByRole('slider');
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/^2\. .*, 19.s, from 20.s$/u);
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.className')).toContain('item');
  });

  it('reads its items a page at a time, as the visitor scrolls', async () => {
    const { page } = await dashboard.visit(firstPlaylist);
    await page.locator('.item').nth(99).waitFor();
    await settle(page);
    expect(count('partnerV1_playlistItems')).toBe(1);
    await page.locator('.item-list__more').scrollIntoViewIfNeeded();
    await page.locator('.item').nth(150).waitFor();
    await page.locator('.item').last().scrollIntoViewIfNeeded();
    await page.locator('.item').nth(249).waitFor();
    expect(await page.locator('.item-list__more').count()).toBe(0);
    expect(await page.locator('.item__position').allTextContents()).toEqual(
      Array.from({ length: 250 }, (_none, at) => String(at + 1)),
    );
  });

  it('marks what is gone and what is disabled, and tells an empty playlist', async () => {
    const { page } = await dashboard.visit(firstPlaylist);
    expect(await page.locator('.item').nth(3).textContent()).toContain('Media file no longer there');
    expect(await page.locator('.item--disabled .tag').first().textContent()).toBe('Disabled');
    expect(await page.locator('.notice').count()).toBe(0);
    await page.goto(`${dashboard.url()}/#/playlists/pls_mhmrx`);
    await page.getByText('This playlist is empty.').waitFor();
  });

  it('and the page of a file are no wider than a phone', async () => {
    const { page } = await dashboard.visit(firstPlaylist, { viewport: phone });
    await page.locator('.item').first().waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
    await page.goto(`${dashboard.url()}/${firstFile}`);
    await page.locator('.usage').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
  });
});

describe.skipIf(chromiumIsMissing)(`the page of a record${inChromium}`, () => {
  it.each([
    ['screen', 'screens', 'scr_none'],
    ['playlist', 'playlists', 'pls_none'],
    ['media file', 'media', 'med_none'],
  ])('that does not exist is one sentence: %s', async (what, collection, id) => {
    const { page } = await dashboard.visit(`#/${collection}/${id}`);
    await page.getByRole('heading', { name: `No such ${what}` }).waitFor();
    const text = await page.locator('.view').textContent();
    expect(text).toContain(`This organization has no ${what} with the id ${id}.`);
    expect(await page.locator('.notice').count()).toBe(0);
    await page.locator('.view__back').click();
    await page.locator(`.tabs a[href="#/${collection}"][aria-current]`).waitFor();
  });

  it.each([
    ['#/media/med_ttm7s', 'media'],
    [firstPlaylist, 'playlists'],
  ])('says once which scope it needs, and asks for nothing: %s', async (hash, what) => {
    const { page } = await dashboard.visit(hash);
    await settle(page);
    await page.locator('.who select').selectOption('screens only');
    await page.locator('.notice', { hasText: `This credential cannot read ${what}` }).waitFor();
    expect(await page.locator('.notice').count()).toBe(1);
    expect(await page.locator('.shimmer').count()).toBe(0);
    const { requests } = dashboard.server().simulator;
    expect(requests.filter(({ status }) => status === 403)).toEqual([]);
  });
});
