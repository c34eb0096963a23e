import type { Browser, BrowserContextOptions, Page, Response } from 'playwright-core';
import { onTestFinished } from 'vitest';
import type { FacadeOptions } from '../../../src/facade.js';
import { connectSocket, type SocketClient } from '../../system/http-client.js';

/** The explorer's page in a browser profile of its own. */
export interface Explorer extends SocketClient {
  readonly page: Page;
  /** Errors and warnings in the console, and exceptions. */
  readonly complaints: readonly string[];
  /** Hosts that were asked for anything but the façade; those requests are cut off. */
  readonly strangers: readonly string[];
  /** Opens an example's tab, runs it, and waits for the head of its answer. */
  readonly run: (tab: string) => Promise<void>;
  /** What stands in the answer's editor. */
  readonly answer: () => Promise<string>;
  /** Everything that the page could find again when it is opened next. */
  readonly kept: () => Promise<string>;
}

/** @param facadeOptions a demo credential, or none as in front of a real Partner API */
export async function openExplorer(
  browser: Browser,
  facadeOptions: Partial<FacadeOptions> = {},
  options: BrowserContextOptions = {},
): Promise<Explorer> {
  const door = await connectSocket({}, facadeOptions);
  const context = await browser.newContext({ viewport: { width: 1360, height: 850 }, ...options });
  onTestFinished(() => context.close());
  const complaints: string[] = [];
  const strangers: string[] = [];
  await context.route(/.*/, (route) => {
    const { origin, host, protocol } = new URL(route.request().url());
    if (origin === door.url || protocol === 'blob:' || protocol === 'data:') return route.continue();
    strangers.push(host);
    return route.abort();
  });
  const page = await context.newPage();
  // Whatever is waited for in vain is then told by its name.
  page.setDefaultTimeout(8000);
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${door.url}${facadeOptions.path ?? '/graphql'}`);
  await page.locator('.graphiql-execute-button').waitFor();

  return {
    ...door,
    page,
    complaints,
    strangers,
    async run(tab) {
      await page.getByTitle(tab, { exact: true }).first().click();
      await page.locator('.graphiql-query-editor').getByText(tab, { exact: true }).first().waitFor();
      // For a moment after a tab is opened, the explorer still runs the operation of the one before, which is not there.
      for (let press = 0; press < 8; press += 1) if (await isAnswered(page, tab)) return;
      throw new Error(`${tab} is not run.`);
    },
    answer: async () => (await page.locator('.result-window').innerText()).replaceAll('\u00a0', ' '),
    kept: () =>
      page.evaluate<string>(`(async () => JSON.stringify([
        Object.entries(localStorage), Object.entries(sessionStorage), document.cookie, location.href, name,
        history.state, await indexedDB.databases(), await caches.keys(),
      ]))()`),
  };
}

/** Presses the button, and tells whether the operation of this name was answered then. */
async function isAnswered(page: Page, name: string): Promise<boolean> {
  const isAnswer = (response: Response): boolean =>
    response.request().postData()?.includes(`query ${name}`) === true;
  const answered = page.waitForResponse(isAnswer, { timeout: 1500 }).then(
    () => true,
    () => false,
  );
  await page.locator('.graphiql-execute-button').click();
  return answered;
}
