import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { addresses, firstAddresses } from './address.js';
import { chromiumIsMissing, inChromium, laptop, phone, show, wide } from './browser.js';
import { useBrowserServer, usePage } from './browser-server.js';

const light = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'] };

/** The page is the same in dark colours, but for them. */
const dark = { runOnly: ['color-contrast', 'link-in-text-block'] };

/** What breaks WCAG 2.2, level AA, in light and in dark colours, as far as a program can tell. */
async function violationsOf(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [colorScheme, options] of Object.entries({ light, dark })) {
    await page.emulateMedia({ colorScheme: colorScheme === 'dark' ? 'dark' : 'light' });
    const violations = await page.evaluate<readonly string[]>(
      `axe.run(document, ${JSON.stringify({ ...options, resultTypes: ['violations'] })})
        .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(
          ({ target, failureSummary }) => id + ' at ' + target.join(' ') + ': ' + failureSummary)))`,
    );
    found.push(...violations.map((violation) => `${colorScheme}: ${violation}`));
  }
  return found;
}

// Each view once, and one of each kind at the other sizes.
describe.skipIf(chromiumIsMissing).each([
  ['a phone', phone, firstAddresses, { overview: addresses.overview }],
  ['a laptop', laptop, addresses, firstAddresses],
  ['a large display', wide, firstAddresses, {}],
])(`WCAG 2.2 AA on %s${inChromium}`, (_device, viewport, views, refused) => {
  const { page } = usePage('', { viewport, reducedMotion: 'reduce' });
  const check = async (name: string): Promise<void> => {
    expect({ name, violations: await violationsOf(page()) }).toEqual({ name, violations: [] });
    const width = await page().evaluate('document.documentElement.scrollWidth');
    expect({ name, width }).toEqual({ name, width: viewport.width });
  };
  beforeAll(() => page().evaluate(axe.source));

  it.each(Object.entries(views))(
    'is met by the view "%s", which is no wider than it',
    async (name, address) => {
      await show(page(), address);
      await check(name);
    },
  );

  it('is met by what opens beside a view', async () => {
    await page().getByRole('button', { name: 'Developer' }).click();
    await page().locator('.drawer').waitFor();
    await check('developer drawer');
    await page().locator('.drawer').getByRole('button', { name: 'Keyboard' }).click();
    await page().locator('.help').waitFor();
    await check('help');
    await page().keyboard.press('Escape');
    await page().locator('.drawer').getByRole('button', { name: 'Close' }).click();
  });

  it('is met by views without their scope, and by the sign-in page', async () => {
    await page().locator('.who select').selectOption('media only');
    await page().locator('.tabs__locked').first().waitFor();
    for (const [name, address] of Object.entries(refused)) {
      await show(page(), address);
      await check(`${name} without its scope`);
    }
    await page().getByRole('button', { name: 'Sign out' }).click();
    await page().getByRole('heading', { name: 'Sign in' }).waitFor();
    await check('sign-in page');
  });
});

describe.skipIf(chromiumIsMissing)(`the page${inChromium}`, () => {
  const dashboard = useBrowserServer();

  it('leaves nothing in motion for those who asked for none', async () => {
    const fault = { operation: 'partnerV1_screens', latencyMs: 600_000 };
    dashboard.server().simulator.setFaults([fault]);
    const { page } = await dashboard.visit('#/screens', { reducedMotion: 'reduce' });
    await page.locator('h1').waitFor();
    const moving = `document.getAnimations().filter(({ playState }) => playState === 'running').length`;
    expect(await page.evaluate(moving)).toBe(0);
  });
});
