import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { addresses, firstAddresses } from './address.js';
import { phone, settle, show, wide } from './browser.js';
import type { useBrowserServer } from './browser-server.js';

const laptop = { width: 1440, height: 900 };

export const devices = [
  ['a phone', phone],
  ['a laptop', laptop],
  ['a large display', wide],
] as const;

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** What breaks WCAG 2.2, level AA, as far as a program can tell. */
const violationsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate<
    readonly string[]
  >(`axe.run(document, ${JSON.stringify({ runOnly: tags, resultTypes: ['violations'] })})
    .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(
      ({ target, failureSummary }) => id + ' at ' + target.join(' ') + ': ' + failureSummary)))`);

/** What breaks it on the way through the views, by the name of the view: all once, the first ones at each size and scheme. */
export async function findViolations(
  dashboard: ReturnType<typeof useBrowserServer>,
  viewport: (typeof devices)[number][1],
  colorScheme: 'light' | 'dark',
): Promise<Readonly<Record<string, readonly string[]>>> {
  const { page } = await dashboard.visit('', { viewport, colorScheme, reducedMotion: 'reduce' });
  await settle(page);
  await page.evaluate(axe.source);
  const found: Record<string, readonly string[]> = {};
  const check = async (name: string): Promise<void> => {
    const violations = await violationsOf(page);
    if (violations.length > 0) found[name] = violations;
  };
  const views = viewport === laptop && colorScheme === 'light' ? addresses : firstAddresses;
  for (const [name, address] of Object.entries(views)) {
    await show(page, address);
    await check(name);
  }
  await page.getByRole('button', { name: 'Developer' }).click();
  await page.locator('.drawer').waitFor();
  await check('developer drawer');
  await page.locator('.drawer').getByRole('button', { name: 'Keyboard' }).click();
  await page.locator('.help').waitFor();
  await check('help');
  await page.keyboard.press('Escape');
  await page.locator('.drawer').getByRole('button', { name: 'Close' }).click();
  await page.locator('.who select').selectOption('media only');
  await page.locator('.tabs__locked').first().waitFor();
  const refused = views === addresses ? firstAddresses : { overview: addresses.overview };
  for (const [name, address] of Object.entries(refused)) {
    await show(page, address);
    await check(`${name} without its scope`);
  }
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await check('sign-in page');
  return found;
}
