import { describe, expect, it } from 'vitest';
import { chromiumIsMissing, inChromium, settle, show } from './browser.js';
import { usePage } from './browser-server.js';
import { sentTo } from './list.js';
import { crawl } from '../command/simulator/ask.js';

describe.skipIf(chromiumIsMissing)(`the overview${inChromium}`, () => {
  const { page, server } = usePage('#/');
  const figure = async (href: string): Promise<number> =>
    Number(await page().locator(`.count__line[href="${href}"] .count__number`).textContent());
  const signInAs = (name: string) => page().locator('.who select').selectOption(name);

  it('reads each collection once, and checks slots once', async () => {
    await page().getByText('36 playlists checked').waitFor();
    const first = sentTo(server());
    // 240 screens in pages of 100; the check of slots has a page of playlists of its own, and
    // serves itself with the media.
    expect(first['partnerV1_screens']).toBe(3);
    expect(first['partnerV1_playlists']).toBe(2);
    expect(first['partnerV1_media']).toBe(5);
    expect(first['partnerV1_playlistItems']).toBeGreaterThan(36);
    await page().locator('.tabs a', { hasText: 'Screens' }).click();
    await page().getByRole('table').waitFor();
    await page().locator('.tabs a', { hasText: 'Overview' }).click();
    await page().getByText('36 playlists checked').waitFor();
    expect(sentTo(server())['partnerV1_playlistItems']).toBe(first['partnerV1_playlistItems']);
  });

  it('counts what there is, and each figure links to the records behind it', async () => {
    const all = ['/screens', '/playlists', '/media'].map((path) => crawl(server().simulator, path));
    const [screens, playlists, media] = await Promise.all(all);
    const withStatus = (records: typeof screens, status: string): number =>
      records?.filter((record) => record['status'] === status).length ?? 0;
    for (const status of ['online', 'offline', 'unpaired'])
      expect(await figure(`#/screens?status=${status.toUpperCase()}`)).toBe(
        withStatus(screens, status),
      );
    for (const status of ['ready', 'processing', 'failed'])
      expect(await figure(`#/media?status=${status.toUpperCase()}`)).toBe(
        withStatus(media, status),
      );
    const empty = playlists?.filter((playlist) => playlist['itemCount'] === 0).length;
    expect(await figure('#/playlists?content=empty')).toBe(empty);
    expect(await page().locator('.count__total').allTextContents()).toEqual(['240', '36', '420']);

    await page().locator('.count__line', { hasText: 'Offline' }).click();
    await page()
      .locator(`[aria-rowcount="${withStatus(screens, 'offline') + 1}"]`)
      .waitFor();
  });

  it('says what needs attention, the most urgent first, slots without their file included', async () => {
    await show(page(), '#/');
    await page().getByText('36 playlists checked').waitFor();
    expect(await page().locator('.concern__title').allTextContents()).toEqual([
      'Offline while scheduled on',
      'Failed media files',
      'Items whose media file is gone',
      'Unpaired screens',
      'Empty playlists',
      'Offline, scheduled off',
      'Media files in processing',
    ]);
    const screens = await crawl(server().simulator, '/screens');
    const offline = screens.filter(({ status }) => status === 'offline').length;
    const counts = await page()
      .locator('.concern', { hasText: /Offline/ })
      .locator('.concern__count')
      .allTextContents();
    expect(counts.map(Number).reduce((sum, count) => sum + count)).toBe(offline);
    const gone = page().locator('.concern', { hasText: 'Items whose media file is gone' });
    expect(await gone.locator('li').count()).toBe(6);
    await gone.getByRole('link', { name: 'Partner slots 1' }).click();
    await page().locator('.item--gone').first().waitFor();
  });

  it('asks for nothing that the credential cannot read, and says which scope that needs', async () => {
    await show(page(), '#/');
    await page()
      .getByText(/playlists checked/)
      .waitFor();
    server().simulator.clearRequests();
    await signInAs('no scopes');
    await page().getByText('This needs the scope').first().waitFor();
    await settle(page());
    expect(await page().locator('.count .scope-note code').allTextContents()).toEqual([
      'screens:read',
      'playlists:read',
      'media:read',
    ]);
    expect(await page().getByText('Nothing needs attention').count()).toBe(0);
    expect(Object.keys(sentTo(server()))).toEqual(['partnerV1_organization']);
    await signInAs('media only');
    await page().locator('.concern', { hasText: 'Failed media files' }).waitFor();
    expect(Object.keys(sentTo(server())).sort()).toEqual([
      'partnerV1_media',
      'partnerV1_organization',
    ]);
    expect(await page().locator('.notice').count()).toBe(0);
  });

  it('asks once for what a pasted credential may not read', async () => {
    await page().getByRole('button', { name: 'Sign out' }).click();
    await page().getByLabel('Partner API credential').fill('demo-screens-only-credential');
    server().simulator.clearRequests();
    await page().getByRole('button', { name: 'Sign in' }).click();
    await page().locator('.concern', { hasText: 'Unpaired screens' }).waitFor();
    await expect.poll(() => page().locator('.count .scope-note').count()).toBe(2);
    await settle(page());
    await page().locator('.tabs a', { hasText: 'Screens' }).click();
    await page().getByRole('table').waitFor();
    await page().locator('.tabs a', { hasText: 'Overview' }).click();
    await page().locator('.concern', { hasText: 'Unpaired screens' }).waitFor();
    const refused = server().simulator.requests.filter(({ status }) => status === 403);
    expect(refused.map(({ operation }) => operation).sort()).toEqual([
      'partnerV1_media',
      'partnerV1_playlists',
    ]);
  });
});

describe.skipIf(chromiumIsMissing)(
  `the check of slots in a large organization${inChromium}`,
  () => {
    const { page, server } = usePage('#/', {}, { simulator: { size: { playlists: 120 } } });
    const card = () => page().locator('.concern', { hasText: 'Items whose media file is gone' });

    it('waits to be asked, and says in its own place what could not be checked', async () => {
      await card()
        .getByText(/about \d+ REST requests/)
        .waitFor();
      expect(sentTo(server())['partnerV1_playlistItems']).toBeUndefined();
      server().simulator.setFaults([{ operation: 'partnerV1_playlistItems', status: 503 }]);
      await card().getByRole('button', { name: 'Check 120 playlists' }).click();
      await card().getByText('Some playlists could not be read.').waitFor();
      expect(await card().locator('.concern__count').count()).toBe(0);
      expect(
        await page()
          .locator('.notice')
          .filter({ hasText: /playlist/i })
          .count(),
      ).toBe(0);
      // On a busy machine a notice of something else may come and go.
      await expect.poll(() => page().locator('.notice').count()).toBe(0);
    });

    it('checks every playlist', async () => {
      server().simulator.setFaults([]);
      server().simulator.clearRequests();
      await expect
        .poll(() => card().getByRole('button').getAttribute('aria-disabled'))
        .toBe('false');
      await card().getByRole('button').click();
      await card().getByRole('button', { name: 'Check again' }).waitFor();
      await card()
        .getByText(/^120 playlists checked/)
        .waitFor();
      expect(sentTo(server())['partnerV1_playlistItems']).toBeGreaterThanOrEqual(120);
      // Every sixth playlist has one, if it is long enough.
      expect(Number(await card().locator('.concern__count').textContent())).toBeGreaterThan(10);
      await card()
        .getByText(/and \d+ more/)
        .waitFor();
    });
  },
);
