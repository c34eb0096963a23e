import { describe, expect, it } from 'vitest';
import { chromiumIsMissing, inChromium, settle } from './browser.js';
import { firstScreen, useBrowserServer } from './browser-server.js';

const dashboard = useBrowserServer();

describe.skipIf(chromiumIsMissing)(`errors${inChromium}`, () => {
  it('name the scope that a credential lacks, beside the data that it may read', async () => {
    const { page } = await dashboard.visit();
    await settle(page);
    await page.locator('.who select').selectOption('playback only');
    const notice = page.locator('.notice');
    await notice.waitFor();
    expect(await notice.textContent()).toMatch(/FORBIDDEN.*screens:read.*partnerV1_screens.*Request req_/);
    expect(await page.locator('.brand__name').textContent()).toBe('Nordlicht Bahn & Retail');
  });

  it('leave a playback-only credential what a known screen plays', async () => {
    const { page } = await dashboard.visit(firstScreen);
    await settle(page);
    await page.locator('.who select').selectOption('playback only');
    await page.locator('.notice').first().waitFor();
    await settle(page);
    expect(await page.locator('h1').textContent()).toBe('Berlin Hbf – Gleis 1 links');
    expect(await page.locator('.rows').first().locator('> .row').count()).toBe(11);
    const scopes = await page.locator('.notice__head .code--scope').allTextContents();
    expect(scopes.sort()).toEqual(['media:read', 'screens:read']);
  });

  it('count down to the next attempt after a spent quota', async () => {
    const { page } = await dashboard.visit('#/playlists');
    await settle(page);
    const once = { operation: 'partnerV1_media', status: 429, retryAfterSeconds: 200 };
    dashboard.server().simulator.setFaults([once]);
    await page.locator('.tabs a', { hasText: 'Media' }).click();
    const button = page.locator('.notice button');
    await button.waitFor();
    expect(await page.locator('.notice').textContent()).toContain('RATE_LIMITED');
    await expect.poll(() => button.textContent()).toMatch(/^Try again in (?:200|19\d) s$/);
    expect(await button.isDisabled()).toBe(true);
  });

  it('offer a retry where it may help', async () => {
    dashboard.server().simulator.setFaults([{ operation: 'partnerV1_media', status: 503 }]);
    const { page } = await dashboard.visit('#/media');
    await page.locator('.notice', { hasText: 'UPSTREAM_UNAVAILABLE' }).waitFor();
    dashboard.server().simulator.setFaults([]);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.media-card').first().waitFor();
    expect(await page.locator('.notice').count()).toBe(0);
  });
});
