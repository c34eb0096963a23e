import { describe, expect, it } from 'vitest';
import { chromiumIsMissing, focused, inChromium, phone, show } from './browser.js';
import { usePage } from './browser-server.js';

describe.skipIf(chromiumIsMissing)(`the developer drawer${inChromium}`, () => {
  const { page, url, server } = usePage('#/screens', {
    permissions: ['clipboard-read', 'clipboard-write'],
  });

  it('takes the focus, lets the view be used beside it, and gives the focus back', async () => {
    await page().locator('.tabs a').nth(1).focus();
    await page().keyboard.press('d');
    await expect.poll(() => focused(page())).toBe('Copy query');
    await page().getByRole('searchbox').first().fill('Hbf');
    await expect.poll(() => page().url()).toContain('?q=Hbf');
    await page().locator('.drawer .button--strong').focus();
    await page().keyboard.press('Escape');
    await page().locator('.drawer').waitFor({ state: 'detached' });
    expect((await focused(page())).trim()).toBe('Screens');
  });

  it('shows what each operation has cost, those of the view first, and follows the view', async () => {
    await show(page(), '#/screens');
    await page().keyboard.press('d');
    await page().locator('.operations__one').first().waitFor();
    await expect
      .poll(() => page().locator('.operations__name').allTextContents())
      .toContain('ScreenList');
    const read = (): Promise<readonly string[]> =>
      page().locator('.operations__one').allTextContents();
    const unread = async () => (await read()).filter((line) => !/\d+ requests? of 250/.test(line));
    await expect.poll(unread).toEqual([]);
    const lines = await read();
    const sumOf = (words: RegExp): number =>
      lines.reduce((sum, line) => sum + Number(words.exec(line)?.[1] ?? 0), 0);
    const sent = sumOf(/(\d+) request/);
    // The first event of the subscription serves what the query has read.
    expect(sent + sumOf(/(\d+) from memory/)).toBeGreaterThan(0);
    // A poll of the subscription may have cost more meanwhile, which its next event tells.
    expect(sent).toBeLessThanOrEqual(server().simulator.requests.length);
    expect(lines.at(-1)).toContain('OrganizationName');
    const last = page().locator('.operations__one').last();
    await last.click();
    expect(await last.getAttribute('aria-pressed')).toBe('true');
    expect(await page().locator('.source').first().textContent()).toContain('organization {');
    await show(page(), '#/media');
    const names = page().locator('.operations__name');
    await expect.poll(() => names.allTextContents()).not.toContain('ScreenList');
  });

  it('copies the query behind a view in two clicks, and opens GraphiQL with it', async () => {
    await page().locator('.drawer').getByRole('button', { name: 'Close' }).click();
    await show(page(), '#/screens?status=OFFLINE');
    await page().getByRole('button', { name: 'Developer' }).click();
    await page().getByRole('button', { name: 'Copy query' }).click();
    await page().getByRole('button', { name: 'Copied' }).waitFor();
    const query = await page().evaluate<string>('navigator.clipboard.readText()');
    expect(query).toMatch(/^query \w+[^]*screens\([^]*\nfragment \w+ on Screen/);
    const href = await page().getByRole('link', { name: 'Open in GraphiQL' }).getAttribute('href');
    const link = new URL(href ?? '', url());
    expect([link.pathname, link.search]).toEqual(['/graphql', '']);
    const handed = new URLSearchParams(link.hash.slice(1));
    expect(handed.get('query')).toBe(query);
    expect(JSON.parse(handed.get('variables') ?? '')).toMatchObject({
      filter: { statusIn: ['OFFLINE'] },
    });
  });

  it('traces an operation: its REST requests with path, scope, status and time', async () => {
    await page().getByRole('button', { name: 'Trace' }).click();
    const rows = page().getByRole('table', { name: 'REST requests' }).locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(3);
    expect(await rows.first().textContent()).toMatch(
      /^1\/screens\?page=1&limit=100screens:read200[\d.]+ ms$/,
    );
    await page()
      .getByText(/^3 REST requests in \d waves?$/)
      .waitFor();
  });

  it('covers a phone, and nothing on it is wider than the page', async () => {
    await page().keyboard.press('Escape');
    await page().locator('.drawer').waitFor({ state: 'detached' });
    await page().setViewportSize(phone);
    await page().getByRole('button', { name: 'Developer' }).click();
    expect(await page().locator('.drawer').boundingBox()).toEqual({ x: 0, y: 0, ...phone });
    const drawer = `document.querySelector('.drawer')`;
    expect(await page().evaluate(`${drawer}.scrollWidth <= ${drawer}.clientWidth`)).toBe(true);
    await page().keyboard.press('Escape');
    await page().locator('.drawer').waitFor({ state: 'detached' });
    expect(await focused(page())).toBe('Developer');
  });
});
