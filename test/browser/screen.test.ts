import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumIsMissing, inChromium, phone, settle, show } from './browser.js';
import { firstScreen, usePage } from './browser-server.js';
import { sentTo } from './list.js';

/** Where a part of the preview lies, in shares of it. */
async function placeIn(page: Page, selector: string) {
  const [stage, box] = [await boxOf(page, '.stage-box'), await boxOf(page, selector)];
  return {
    x: (box.x - stage.x) / stage.width,
    y: (box.y - stage.y) / stage.height,
    width: box.width / stage.width,
    height: box.height / stage.height,
  };
}

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not shown.`);
  return box;
}

describe.skipIf(chromiumIsMissing)(`the page of a screen${inChromium}`, () => {
  const { page, opened, server } = usePage(firstScreen, {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const text = (selector: string): Promise<string | null> => page().locator(selector).textContent();
  const choose = (name: string): Promise<void> => page().getByRole('radio', { name }).check();
  const chosenName = (): Promise<string | null> => text('.items__item:has(:checked) .items__name');

  it('costs two REST requests and those for its media', () => {
    const sent = sentTo(server());
    expect(sent).toMatchObject({ partnerV1_screen: 1, partnerV1_screenConfiguration: 1 });
    expect(sent).not.toHaveProperty('partnerV1_screens');
  });

  it('previews the takeover first, then whatever item is chosen by keyboard', async () => {
    expect(await text('h1')).toBe('Berlin Hbf – Gleis 1 links');
    expect(await text('.view__summary')).toMatch(/Online\s*Always on/);
    expect(await text('.preview')).toContain('Plays in a loop: 11 items');
    expect(await page().locator('.items__item').first().textContent()).toContain('Takeover');
    expect(await chosenName()).toBe(await page().locator('.items__name').first().textContent());
    const stage = await boxOf(page(), '.stage-box');
    expect(stage.width / stage.height).toBeCloseTo(1920 / 1080, 1);
    await page().locator('.items__item input').first().focus();
    await page().keyboard.press('ArrowRight');
    const link = page().locator('.caption a');
    expect(await link.textContent()).toBe(await chosenName());
    expect(await link.getAttribute('href')).toMatch(/^#\/media\/med_/);
    const picture = `document.querySelector('.stage-box img')`;
    await expect.poll(() => page().evaluate(`${picture}?.naturalWidth`)).toBeGreaterThan(0);
    expect(opened().consoleMessages).toEqual([]);
  });

  it('marks a deleted file in its place, and says it once', async () => {
    expect(await text('.dark')).toBe('1 of 11 items cannot be shown: 1 media file is gone.');
    await choose('No longer there');
    expect(await text('.caption')).toMatch(/No longer there.*Deleted/);
    expect(await page().locator('.caption a').count()).toBe(0);
    expect(await page().locator('.notice').count()).toBe(0);
  });

  it('draws zones to scale, and nested ones inside their panel', async () => {
    await choose('Zones');
    const right = await placeIn(page(), '.zones__panel >> nth=1');
    // The layout has a gap of 0.03 of the height, half of it on each side of the border between the
    // panels.
    expect(right.x).toBeCloseTo(0.5 + (0.015 * 1080) / 1920, 2);
    expect(right.width).toBeCloseTo(0.5 - (0.015 * 1080) / 1920, 2);
    expect(right.height).toBeCloseTo(1, 2);
    expect(await page().locator('.zones').count()).toBe(1);
    await page().getByRole('group', { name: 'Item of left' }).getByRole('radio').nth(1).check();
    expect(await page().locator('.zones').count()).toBe(2);
    const main = await placeIn(page(), '.zones .zones .zones__panel');
    expect(main.x + main.width).toBeLessThan(0.5);
    const titles = await page().locator('.panels__head strong').allTextContents();
    expect(titles).toEqual(['left', 'left › main', 'left › side', 'left › ticker', 'right']);
  });

  it('draws overlays above at full size when they are asked for', async () => {
    expect(await page().locator('.stage-box__overlay').count()).toBe(0);
    await page().getByRole('switch', { name: 'Show in the preview' }).check();
    expect(await page().locator('.stage-box__overlay').count()).toBe(2);
    expect((await placeIn(page(), '.stage-box__overlay')).width).toBeCloseTo(1, 2);
    expect(await page().locator('.overlays a').first().getAttribute('href')).toMatch(/^#\/media\//);
  });

  it('copies the id and says so', async () => {
    await page().getByRole('button', { name: 'Copy id' }).click();
    await page().locator('.copy [role="status"]', { hasText: 'Copied' }).waitFor();
    expect(await page().evaluate('navigator.clipboard.readText()')).toBe('scr_1fyak');
  });

  it('distinguishes a dark device’s state from its schedule', async () => {
    await show(page(), '#/screens/scr_f4bcn');
    expect(await text('.dark')).toBe(
      'Offline: The device has no connection. Its schedule says always on.',
    );
    expect(await text('.week')).toContain('in Kolkata');
    expect(
      await page()
        .getByRole('row', { name: /^Wed\b.*All day$/ })
        .count(),
    ).toBe(1);
  });

  it('knows nothing to preview on an unpaired screen', async () => {
    await show(page(), '#/screens/scr_ymg14');
    expect(await text('.dark')).toContain('Unpaired: No player is connected');
    expect(await text('.preview')).toContain('Nothing to play');
  });
});

describe.skipIf(chromiumIsMissing)(`the page of a screen with some scopes${inChromium}`, () => {
  const { page, server } = usePage(firstScreen);
  const signInAs = (name: string) => page().locator('.who select').selectOption(name);

  it('shows what a known screen plays to a playback-only credential, and asks for no more', async () => {
    await signInAs('playback only');
    await page().getByText('The rest of the record needs the scope screens:read').waitFor();
    await settle(page());
    expect(await page().locator('h1').textContent()).toBe('Berlin Hbf – Gleis 1 links');
    expect(await page().locator('.items__item').count()).toBe(11);
    expect(await page().locator('.scope-note code').allTextContents()).toEqual([
      'media:read',
      'screens:read',
    ]);
    expect(await page().locator('.notice').count()).toBe(0);
    expect(server().simulator.requests.filter(({ status }) => status === 403)).toEqual([]);
  });

  it('shows the record to a screens-only credential', async () => {
    await signInAs('screens only');
    await page().getByText('What this screen plays').waitFor();
    expect(await page().locator('.scope-note').textContent()).toContain('playback:read');
    expect(await page().locator('.facts').textContent()).toContain('11 items');
    expect(await page().locator('.week__bar').count()).toBe(7);
  });
});

describe.skipIf(chromiumIsMissing)(`the page of a screen on a phone${inChromium}`, () => {
  const { page } = usePage(firstScreen, { viewport: phone });

  it.each(['scr_1fyak', 'scr_fzrgw', 'scr_qk902'])('is no wider than the phone: %s', async (id) => {
    await show(page(), `#/screens/${id}`);
    await page().locator('.items__item input').last().check();
    expect(await page().evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
    expect((await boxOf(page(), '.stage-box')).height).toBeLessThan(0.6 * phone.height);
    expect((await boxOf(page(), '.items__item')).width).toBe(116);
    expect((await boxOf(page(), '.preview')).y).toBeLessThan(
      (await boxOf(page(), '.record__aside')).y,
    );
  });
});
