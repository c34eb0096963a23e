import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { launchOptions, phone, settle, type VisitOptions, visit } from '../browser/browser.js';
import { buildAssets } from '../dashboard/build.js';
import { startDashboard } from '../dashboard/server.js';

/** A working morning in Europe, so that some screens are scheduled on and others off. */
const now = new Date('2026-11-20T09:30:00Z');

interface Shot {
  readonly name: string;
  readonly hash: string;
  readonly options?: VisitOptions;
}

const screen = '#/screens/scr_1fyak';

const shots: readonly Shot[] = [
  { name: 'overview', hash: '#/' },
  { name: 'list', hash: '#/screens' },
  { name: 'screen', hash: screen },
  { name: 'phone', hash: '#/screens', options: { viewport: phone } },
  { name: 'dark', hash: '#/', options: { colorScheme: 'dark' } },
];

/**
 * Takes the pictures of `docs`: the page over the simulator, both at the same moment at every run.
 */
async function main(): Promise<void> {
  requireFont();
  const assets = await buildAssets();
  const server = await startDashboard({ simulator: { now: () => now }, dashboard: { assets } });
  const { url } = await server.listen();
  const browser = await chromium.launch(launchOptions);
  for (const shot of shots) await take(browser, url, shot);
  await browser.close();
  await server.close();
}

/** The demo data has Japanese names, which a browser without such a font shows as boxes. */
function requireFont(): void {
  const fonts = execFileSync('fc-list', [':lang=ja'], { encoding: 'utf8' });
  if (fonts.trim() === '')
    throw new Error(
      'No font has Japanese characters. Install one, for example the package fonts-noto-cjk of Debian.',
    );
}

async function take(browser: Browser, url: string, { name, hash, options }: Shot): Promise<void> {
  const { page, context } = await visit(browser, 'about:blank', {
    viewport: { width: 1280, height: 760 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    ...options,
  });
  await page.clock.setFixedTime(now);
  await page.goto(`${url}/${hash}`);
  await settle(page);
  // The pictures, and the sign that the page is up to date.
  await page.evaluate(`Promise.all([...document.images]
    .filter((image) => image.getBoundingClientRect().top < innerHeight)
    .map((image) => image.decode().catch(() => undefined)))`);
  await page.locator('.top').getByText('Live', { exact: true }).waitFor();
  await page.getByText(/^Checking /).waitFor({ state: 'hidden' });
  const path = fileURLToPath(new URL(`../../docs/dashboard-${name}.png`, import.meta.url));
  await page.screenshot({ path, animations: 'disabled' });
  console.log(`${path}: ${Math.round(statSync(path).size / 1000)} kB`);
  await context.close();
}

await main();
