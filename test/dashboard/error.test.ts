import { describe, expect, it } from 'vitest';
import { chromiumIsMissing, inChromium, settle } from './browser.js';
import { firstScreen, useBrowserHouse } from './browser-server.js';

const open = useBrowserHouse();

describe.skipIf(chromiumIsMissing)(`errors${inChromium}`, () => {
  it('name the scope that a credential lacks, and leave the rest standing', async () => {
    const { page } = await open.visit();
    await settle(page);
    await page.locator('.who select').selectOption('playback only');
    const notice = page.locator('.notice');
    await notice.waitFor();
    expect(await notice.textContent()).toMatch(/FORBIDDEN.*screens:read.*partnerV1_screens.*Request req_/);
    expect(await page.locator('.brand__name').textContent()).toBe('Nordlicht Bahn & Retail');
  });

  it('spare what a playback-only credential may read: what a known screen plays', async () => {
    const { page } = await open.visit(firstScreen);
    await settle(page);
    await page.locator('.who select').selectOption('playback only');
    await page.locator('.notice').first().waitFor();
    await settle(page);
    expect(await page.locator('h1').textContent()).toBe('Berlin Hbf – Gleis 1 links');
    expect(await page.locator('.rows').first().locator('> .row').count()).toBe(11);
    const scopes = await page.locator('.notice__head .code--scope').allTextContents();
    expect(scopes.sort()).toEqual(['media:read', 'screens:read']);
  });

  it('count down to the time at which a spent quota is tried again', async () => {
    const { page } = await open.visit('#/playlists');
    await settle(page);
    const once = { operation: 'partnerV1_media', status: 429, retryAfterSeconds: 200 };
    open.house().simulator.setFaults([once]);
    await page.locator('.tabs a', { hasText: 'Media' }).click();
    const button = page.locator('.notice button');
    await button.waitFor();
    expect(await page.locator('.notice').textContent()).toContain('RATE_LIMITED');
    await expect.poll(() => button.textContent()).toMatch(/^Try again in (?:200|19\d) s$/);
    expect(await button.isDisabled()).toBe(true);
  });

  it('can be tried again where that may help', async () => {
    open.house().simulator.setFaults([{ operation: 'partnerV1_media', status: 503 }]);
    const { page } = await open.visit('#/media');
    await page.locator('.notice', { hasText: 'UPSTREAM_UNAVAILABLE' }).waitFor();
    open.house().simulator.setFaults([]);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.media-card').first().waitFor();
    expect(await page.locator('.notice').count()).toBe(0);
  });
});
