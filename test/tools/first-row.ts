import { chromium } from 'playwright-core';
import { launchOptions, visit } from '../browser/browser.js';
import { buildAssets } from '../dashboard/build.js';
import { startDashboard } from '../dashboard/server.js';

/**
 * `npm run bench:page`: milliseconds until the first row of a list is on the page, over the
 * simulator without latency.
 */
const runs = 7;

/** Sizes of the organization, in screens. */
const sizes = [240, 5000];

const assets = await buildAssets();
const browser = await chromium.launch(launchOptions);
for (const screens of sizes) {
  const server = await startDashboard({ simulator: { size: { screens } }, dashboard: { assets } });
  const { url } = await server.listen();
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) times.push(await firstRow(url));
  console.log(`${screens} screens: ${describe(times)}`);
  await server.close();
}
await browser.close();

/** Each in a new browser profile, with an empty cache and without a session. */
async function firstRow(url: string): Promise<number> {
  const { page, context } = await visit(browser, `${url}/#/screens`);
  await page.locator('.table__row a').first().waitFor();
  const elapsed = await page.evaluate<number>('performance.now()');
  await context.close();
  return elapsed;
}

function describe(times: readonly number[]): string {
  const sorted = [...times].sort((one, other) => one - other).map(Math.round);
  return `first row after ${sorted[Math.floor(sorted.length / 2)]} ms (${sorted[0]} to ${sorted.at(-1)}) in ${runs} runs`;
}
