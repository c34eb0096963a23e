import { describe, expect, it } from 'vitest';
import { chromiumIsMissing, inChromium, settle } from '../browser.js';
import { useBrowserServer } from '../browser-server.js';

const dashboard = useBrowserServer({ simulator: { size: { playlists: 120 } } });

const itemRequests = (): number =>
  dashboard.server().simulator.requests.filter(({ operation }) => operation === 'partnerV1_playlistItems')
    .length;

describe.skipIf(chromiumIsMissing)(`the check of slots in a large organization${inChromium}`, () => {
  it('waits to be asked, says what it costs, and checks every playlist', async () => {
    const { page } = await dashboard.visit('#/');
    const card = page.locator('.concern', { hasText: 'Items whose media file is gone' });
    await card.getByText(/about \d+ REST requests/).waitFor();
    await settle(page);
    expect(itemRequests()).toBe(0);
    await card.getByRole('button', { name: 'Check 120 playlists' }).click();
    await card.getByRole('button', { name: 'Check again' }).waitFor();
    expect(await card.getByText(/^120 playlists checked/).count()).toBe(1);
    expect(itemRequests()).toBeGreaterThanOrEqual(120);
    // Every sixth playlist has one, if it is long enough.
    expect(Number(await card.locator('.concern__count').textContent())).toBeGreaterThan(10);
    await card.getByText(/and \d+ more/).waitFor();
  });

  it('says in its own place what could not be checked', async () => {
    const { page } = await dashboard.visit('#/');
    const card = page.locator('.concern', { hasText: 'Items whose media file is gone' });
    await card.getByRole('button', { name: 'Check 120 playlists' }).waitFor();
    dashboard.server().simulator.setFaults([{ operation: 'partnerV1_playlistItems', status: 429 }]);
    await card.getByRole('button').click();
    await card.getByText('Some playlists could not be read.').waitFor();
    expect(await card.locator('.concern__count').count()).toBe(0);
    expect(
      await page
        .locator('.notice')
        .filter({ hasText: /playlist/i })
        .count(),
    ).toBe(0);
    // On a busy machine a notice of something else may come and go.
    await expect.poll(() => page.locator('.notice').count()).toBe(0);
  });
});
