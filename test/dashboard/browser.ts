import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** Debian's own Chromium; browsers that packages download are not to be had everywhere. */
export const executablePath = '/usr/bin/chromium';

/** What the name of a browser test says where there is none to test with. */
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

/** A page and all that it has said, asked for and been told. */
export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors and warnings in the console, and exceptions. */
  readonly complaints: readonly string[];
  /** Addresses that were asked for. */
  readonly asked: readonly URL[];
  /** Bodies that came from the façade, and the headers with them. */
  readonly told: readonly string[];
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

/** Opens an address in a browser profile of its own, and waits until its first view stands. */
export async function visit(
  browser: Browser,
  address: string,
  { viewport = desktop }: VisitOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({ viewport, locale: 'en', timezoneId: 'Europe/Berlin' });
  const page = await context.newPage();
  const complaints: string[] = [];
  const asked: URL[] = [];
  const told: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => asked.push(new URL(request.url())));
  page.on('response', (response) => {
    if (new URL(response.url()).origin !== new URL(address).origin) return;
    void Promise.all([response.allHeaders(), response.text()]).then(
      ([headers, text]) => told.push(`${JSON.stringify(headers)}\n${text}`),
      () => undefined,
    );
  });
  await page.goto(address);
  return { page, context, complaints, asked, told };
}

/** Waits until the view has nothing more to come. */
export const settle = (page: Page): Promise<void> => page.locator('.view__body[aria-busy="false"]').waitFor();

/** Presses Tab until the focus is on what a person would read as `text`; throws when it never comes. */
export async function tabTo(page: Page, text: string): Promise<void> {
  for (let step = 0; step < 120; step += 1) {
    const focused = await page.evaluate<string>(
      '((element) => element.getAttribute("aria-label") ?? element.textContent ?? "")(document.activeElement)',
    );
    if (focused.trim() === text) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`No press of Tab leads to "${text}".`);
}
