import type { Locator, Page } from 'playwright-core';
import type { DashboardServer } from '../dashboard/server.js';

export const rowsOf = (page: Page): Locator => page.locator('[data-place]');

export function sentTo({ simulator }: DashboardServer): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { operation } of simulator.requests) counts[operation] = (counts[operation] ?? 0) + 1;
  return counts;
}

const lists: ReadonlySet<string> = new Set([
  'partnerV1_screens',
  'partnerV1_playlists',
  'partnerV1_media',
]);

export const listRequests = ({ simulator }: DashboardServer): number =>
  simulator.requests.filter(({ operation }) => lists.has(operation)).length;

/** The operations that a page sends from now on, each as the JSON of its request. */
export function sentBy(page: Page): readonly string[] {
  const texts: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/dashboard/graphql')) texts.push(request.postData() ?? '');
  });
  return texts;
}

/** Types into the search, and waits until the list shows what it finds. */
export async function search(page: Page, text: string): Promise<void> {
  const found = page.waitForResponse((response) => response.url().endsWith('/dashboard/graphql'));
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill(text);
  await found;
  await page
    .locator('.row-link')
    .filter({ hasText: new RegExp(text, 'i') })
    .first()
    .waitFor();
}
