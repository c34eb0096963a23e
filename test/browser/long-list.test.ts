import { describe, expect, it } from 'vitest';
import { chromiumIsMissing, inChromium, phone, show } from './browser.js';
import { usePage } from './browser-server.js';
import { listRequests, rowsOf, search, sentBy } from './list.js';
import { sumOf } from '../rig/metric.js';

const waiting = { timeout: 10_000 };
const options = { simulator: { size: { screens: 5000 } } };

describe.skipIf(chromiumIsMissing)(`a list of 5,000 screens${inChromium}`, () => {
  const { page, url, server } = usePage('#/screens', {}, options);
  const untilLive = (): Promise<void> => page().getByText('Live', { exact: true }).waitFor();
  const last = () => page().locator('[data-place="4999"] .row-link');

  it('reads what it shows, jumps to its end, and keeps few rows in the page', async () => {
    await page().getByText('5,000 screens').waitFor();
    await page()
      .getByRole('button', { name: /^Offline \d/ })
      .waitFor();
    await untilLive();
    // One reading of the list, for the rows, the counts and the subscription together.
    expect(listRequests(server())).toBe(50);
    server().simulator.clearRequests();

    await page().evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await last().waitFor();
    expect(await last().isVisible()).toBe(true);
    expect(listRequests(server())).toBeLessThanOrEqual(2);
    expect(await rowsOf(page()).count()).toBeLessThan(60);

    await page().evaluate('scrollTo(0, 0)');
    await page().locator('[data-place="0"] .row-link').waitFor();
    expect(listRequests(server())).toBeLessThanOrEqual(2);
  });

  it('opens one stream, and another one where the list comes to rest', async () => {
    const sent = sentBy(page());
    const streams = (): readonly string[] => sent.filter((text) => text.includes('subscription'));
    for (const place of [150, 350, 550, 750]) {
      await page().evaluate(`scrollTo(0, ${40 * place})`);
      await page()
        .locator(`[data-place="${place + 10}"] .row-link`)
        .waitFor();
    }
    expect(streams()).toHaveLength(0);
    await expect.poll(streams, waiting).toHaveLength(1);
    expect(streams().at(-1)).toContain('"page":8');
    await untilLive();
    expect(await sumOf(url(), 'live_streams')).toBe(1);
  });

  it('does not read what a drag of the scroll bar flies over', async () => {
    const sent = sentBy(page());
    await page().evaluate(`new Promise((resolve) => {
      let top = scrollY;
      const step = () => {
        top += 4000;
        scrollTo(0, top);
        if (top < document.documentElement.scrollHeight) requestAnimationFrame(step);
        else resolve();
      };
      step();
    })`);
    await last().waitFor();
    expect(sent.filter((text) => text.includes('"ScreenList"')).length).toBeLessThanOrEqual(3);
  });

  it('searches in one reading, whatever is typed', async () => {
    server().simulator.clearRequests();
    await show(page(), '#/screens');
    const sent = sentBy(page());
    const streams = (): readonly string[] => sent.filter((text) => text.includes('subscription'));
    for (const text of ['b', 'ber', 'berlin', 'zürich']) await search(page(), text);
    // The subscription follows what was found.
    await expect.poll(() => streams().at(-1), waiting).toContain('zürich');
    await untilLive();
    // No second reading of the list.
    expect(listRequests(server())).toBeLessThan(55);
    await page().keyboard.press('Escape');
    await page().getByText('5,000 screens', { exact: true }).waitFor();
    expect(page().url()).toMatch(/#\/screens$/);
  });
});

describe.skipIf(chromiumIsMissing)(`a list of 5,000 screens on a phone${inChromium}`, () => {
  const { page } = usePage('#/screens?sort=name', { viewport: phone }, options);

  it('returns to its place by back and by reload', async () => {
    await page().locator('.row-link').first().waitFor();
    await page().evaluate('scrollTo(0, 100000)');
    const row = page().locator('[data-place="1790"] .row-link');
    await row.waitFor();
    const name = await row.textContent();
    const top = async (): Promise<number> =>
      (await row.boundingBox({ timeout: 1000 }).catch(() => null))?.y ?? -1;
    const before = await top();
    await row.click();
    await page()
      .locator('h1', { hasText: name ?? '' })
      .waitFor();
    expect(await page().evaluate('scrollY')).toBe(0);
    await page().goBack();
    await expect.poll(top).toBe(before);
    expect(await row.textContent()).toBe(name);
    await page().reload();
    await expect.poll(top, waiting).toBe(before);
    expect(await row.textContent()).toBe(name);
  });
});
