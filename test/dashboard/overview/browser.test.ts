import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { chromiumIsMissing, inChromium, phone, settle } from '../browser.js';
import { useBrowserServer } from '../browser-server.js';

const dashboard = useBrowserServer();

/** The REST requests that have arrived, by operation. */
const sent = (): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { operation } of dashboard.server().simulator.requests)
    counts[operation] = (counts[operation] ?? 0) + 1;
  return counts;
};

/** Signs in with another demo credential, and waits for the overview of it. */
async function pick(page: Page, credential: string): Promise<void> {
  await settle(page);
  await page.getByText(/playlists checked/).waitFor();
  dashboard.server().simulator.clearRequests();
  await page.locator('.who select').selectOption(credential);
  await page.getByText('This needs the scope').first().waitFor();
  await settle(page);
}

/** All records of a collection, as the simulator itself lists them. */
async function recordsOf(collection: string): Promise<readonly Record<string, unknown>[]> {
  const records: Record<string, unknown>[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const address = `${dashboard.server().simulator.url}/api/partner/v1/${collection}?limit=100&page=${page}`;
    const response = await fetch(address, {
      headers: { authorization: 'Bearer demo-everything-credential' },
    });
    // The envelope of the contract: the records, and how many pages there are.
    const { data, pagination } = (await response.json()) as {
      data: Record<string, unknown>[];
      pagination: { totalPages: number };
    };
    records.push(...data);
    pages = pagination.totalPages;
  }
  return records;
}

const figure = async (page: Page, href: string): Promise<number> =>
  Number(await page.locator(`.count__line[href="${href}"] .count__number`).textContent());

describe.skipIf(chromiumIsMissing)(`the overview${inChromium}`, () => {
  it('counts what there is, and each figure links to the records behind it', async () => {
    const { page } = await dashboard.visit('#/');
    await page.locator('.count__line').first().waitFor();
    const [screens, playlists, media] = await Promise.all(['screens', 'playlists', 'media'].map(recordsOf));
    const withStatus = (records: typeof screens, status: string): number =>
      records?.filter((record) => record['status'] === status).length ?? 0;
    for (const status of ['online', 'offline', 'unpaired'])
      expect(await figure(page, `#/screens?status=${status.toUpperCase()}`)).toBe(
        withStatus(screens, status),
      );
    for (const status of ['ready', 'processing', 'failed'])
      expect(await figure(page, `#/media?status=${status.toUpperCase()}`)).toBe(withStatus(media, status));
    const empty = playlists?.filter((playlist) => playlist['itemCount'] === 0).length;
    expect(await figure(page, '#/playlists?content=empty')).toBe(empty);
    expect(await page.locator('.count__total').allTextContents()).toEqual(['240', '36', '420']);

    await page.locator('.count__line', { hasText: 'Offline' }).click();
    await page.locator(`[aria-rowcount="${withStatus(screens, 'offline') + 1}"]`).waitFor();
  });

  it('says what needs attention, the most urgent first, slots without their file included', async () => {
    const { page } = await dashboard.visit('#/');
    await page.getByText('36 playlists checked').waitFor();
    expect(await page.locator('.concern__title').allTextContents()).toEqual([
      'Offline while scheduled on',
      'Failed media files',
      'Items whose media file is gone',
      'Unpaired screens',
      'Empty playlists',
      'Offline, scheduled off',
      'Media files in processing',
    ]);
    const screens = await recordsOf('screens');
    const offline = screens.filter(({ status }) => status === 'offline').length;
    const counts = await page
      .locator('.concern', { hasText: /Offline/ })
      .locator('.concern__count')
      .allTextContents();
    expect(counts.map(Number).reduce((sum, count) => sum + count)).toBe(offline);
    const gone = page.locator('.concern', { hasText: 'Items whose media file is gone' });
    expect(await gone.locator('li').count()).toBe(6);
    await gone.getByRole('link', { name: 'Partner slots 1' }).click();
    await page.locator('.item--gone').first().waitFor();
  });

  it('reads each collection once, and checks slots once', async () => {
    const { page } = await dashboard.visit('#/');
    await page.getByText('36 playlists checked').waitFor();
    const first = sent();
    // 240 screens in pages of 100; the check of slots has a page of playlists of its own, and serves itself with the media.
    expect(first['partnerV1_screens']).toBe(3);
    expect(first['partnerV1_playlists']).toBe(2);
    expect(first['partnerV1_media']).toBe(5);
    expect(first['partnerV1_playlistItems']).toBeGreaterThan(36);
    await page.locator('.tabs a', { hasText: 'Screens' }).click();
    await page.getByRole('table').waitFor();
    await page.locator('.tabs a', { hasText: 'Overview' }).click();
    await page.getByText('36 playlists checked').waitFor();
    expect(sent()['partnerV1_playlistItems']).toBe(first['partnerV1_playlistItems']);
  });

  it('asks for nothing that the credential cannot read, and says which scope that needs', async () => {
    const { page } = await dashboard.visit('#/');
    await pick(page, 'no scopes');
    expect(await page.locator('.count .scope-note code').allTextContents()).toEqual([
      'screens:read',
      'playlists:read',
      'media:read',
    ]);
    expect(await page.getByText('Nothing needs attention').count()).toBe(0);
    expect(Object.keys(sent())).toEqual(['partnerV1_organization']);
    await page.locator('.who select').selectOption('media only');
    await page.locator('.concern', { hasText: 'Failed media files' }).waitFor();
    expect(Object.keys(sent()).sort()).toEqual(['partnerV1_media', 'partnerV1_organization']);
    expect(await page.locator('.notice').count()).toBe(0);
  });

  it('asks once for what a pasted credential may not read', async () => {
    const { page } = await dashboard.visit('#/');
    await settle(page);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Partner API credential').fill('demo-screens-only-credential');
    dashboard.server().simulator.clearRequests();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('.concern', { hasText: 'Unpaired screens' }).waitFor();
    await expect.poll(() => page.locator('.count .scope-note').count()).toBe(2);
    await settle(page);
    await page.locator('.tabs a', { hasText: 'Screens' }).click();
    await page.getByRole('table').waitFor();
    await page.locator('.tabs a', { hasText: 'Overview' }).click();
    await page.locator('.concern', { hasText: 'Unpaired screens' }).waitFor();
    const refused = dashboard.server().simulator.requests.filter(({ status }) => status === 403);
    expect(refused.map(({ operation }) => operation).sort()).toEqual([
      'partnerV1_media',
      'partnerV1_playlists',
    ]);
  });

  it('is no wider than a phone', async () => {
    const { page } = await dashboard.visit('#/', { viewport: phone });
    await page.getByText('36 playlists checked').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
  });
});
