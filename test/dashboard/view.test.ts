import { describe, expect, it } from 'vitest';
import { chromiumIsMissing, inChromium, desktop, phone, settle } from './browser.js';
import { firstPlaylist, firstScreen, useBrowserServer } from './browser-server.js';

const dashboard = useBrowserServer();

describe.skipIf(chromiumIsMissing)(`the views${inChromium}`, () => {
  it('show the organization, its screens, their status and their content on the first visit', async () => {
    const { page } = await dashboard.visit();
    await settle(page);
    expect(await page.locator('.brand__name').textContent()).toBe('Nordlicht Bahn & Retail');
    expect(await page.getByText('240 screens').isVisible()).toBe(true);
    const card = page.locator('.screen-card').first();
    expect(await card.textContent()).toMatch(/Berlin Hbf – Gleis 1 links\s*Online.*On now · Europe\/Berlin/);
    expect(await page.locator('.screen-card').count()).toBe(12);
    const picture = `document.querySelector('.screen-card .stage__screen img')`;
    await expect.poll(() => page.evaluate(`${picture}.naturalWidth`)).toBeGreaterThan(0);
  });

  it('appear before the deferred fields have arrived', async () => {
    dashboard
      .server()
      .simulator.setFaults([{ operation: 'partnerV1_screenConfiguration', latencyMs: 600_000 }]);
    const { page } = await dashboard.visit();
    await page.locator('.screen-card').nth(11).waitFor();
    expect(await page.locator('.screen-card .stage__screen.shimmer').count()).toBe(12);
    expect(await page.locator('.view__body').getAttribute('aria-busy')).toBe('true');
  });

  it('show a screen’s zones, overlays, takeover and a deleted file', async () => {
    const { page } = await dashboard.visit(firstScreen);
    await settle(page);
    expect(await page.locator('h1').textContent()).toBe('Berlin Hbf – Gleis 1 links');
    expect(await page.locator('.zones__box').count()).toBe(2);
    expect(await page.getByRole('heading', { name: 'Overlays' }).isVisible()).toBe(true);
    expect(await page.locator('.tag', { hasText: 'Takeover' }).count()).toBe(1);
    expect(await page.locator('.row', { hasText: 'No longer there' }).textContent()).toContain('NOT_FOUND');
    expect(await page.locator('.notice').count()).toBe(0);
  });

  it('show a playlist’s items in order, and mark disabled and deleted ones', async () => {
    const { page } = await dashboard.visit(firstPlaylist);
    await settle(page);
    const positions = await page.locator('.row__position').allTextContents();
    expect(positions.slice(0, 5)).toEqual(['1', '2', '3', '4', '5']);
    expect(await page.locator('.row').nth(3).textContent()).toMatch(/No longer there.*NOT_FOUND/);
    expect(await page.locator('.row--disabled .tag').first().textContent()).toBe('Disabled');
  });

  it('report the REST requests that they cost', async () => {
    const { page } = await dashboard.visit('#/media');
    await settle(page);
    dashboard.server().simulator.clearRequests();
    await page.locator('.tabs a', { hasText: 'Screens' }).click();
    await page.locator('.screen-card .strip').first().waitFor();
    await settle(page);
    const sent = dashboard.server().simulator.requests.length;
    expect(sent).toBeGreaterThan(12);
    expect(await page.locator('.cost summary').textContent()).toBe(`${sent} REST requests of 250`);
    await page.locator('.cost summary').click();
    expect(await page.locator('.cost__panel tbody tr').first().textContent()).toContain(String(sent));
  });

  it('cost no REST request when they are shown again', async () => {
    const { page } = await dashboard.visit('#/media');
    await settle(page);
    await page.locator('.tabs a', { hasText: 'Playlists' }).click();
    await page.locator('h1', { hasText: 'Playlists' }).waitFor();
    await settle(page);
    dashboard.server().simulator.clearRequests();
    await page.locator('.tabs a', { hasText: 'Media' }).click();
    await page.locator('.media-card').first().waitFor();
    await settle(page);
    expect(dashboard.server().simulator.requests).toHaveLength(0);
  });
});

describe.skipIf(chromiumIsMissing)(`on a phone and on a desktop${inChromium}`, () => {
  it.each([
    ['a phone', phone],
    ['a desktop', desktop],
  ])('nothing is wider than the page on %s', async (_device, viewport) => {
    const { page } = await dashboard.visit('', { viewport });
    for (const place of ['#/screens', '#/playlists', '#/media', firstScreen, firstPlaylist]) {
      await page.goto(`${dashboard.url()}/${place}`);
      await settle(page);
      await page.locator('.cost summary').click();
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      expect({ place, width }).toEqual({ place, width: viewport.width });
    }
  });
});
