import { readFileSync } from 'node:fs';
import { type IncomingMessage, request as sendRequest, type ServerResponse } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { chromiumIsMissing, inChromium } from './browser.js';
import { sharedBrowser } from './browser-server.js';
import { codeBlocks, read } from '../docs/markdown.js';
import { openServer } from '../rig/port.js';
import { hours, type LiveService, startLive } from '../system/live/service.js';
import { everything } from '../system/test-system.js';

const eventSourceProgram = codeBlocks(read('docs/clients.md')).find(({ text }) =>
  text.includes('new EventSource'),
)?.text;

describe.skipIf(chromiumIsMissing)(`subscriptions in a browser${inChromium}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedBrowser();
  });

  const openPage = async (address: string): Promise<Page> => {
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    page.setDefaultTimeout(30_000);
    await page.goto(address);
    return page;
  };

  /** A page of a listed origin. */
  const openOrigin = async () => {
    const origin = await startGateway();
    const service = await startLive({ settings: { CORS_ORIGINS: origin } });
    return { service, page: await openPage(origin) };
  };

  it('EventSource gets each event by GET, from a server that adds the credential', async () => {
    const service = await startLive();
    const page = await openPage(await startGateway(service));
    await page.evaluate(`(() => {
      window.seen = [];
      const query = ${JSON.stringify(hours)};
      const show = (event) => seen.push(event);
      ${eventSourceProgram}
      source.addEventListener('complete', () => show('complete'));
    })()`);
    await expectEvents(page, service);
  });

  it('live of partner-graphql/client gets each event, without a bundler', async () => {
    const { service, page } = await openOrigin();
    await page.evaluate(`(async () => {
      window.seen = [];
      const { live, partnerErrors } = await import('/client/index.js');
      const headers = { authorization: 'Bearer ${everything}' };
      const options = { document: ${JSON.stringify(hours)}, headers };
      const read = async () => {
        for await (const event of live(${JSON.stringify(service.endpoint)}, options)) seen.push(event);
      };
      read().catch((error) => seen.push(partnerErrors(error)[0].extensions.code, 'complete'));
    })()`);
    await expectEvents(page, service);
  });
});

/** The page collects events in `seen`. */
async function expectEvents(page: Page, service: LiveService): Promise<void> {
  const seen = (): Promise<readonly unknown[]> => page.evaluate<unknown[]>('seen');
  await expect.poll(async () => (await seen()).length, waiting).toBe(1);
  service.change();
  await expect.poll(async () => (await seen()).length, waiting).toBe(2);
  const [first, second] = (await seen()).map((event) => JSON.stringify(event));
  expect(first).toContain('"isOnNow":true');
  expect(second).toContain('"isOnNow":false');
  service.revoke();
  await expect.poll(async () => (await seen()).length, waiting).toBe(4);
  const [, , refused, last] = await seen();
  expect(JSON.stringify(refused)).toContain('UNAUTHENTICATED');
  expect(last).toBe('complete');
  await service.untilStreams(0);
}

const waiting = { timeout: 20_000 };

/** A module of the package as it is published. */
const readBuilt = (path: string): Buffer =>
  readFileSync(new URL(`../../dist${path}`, import.meta.url));

/**
 * A page's own server: an empty page, and `/graphql` with the credential that the page does not
 * have.
 */
const startGateway = (service?: LiveService): Promise<string> =>
  openServer((request, response) => {
    if (service !== undefined && request.url?.startsWith('/graphql') === true)
      forward(service, request, response);
    else if (request.url?.startsWith('/client/') === true)
      response.setHeader('content-type', 'text/javascript').end(readBuilt(request.url));
    else response.setHeader('content-type', 'text/html').end('<!doctype html>');
  });

function forward({ url }: LiveService, request: IncomingMessage, response: ServerResponse): void {
  const { accept } = request.headers;
  const headers = {
    authorization: `Bearer ${everything}`,
    ...(accept !== undefined && { accept }),
  };
  const forwarded = sendRequest(url + (request.url ?? ''), { headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  response.once('close', () => forwarded.destroy());
  forwarded.once('error', () => response.destroy()).end();
}
