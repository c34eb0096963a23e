import { existsSync } from 'node:fs';
import type { Browser, LaunchOptions, Page } from 'playwright-core';

/**
 * Debian's Chromium, without windows where that is installed: it takes less of the processor. The
 * browsers that npm packages download are not available everywhere.
 */
const paths = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const executablePath = paths.find((path) => existsSync(path));

/** Marks the name of a browser test that is skipped for lack of a browser. */
export const chromiumIsMissing = executablePath === undefined;
export const inChromium = chromiumIsMissing ? ` (SKIPPED: there is no ${paths.join(' or ')})` : '';

export const launchOptions: LaunchOptions = {
  ...(executablePath !== undefined && { executablePath }),
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

interface Size {
  readonly width: number;
  readonly height: number;
}

export const desktop: Size = { width: 1280, height: 900 };
export const laptop: Size = { width: 1440, height: 900 };
export const phone: Size = { width: 390, height: 844 };

/** A large display at a workplace, or on a wall. */
export const wide: Size = { width: 2560, height: 1440 };

export interface VisitOptions {
  readonly viewport?: Size;
  readonly colorScheme?: 'light' | 'dark';
  readonly reducedMotion?: 'reduce';
  readonly permissions?: readonly string[];
  /** Between two polls of the page's subscriptions. */
  readonly pollSeconds?: number;
}

/**
 * The page subscribes with 15 seconds. Polls run at the ticks of the credential, so the next one
 * might come at any moment of a test, and its REST requests beside those that are counted.
 */
const defaultPollSeconds = 3600;

const pollEvery = (seconds: number): string => `{
  const send = globalThis.fetch;
  globalThis.fetch = (url, init) => send(url, {
    ...init,
    body: init?.body?.replace('everySeconds: 15', 'everySeconds: ${seconds}'),
  });
}`;

/**
 * Opens an address in a new browser profile: the page with everything that it logs, requests and
 * receives.
 */
export async function visit(
  browser: Browser,
  address: string,
  {
    viewport = desktop,
    permissions = [],
    pollSeconds = defaultPollSeconds,
    ...preferences
  }: VisitOptions = {},
) {
  const context = await browser.newContext({
    viewport,
    permissions: [...permissions],
    locale: 'en',
    timezoneId: 'Europe/Berlin',
    ...preferences,
  });
  await context.addInitScript(pollEvery(pollSeconds));
  const page = await context.newPage();
  const consoleMessages: string[] = [];
  const requestedUrls: URL[] = [];
  const responses: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      consoleMessages.push(message.text());
  });
  page.on('pageerror', (error) => consoleMessages.push(error.message));
  page.on('request', (request) => requestedUrls.push(new URL(request.url())));
  page.on('response', (response) => {
    if (new URL(response.url()).origin !== new URL(address).origin) return;
    void Promise.all([response.allHeaders(), response.text()]).then(
      ([headers, text]) => responses.push(`${JSON.stringify(headers)}\n${text}`),
      () => undefined,
    );
  });
  await page.goto(address);
  return { page, context, consoleMessages, requestedUrls, responses };
}

export type Visit = Awaited<ReturnType<typeof visit>>;

/** Waits until the view has loaded completely. */
export const settle = (page: Page): Promise<void> =>
  page.locator('.view__body[aria-busy="false"]:not(:has(.shimmer))').waitFor({ state: 'attached' });

/** Shows another view of an open page, and waits until it has loaded. */
export async function show(page: Page, hash: string): Promise<void> {
  // The address changes at once, the view a task later.
  await page.evaluate(
    `new Promise((done) => { location.hash = ${JSON.stringify(hash)}; requestAnimationFrame(() => requestAnimationFrame(done)); })`,
  );
  await settle(page);
}

/** The element with the focus, by its label or its text. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(
    '((element) => element.getAttribute("aria-label") ?? element.textContent ?? "")(document.activeElement)',
  );

/** Presses Tab until the element that reads as `text` has the focus; throws after 120 presses. */
export async function tabTo(page: Page, text: string): Promise<void> {
  for (let step = 0; step < 120; step += 1) {
    if ((await focused(page)).trim() === text) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach "${text}".`);
}
