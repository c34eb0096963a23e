import { describe, expect, it } from 'vitest';
import { chromiumIsMissing, inChromium, settle, show } from './browser.js';
import { firstFile, firstPlaylist, usePage } from './browser-server.js';
import { sentTo } from './list.js';

describe.skipIf(chromiumIsMissing)(`the page of a media file${inChromium}`, () => {
  const { page, opened, server } = usePage('#/');
  const find = () => page().getByRole('button', { name: 'Find where it is used' });

  it('finds where it is used, two clicks from the overview, with the cost said before', async () => {
    await page().getByText('36 playlists checked').waitFor();
    await page().locator('.changes a[href^="#/media/"]').first().click();
    await find().waitFor();
    expect(await page().locator('.usage__find').textContent()).toContain('About 311 REST requests');
    expect(sentTo(server())['partnerV1_screenConfiguration']).toBeUndefined();
    await find().click();
    await page().getByText('Searched').waitFor();
    expect(sentTo(server())['partnerV1_screenConfiguration']).toBe(240);
    expect(await page().locator('.usage__title').count()).toBe(2);
  });

  it('loads an image at once, and a video only when it is started', async () => {
    await show(page(), firstFile);
    const picture = `document.querySelector('.file img')`;
    await expect.poll(() => page().evaluate(`${picture}?.naturalWidth`)).toBe(1920);
    await show(page(), '#/media/med_jf7zd');
    await page().locator('.file video').waitFor();
    await settle(page());
    expect(opened().requestedUrls.map(({ pathname }) => pathname)).not.toContain(
      '/assets/med_jf7zd.svg',
    );
    expect(opened().consoleMessages).toEqual([]);
  });

  it('lists the playlists and screens that use it, disabled items included', async () => {
    await show(page(), firstFile);
    await find().click();
    await page().getByText('Searched').waitFor();
    expect(await page().locator('.usage__count').allTextContents()).toEqual(['7', '8']);
    await page().locator('.usage').getByRole('link', { name: 'Season campaign 9' }).click();
    await page().locator(`.item a[href="${firstFile}"]`).first().waitFor();
  });
});

describe.skipIf(chromiumIsMissing)(`a part of the page of a media file${inChromium}`, () => {
  const { page, server } = usePage(firstFile);

  it('fails alone, and lacks its scope alone', async () => {
    server().simulator.setFaults([{ operation: 'partnerV1_screenConfiguration', status: 503 }]);
    await page().getByRole('button', { name: 'Find where it is used' }).click();
    await page().getByText('Screens could not be read.').waitFor();
    expect(await page().locator('.usage__rows li').count()).toBe(7);
    expect(await page().locator('.notice').count()).toBe(0);
    await page().locator('.who select').selectOption('playlists and media');
    await page().locator('.usage .scope-note').waitFor();
    expect(await page().locator('.usage .scope-note code').textContent()).toBe('screens:read');
  });
});

describe.skipIf(chromiumIsMissing)(`the page of a playlist${inChromium}`, () => {
  const { page, server } = usePage(firstPlaylist);
  const untilRead = (items: number): Promise<void> =>
    page()
      .locator('.item')
      .nth(items - 1)
      .waitFor();

  it('marks what is gone and what is disabled', async () => {
    expect(await page().locator('.item').nth(3).textContent()).toContain(
      'Media file no longer there',
    );
    expect(await page().locator('.item--disabled .tag').first().textContent()).toBe('Disabled');
    expect(await page().locator('.notice').count()).toBe(0);
  });

  it('reads its items a page at a time, as the visitor scrolls', async () => {
    await untilRead(100);
    await page().getByText('150 items not read yet').waitFor();
    expect(sentTo(server())['partnerV1_playlistItems']).toBe(1);
    await page().locator('.item-list__more').scrollIntoViewIfNeeded();
    await untilRead(151);
    await page().locator('.item').last().scrollIntoViewIfNeeded();
    await untilRead(250);
    expect(await page().locator('.item-list__more').count()).toBe(0);
    expect(await page().locator('.item__position').allTextContents()).toEqual(
      Array.from({ length: 250 }, (_none, at) => String(at + 1)),
    );
  });

  it('shows its time to scale, and leads from a segment to the item', async () => {
    await page().getByText('in 229 enabled items, 21 disabled items left out').waitFor();
    const widths = await page().evaluate<readonly number[]>(
      '[...document.querySelectorAll(".timeline__part")].map((part) => part.getBoundingClientRect().width)',
    );
    expect(widths).toHaveLength(229);
    // The first three items take 20, 19 and 18 seconds.
    const [first = 0, second = 0, third = 0] = widths;
    expect(second / first).toBeCloseTo(19 / 20, 1);
    expect(third / first).toBeCloseTo(18 / 20, 1);
    const slider = page().getByRole('slider');
    await slider.focus();
    await page().keyboard.press('ArrowRight');
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/^2\. .*, 19.s, from 20.s$/u);
    await page().keyboard.press('End');
    await page().keyboard.press('Enter');
    expect(await page().evaluate('document.activeElement.className')).toContain('item');
  });

  it('reads all items when it is asked to, and names an empty playlist', async () => {
    await show(page(), '#/playlists/pls_mhmrx');
    await page().getByText('This playlist is empty.').waitFor();
    await show(page(), firstPlaylist);
    await page().getByRole('button', { name: 'Read the other 150' }).click();
    await untilRead(250);
  });
});

describe.skipIf(chromiumIsMissing)(`the page of a record${inChromium}`, () => {
  const { page, server } = usePage(firstPlaylist);

  it.each([
    ['screen', 'screens', 'scr_none'],
    ['playlist', 'playlists', 'pls_none'],
    ['media file', 'media', 'med_none'],
  ])('that does not exist is one sentence: %s', async (what, collection, id) => {
    await show(page(), `#/${collection}/${id}`);
    await page()
      .getByRole('heading', { name: `No such ${what}` })
      .waitFor();
    const text = await page().locator('.view').textContent();
    expect(text).toContain(`This organization has no ${what} with the id ${id}.`);
    expect(await page().locator('.notice').count()).toBe(0);
    await page().locator('.view__back').click();
    await page().locator(`.tabs a[href="#/${collection}"][aria-current]`).waitFor();
  });

  it.each([
    [firstFile, 'media'],
    [firstPlaylist, 'playlists'],
  ])('says once which scope it needs, and asks for nothing: %s', async (hash, what) => {
    await show(page(), hash);
    await page().locator('.who select').selectOption('screens only');
    await page()
      .locator('.notice', { hasText: `This credential cannot read ${what}` })
      .waitFor();
    expect(await page().locator('.notice').count()).toBe(1);
    expect(await page().locator('.shimmer').count()).toBe(0);
    expect(server().simulator.requests.filter(({ status }) => status === 403)).toEqual([]);
    await page().locator('.who select').selectOption('everything');
    await settle(page());
  });
});
