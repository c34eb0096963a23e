import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** Debian's Chromium: the browsers that npm packages download are not available everywhere. */
export const executablePath = '/usr/bin/chromium';

/** Marks the name of a browser test that is skipped for lack of a browser. */
export const chromiumIsMissing = !existsSync(executablePath);
export const inChromium = chromiumIsMissing ? ` (SKIPPED: there is no ${executablePath})` : '';

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath,
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
  });

/** An open page with everything that it logged, requested and received. */
export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console errors and warnings, and uncaught exceptions. */
  readonly consoleMessages: readonly string[];

  readonly requestedUrls: readonly URL[];
  /** Headers and bodies that the façade sent. */
  readonly responses: readonly string[];
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export const desktop: Size = { width: 1280, height: 900 };
export const phone: Size = { width: 390, height: 844 };

export interface VisitOptions {
  readonly viewport?: Size;
}

/** Opens an address in a new browser profile. */
export async function visit(
  browser: Browser,
  address: string,
  { viewport = desktop }: VisitOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({ viewport, locale: 'en', timezoneId: 'Europe/Berlin' });
  const page = await context.newPage();
  const consoleMessages: string[] = [];
  const requestedUrls: URL[] = [];
  const responses: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') consoleMessages.push(message.text());
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

/** Waits until the view has loaded completely. */
export const settle = (page: Page): Promise<void> => page.locator('.view__body[aria-busy="false"]').waitFor();

/** Presses Tab until the element that reads as `text` has the focus; throws after 120 presses. */
export async function tabTo(page: Page, text: string): Promise<void> {
  for (let step = 0; step < 120; step += 1) {
    const focused = await page.evaluate<string>(
      '((element) => element.getAttribute("aria-label") ?? element.textContent ?? "")(document.activeElement)',
    );
    if (focused.trim() === text) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach "${text}".`);
}
