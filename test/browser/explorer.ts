import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Page,
  Request,
  Response,
} from 'playwright-core';
import { onTestFinished } from 'vitest';
import type { FacadeOptions } from '../../src/facade.js';
import { connectSocket } from '../system/http-client.js';

/**
 * The explorer's page in a browser profile of its own.
 *
 * @param facadeOptions a demo credential, or none as in front of a real Partner API
 */
export async function openExplorer(
  browser: Browser,
  facadeOptions: Partial<FacadeOptions> = {},
  options: BrowserContextOptions = {},
) {
  const client = await connectSocket({}, facadeOptions);
  const context = await browser.newContext({ viewport: { width: 1360, height: 850 }, ...options });
  onTestFinished(() => context.close());
  const foreignHosts = await abortForeignRequests(context, client.url);
  const page = await context.newPage();
  // Shorter than the time limit of a test, so that the error names the missing element.
  page.setDefaultTimeout(30_000);
  // The editor is large.
  page.setDefaultNavigationTimeout(30_000);
  const consoleMessages = collectConsoleMessages(page);
  await page.goto(`${client.url}${facadeOptions.path ?? '/graphql'}`);
  await page.locator('.graphiql-execute-button').waitFor();
  return {
    ...client,
    page,
    /** Errors and warnings in the console, and exceptions. */
    consoleMessages,
    /** Other hosts than the façade that the page requested; those requests are aborted. */
    foreignHosts,
    /** Opens an example's tab, runs it, and waits for the head of its response. */
    run: (tab: string) => runTab(page, tab),
    /** The text of the result editor. */
    result: async () =>
      (await page.locator('.result-window').innerText()).replaceAll('\u00a0', ' '),
    /** All that the browser stores for the page, as JSON. */
    stored: () =>
      page.evaluate<string>(`(async () => JSON.stringify([
        Object.entries(localStorage), Object.entries(sessionStorage), document.cookie, location.href, name,
        history.state, await indexedDB.databases(), await caches.keys(),
      ]))()`),
  };
}

export type Explorer = Awaited<ReturnType<typeof openExplorer>>;

/** Aborts requests to other hosts; returns the list of these hosts, which grows. */
async function abortForeignRequests(
  context: BrowserContext,
  url: string,
): Promise<readonly string[]> {
  const foreignHosts: string[] = [];
  await context.route(/.*/, (route) => {
    const { origin, host, protocol } = new URL(route.request().url());
    if (origin === url || protocol === 'blob:' || protocol === 'data:') return route.continue();
    foreignHosts.push(host);
    return route.abort();
  });
  return foreignHosts;
}

/** A growing list. */
function collectConsoleMessages(page: Page): readonly string[] {
  const messages: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') messages.push(message.text());
  });
  page.on('pageerror', (error) => messages.push(error.message));
  return messages;
}

async function runTab(page: Page, tab: string): Promise<void> {
  await page.getByTitle(tab, { exact: true }).first().click();
  await page.locator('.graphiql-query-editor').getByText(tab, { exact: true }).first().waitFor();
  // Just after a tab is opened, the explorer still looks for the operation of the tab before, whose
  // document is gone.
  for (let press = 0; press < 8; press += 1) if (await execute(page, tab)) return;
  throw new Error(`${tab} is not run.`);
}

/** Presses the button; returns whether the operation of this name has a response. */
async function execute(page: Page, name: string): Promise<boolean> {
  // GraphiQL sends a subscription by GET.
  const sentBy = (request: Request): string =>
    request.postData() ?? new URL(request.url()).searchParams.get('query') ?? '';
  const isResponse = (response: Response): boolean =>
    /(?:query|subscription) (\w+)/.exec(sentBy(response.request()))?.[1] === name;
  const hasResponse = page.waitForResponse(isResponse, { timeout: 1500 }).then(
    () => true,
    () => false,
  );
  await page.locator('.graphiql-execute-button').click();
  const foundNone = page
    .locator('.result-window')
    .getByText(/Cannot\sinfer\soperation/)
    .first()
    .waitFor();
  return Promise.race([
    hasResponse,
    foundNone.then(
      () => false,
      () => hasResponse,
    ),
  ]);
}
