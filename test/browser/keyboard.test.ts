import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  chromiumIsMissing,
  focused,
  inChromium,
  laptop,
  phone,
  settle,
  show,
  tabTo,
} from './browser.js';
import { usePage } from './browser-server.js';
import { addresses, firstAddresses } from './address.js';

describe.skipIf(chromiumIsMissing)(`by keyboard${inChromium}`, () => {
  const { page, server } = usePage();
  const press = (key: string): Promise<void> => page().keyboard.press(key);

  it('the first Tab offers to skip the header', async () => {
    await tabTo(page(), 'Skip to content');
    await press('Enter');
    expect(await page().evaluate('document.activeElement.tagName')).toBe('H1');
  });

  it('g and a letter go to a view, whose heading gets the focus and whose name the tab of the browser', async () => {
    const views = { p: 'Playlists', m: 'Media', o: 'Overview', s: 'Screens' };
    for (const [key, title] of Object.entries(views)) {
      await press('g');
      await press(key);
      await page().locator('h1', { hasText: title }).waitFor();
      await expect.poll(() => focused(page())).toBe(title);
      await expect.poll(() => page().title()).toBe(`${title} · Nordlicht Bahn & Retail`);
    }
  });

  it('r reads again what is shown', async () => {
    await page().locator('.table a').first().waitFor();
    await settle(page());
    server().simulator.clearRequests();
    await press('r');
    await expect.poll(() => server().simulator.requests.length).toBeGreaterThan(0);
  });

  it('? shows all keys, and Escape returns to where the visitor was', async () => {
    await page().locator('.tabs a').nth(2).focus();
    await press('?');
    await page().getByRole('dialog', { name: 'Keyboard' }).waitFor();
    await press('d');
    expect(await page().locator('.drawer').count()).toBe(0);
    await press('Escape');
    await page().locator('.help').waitFor({ state: 'detached' });
    expect((await focused(page())).trim()).toBe('Playlists');
  });

  it('keys are typed into fields, and belong to the browser with Ctrl', async () => {
    await page().getByRole('searchbox').first().pressSequentially('gmd?');
    expect(await page().getByRole('searchbox').first().inputValue()).toBe('gmd?');
    await page().locator('.tabs a').first().focus();
    await press('Control+d');
    expect(await page().locator('dialog[open]').count()).toBe(0);
    expect(page().url()).toContain('#/screens');
    await show(page(), '#/');
  });

  it('can be turned off, and stay off after a reload', async () => {
    await press('?');
    await page().getByLabel('Single keys are shortcuts').uncheck();
    await press('Escape');
    await page().reload();
    await settle(page());
    for (const key of ['d', '?', 'g', 'm']) await press(key);
    expect(await page().locator('dialog[open]').count()).toBe(0);
    expect(page().url()).not.toContain('media');
    await page().getByRole('button', { name: 'Developer' }).click();
    await page().locator('.drawer').getByRole('button', { name: 'Keyboard' }).click();
    await page().getByLabel('Single keys are shortcuts').check();
    await press('Escape');
    await press('d');
    await page().locator('.drawer').waitFor({ state: 'detached' });
  });
});

/**
 * Runs in the page: remembers what a pointer can use, and tells what is wrong with the element that
 * has the focus.
 */
const script = `(() => {
  // Tab goes to the chosen one of a group only.
  const usable = 'a[href], button:not(:disabled), input:not([type="radio"]:not(:checked)), select, textarea, summary, [tabindex="0"]';
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true }) && element.tabIndex >= 0
    && element.getBoundingClientRect().bottom > 0 && element.getBoundingClientRect().top < innerHeight;
  const nameOf = (element) => element.outerHTML.slice(0, 120);
  // The link of a row stands for the whole row.
  const hasRing = (element, part) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element, part);
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || boxShadow !== 'none';
  };
  const rest = new Set([...document.querySelectorAll(usable)].filter(isShown));
  const faults = [];
  const step = () => {
      const element = document.activeElement;
      rest.delete(element);
      if (element === document.body) return true;
      if (!hasRing(element) && !hasRing(element, '::after')) faults.push('no ring: ' + nameOf(element));
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (hit && !element.contains(hit) && !hit.contains(element))
        faults.push('covered by ' + nameOf(hit) + ': ' + nameOf(element));
      const header = document.querySelector('.top');
      if (header && !header.contains(element) && !element.closest('dialog') && top < header.getBoundingClientRect().bottom
        && !element.matches('.skip')) faults.push('behind the header: ' + nameOf(element));
      return rest.size === 0;
  };
  globalThis.journey = {
    isOver: step(),
    result: () => ({ faults, unreached: [...rest].filter((element) => element.isConnected).map(nameOf) }),
  };
  globalThis.journeys?.abort();
  globalThis.journeys = new AbortController();
  // Each key moves the focus before it is let go.
  addEventListener('keyup', () => (journey.isOver ||= step()), { capture: true, signal: journeys.signal });
})()`;

/** Between two looks at the page. */
const pressesAtOnce = 6;

/** Presses a key until everything that was visible at first has had the focus. */
async function journey(page: Page, key: string) {
  await page.evaluate(script);
  let isOver = false;
  for (let step = 0; step < 150 && !isOver; step += pressesAtOnce) {
    for (let press = 0; press < pressesAtOnce; press += 1) await page.keyboard.press(key);
    isOver = await page.evaluate<boolean>('journey.isOver');
  }
  return page.evaluate<Record<'faults' | 'unreached', readonly string[]>>('journey.result()');
}

const { screens, 'screens as cards': cards, media, 'offline screens': offline } = addresses;

describe.skipIf(chromiumIsMissing)(`the focus${inChromium}`, () => {
  const { page } = usePage('', { viewport: laptop });

  it.each([
    [
      'a laptop',
      laptop,
      { ...firstAddresses, cards, media, offline, unknown: addresses['unknown screen'] },
    ],
    ['a phone', phone, firstAddresses],
  ])(
    'reaches everything by Tab, and is visible everywhere, on %s',
    async (_device, viewport, views) => {
      await page().setViewportSize(viewport);
      for (const [name, address] of Object.entries(views)) {
        await show(page(), address);
        // The first element of the page.
        await page().locator('.skip').focus();
        expect({ name, ...(await journey(page(), 'Tab')) }).toEqual({
          name,
          faults: [],
          unreached: [],
        });
      }
    },
  );

  it('is not hidden behind the header on the way back up', async () => {
    await page().setViewportSize(laptop);
    await show(page(), screens);
    await page().locator('.table a').nth(12).focus();
    await page().evaluate('document.activeElement.scrollIntoView()');
    const { faults } = await journey(page(), 'Shift+Tab');
    expect(faults).toEqual([]);
  });
});
