import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { chromiumIsMissing, focused, inChromium, settle, show } from './browser.js';
import { firstPlaylist, firstScreen, useBrowserServer, usePage } from './browser-server.js';
import { readCsv } from '../extra/export/csv.js';

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

describe.skipIf(chromiumIsMissing)(`the session in the page${inChromium}`, () => {
  const { page, opened, url, server } = usePage();

  it('puts no credential in anything that the page receives or stores', async () => {
    const { responses, requestedUrls, consoleMessages } = opened();
    await page().getByLabel('Refresh every').selectOption('30');
    for (const place of ['#/playlists', '#/media', firstScreen, firstPlaylist])
      await show(page(), place);
    await expect.poll(() => responses.length).toBeGreaterThan(8);
    expect(responses.filter((text) => /demo-[a-z-]+-credential/.test(text))).toEqual([]);
    const kept = 'JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }])';
    expect(await page().evaluate(kept)).toBe('["",{"refresh-seconds":"30"},{}]');
    const pictures = new URL(server().simulator.url).origin;
    expect(new Set(requestedUrls.map(({ origin }) => origin))).toEqual(new Set([url(), pictures]));
    const others = requestedUrls
      .filter(({ origin }) => origin === pictures)
      .map(({ pathname }) => pathname);
    expect(others.filter((path) => !path.startsWith('/assets/'))).toEqual([]);
    expect(consoleMessages).toEqual([]);
  });

  it('is renewed in every tab after another tab has signed in', async () => {
    await page().getByLabel('Refresh every').selectOption('15');
    const other = await opened().context.newPage();
    await other.goto(url());
    await settle(other);
    await other.locator('.who select').selectOption('second organization');
    await other.getByText('Bäckerei Kornblume').waitFor();
    // The stream of the old session ends with it.
    await page().getByText('Bäckerei Kornblume').waitFor();
    await other.close();
  });

  it('ends by signing out, and begins with a pasted credential', async () => {
    await page().getByRole('button', { name: 'Sign out' }).click();
    await page().getByLabel('Partner API credential').fill('nobody-knows-this');
    await page().getByRole('button', { name: 'Sign in' }).click();
    await page().getByText('The Partner API does not know this credential.').waitFor();
    expect(await page().getByLabel('Partner API credential').inputValue()).toBe('');
    await page().getByLabel('Partner API credential').fill('demo-everything-credential');
    await page().getByRole('button', { name: 'Sign in' }).click();
    await page().getByText('your credential').waitFor();
    await page().getByText('Nordlicht Bahn & Retail').waitFor();
  });
});

describe.skipIf(chromiumIsMissing)(`errors${inChromium}`, () => {
  const dashboard = useBrowserServer();

  it('are shown as one notice with the code as small print, a request id to copy, and a retry where it may help', async () => {
    const { simulator } = dashboard.server();
    simulator.setFaults([{ status: 500 }]);
    const { page } = await dashboard.visit('#/nothing/here');
    await page.getByText('Signing in is not possible now').waitFor();
    const credential = page.getByLabel('Partner API credential');
    await credential.fill('demo-everything-credential');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Sign in' }).isEnabled()).toBe(true);
    // Nothing was wrong with it.
    expect(await credential.inputValue()).not.toBe('');
    simulator.setFaults([]);
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.click();
    await settle(page);
    // The page's own attempts may succeed as soon as the fault is gone, and take the button away
    // before it is pressed.
    await page.getByLabel('Refresh every').selectOption('Off');
    simulator.setFaults([{ operation: 'partnerV1_screens', status: 503 }]);
    await show(page, '#/screens');
    await retry.waitFor();
    expect(await page.locator('.notice').count()).toBe(1);
    expect(await page.locator('.notice').innerText()).toContain(
      'The Partner API cannot be reached',
    );
    expect(await page.locator('.notice__print').textContent()).toMatch(
      /UPSTREAM_UNAVAILABLE.*Copy/,
    );
    expect(await page.locator('.brand__name').textContent()).toBe('Nordlicht Bahn & Retail');
    simulator.setFaults([]);
    await retry.click();
    await page.getByText('240 screens').waitFor();
    await expect.poll(() => page.locator('.notice').count()).toBe(0);
  });
});

describe.skipIf(chromiumIsMissing)(`the download of a list${inChromium}`, () => {
  const { page } = usePage('#/screens?status=OFFLINE&sort=-name');

  it('is what is filtered and ordered, by keyboard', async () => {
    await page().getByText('25 of 240 screens').waitFor();
    const downloading = page().waitForEvent('download');
    await page().getByRole('button', { name: 'Download CSV' }).press('Enter');
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('screens.csv');
    const [header = [], ...lines] = readCsv(await text(await download.createReadStream()));
    expect(header.slice(0, 4)).toEqual(['id', 'name', 'description', 'status']);
    expect(lines).toHaveLength(25);
    expect(new Set(lines.map(([, , , status]) => status))).toEqual(new Set(['OFFLINE']));
    const shown = await page().locator('[data-place="0"] .row-link').textContent();
    expect(lines[0]?.[1]).toBe(shown);
    await page().getByText('Saved: ').waitFor();
  });
});
