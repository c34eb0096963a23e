import { describe, expect, it } from 'vitest';
import { chromiumIsMissing, focused, inChromium, settle, show } from './browser.js';
import { usePage } from './browser-server.js';

describe.skipIf(chromiumIsMissing)(`the page around the views${inChromium}`, () => {
  const { page, server } = usePage('#/');

  it('has a page for an address that names no view', async () => {
    await page().getByText('36 playlists checked').waitFor();
    server().simulator.clearRequests();
    await show(page(), '#/nothing/here');
    await page().locator('h1', { hasText: 'Nothing is at this address' }).waitFor();
    expect(server().simulator.requests).toEqual([]);
    await page().getByRole('link', { name: 'Go to the overview' }).click();
    await page().locator('h1', { hasText: 'Overview' }).waitFor();
  });

  it('stays while the script of a view is on its way, and gives the heading the focus when it is there', async () => {
    let send = (): void => undefined;
    const held = new Promise<void>((resolve) => (send = resolve));
    await page().route('**/lists-*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page().locator('.tabs a', { hasText: 'Media' }).click();
    await page().locator('.loading').waitFor();
    expect(await page().locator('.tabs [aria-current="page"]').textContent()).toBe('Media');
    send();
    await settle(page());
    await expect.poll(() => focused(page())).toBe('Media');
  });

  it('stays when a view fails, and shows the view again where that helps', async () => {
    const broken = { data: { list: { totalCount: 1, nodes: null } } };
    await page().route('**/dashboard/graphql', (route) => route.fulfill({ json: broken }));
    await page().evaluate('location.hash = "#/screens"');
    await page().locator('h1', { hasText: 'This view cannot be shown' }).waitFor();
    await page().unroute('**/dashboard/graphql');
    await show(page(), '#/media');
    expect(await page().locator('h1').textContent()).toBe('Media');
  });

  it('offers to reload when a script is gone, as after a new deployment', async () => {
    await page().route('**/{tools,records}-*.js', (route) => route.fulfill({ status: 404 }));
    await page().getByRole('button', { name: 'Developer' }).click();
    await page().getByRole('alert').getByRole('button', { name: 'Reload' }).waitFor();
    await page().evaluate('location.hash = "#/screens/scr_1fyak"');
    await page().locator('h1', { hasText: 'This view cannot be loaded' }).waitFor();
    expect(await page().locator('.tabs a').count()).toBe(4);
    await page().unroute('**/{tools,records}-*.js');
    await page().locator('.broken').getByRole('button', { name: 'Reload' }).click();
    await page().locator('.screen').waitFor();
  });

  it('marks the tabs that the credential cannot read, and still opens them', async () => {
    expect(await page().locator('.tabs__lock').count()).toBe(0);
    await page().locator('.who select').selectOption('media only');
    await page().locator('.tabs__locked').first().waitFor();
    const tabs = page().getByRole('navigation', { name: 'Views' }).getByRole('link');
    expect(await tabs.allTextContents()).toEqual([
      'Overview',
      'Screens, needs screens:read',
      'Playlists, needs playlists:read',
      'Media',
    ]);
    await tabs.nth(1).click();
    await page().locator('h1', { hasText: 'Screens' }).waitFor();
  });
});
