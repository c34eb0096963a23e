import type { Browser, Locator } from 'playwright-core';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { chromiumIsMissing, inChromium } from './browser.js';
import { sharedBrowser } from './browser-server.js';
import { hours, startLive } from '../system/live/service.js';
import { everything } from '../system/test-system.js';
import { type Explorer, openExplorer } from './explorer.js';

const demo = { demoCredential: everything };
const tabs = [
  'Dashboard',
  'Offline',
  'Screen',
  'Playlists',
  'Pager',
  'Summary',
  'Nodes',
  'Later',
  'Trace',
  'Refused',
  'Live',
];
const secret = 'canary-3f1c-typed-by-hand';

describe.skipIf(chromiumIsMissing)(`F24: the explorer in a browser${inChromium}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedBrowser();
  });

  /** The console is empty, and all requests went to the façade. */
  const expectQuiet = ({ consoleMessages, foreignHosts }: Explorer): void => {
    expect(consoleMessages).toEqual([]);
    expect(foreignHosts).toEqual([]);
  };
  const costLine = ({ page }: Pick<Explorer, 'page'>): Promise<string> =>
    page.locator('#cost summary').innerText();

  it('needs no internet, and runs every example with the demo credential, at the path that an embedder has chosen', async () => {
    const explorer = await openExplorer(browser, { ...demo, path: '/api/signage' });
    await expect
      .poll(() => explorer.page.locator('.graphiql-query-editor').innerText())
      .toContain('Dashboard');
    expect(await explorer.page.getByRole('tab').allInnerTexts()).toEqual(tabs);
    await explorer.run('Later');
    // Deferred fields are shown when they arrive.
    await expect.poll(() => explorer.result()).toContain('"revision"');
    await expect.poll(() => costLine(explorer)).toMatch(/^The last response: 6 of 250/);
    for (const tab of tabs) {
      await explorer.run(tab);
      await expect
        .poll(() => costLine(explorer))
        .toMatch(/^The last response: \d+ of 250 REST requests, \d+ estimated/);
      await expect.poll(() => explorer.result()).toContain('"data"');
    }
    // The REST requests of a traced operation are listed until the next one.
    await explorer.run('Trace');
    await explorer.page.locator('#cost.has-rows summary').click();
    const rows = explorer.page.locator('#cost tr');
    await expect
      .poll(() => rows.first().innerText())
      .toBe('operation\tpath\tscope\tstatus\tmilliseconds\twave');
    expect(await rows.filter({ hasText: 'partnerV1_screens' }).first().innerText()).toMatch(
      /^partnerV1_screens\t\/api\/partner\/v1\/screens\?page=1&limit=3\tscreens:read\t200\t[\d.]+\t1$/,
    );
    await explorer.run('Nodes');
    await expect.poll(() => rows.count()).toBe(0);
    expectQuiet(explorer);
  });

  it('follows the color scheme, stores no demo credential, and opens a query from behind the # of the address beside the tabs of the visitor', async () => {
    const explorer = await openExplorer(browser, demo);
    const { page, url } = explorer;
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const brightness = await page.evaluate<number>(`(() => {
        const bar = document.querySelector('#cost');
        const [red, green, blue] = getComputedStyle(bar).backgroundColor.match(/[\\d.]+/g).map(Number);
        return (red + green + blue) / 3;
      })()`);
      if (colorScheme === 'dark') expect(brightness).toBeLessThan(80);
      else expect(brightness).toBeGreaterThan(200);
    }
    await explorer.run('Pager');
    expect(await explorer.stored()).not.toContain(everything);
    await page.reload();
    await page.locator('.graphiql-execute-button').waitFor();
    await explorer.run('Pager');
    await expect.poll(() => explorer.result()).toContain('"totalCount"');
    const query = 'query Handed($id: ID!) { screen(id: $id) { name } }';
    const hash = new URLSearchParams({ query, variables: '{ "id": "scr_1fyak" }' }).toString();
    const other = await page.context().newPage();
    await other.goto(`${url}/graphql#${hash}`);
    await other.locator('.graphiql-query-editor').getByText('Handed').first().waitFor();
    expect(other.url()).toBe(`${url}/graphql`);
    await other.locator('.graphiql-execute-button').click();
    await expect
      .poll(async () =>
        (await other.locator('.result-window').innerText()).replaceAll('\u00a0', ' '),
      )
      .toContain('"name": "Berlin Hbf');
    // GraphiQL stores its tabs after a moment of rest.
    await expect.poll(() => other.evaluate('JSON.stringify(localStorage)')).toContain('Handed');
    await other.reload();
    await other.getByTitle('Handed', { exact: true }).waitFor();
    expect(await other.getByRole('tab').allInnerTexts()).toContain('Dashboard');
    expectQuiet(explorer);
  });

  it.each([
    ['a laptop', { width: 1280, height: 800 }, tabs.length],
    ['a phone', { width: 390, height: 844 }, 3],
  ])('can be read on %s: title, tabs and result', async (_what, viewport, shownTabs) => {
    const explorer = await openExplorer(browser, demo, { viewport });
    const { page } = explorer;
    await explorer.run('Dashboard');
    const line = page.locator('.result-window .view-line').filter({ hasText: '"organization"' });
    const name = page.locator('.result-window .view-line').filter({ hasText: 'Berlin' }).first();
    await name.waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
    const boxOf = async (found: Locator) =>
      (await found.boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 };
    const title = await boxOf(page.getByText('Partner GraphQL', { exact: true }));
    const list = await boxOf(page.getByRole('tablist'));
    const isBeside = title.x >= list.x + list.width;
    const isAbove = title.y + title.height <= list.y;
    expect([title.y >= 0, title.height < 30, isBeside || isAbove]).toEqual([true, true, true]);
    expect(title.x + title.width).toBeLessThanOrEqual(viewport.width);
    const boxes = await Promise.all((await page.getByRole('tab').all()).map(boxOf));
    const shown = boxes.filter(({ x, width }) => x >= list.x && x + width <= list.x + list.width);
    expect(shown.length).toBeGreaterThanOrEqual(shownTabs);
    expect((await boxOf(line)).width).toBeGreaterThan(250);
    expect((await boxOf(line)).y).toBeLessThan(viewport.height / 2 + 150);
    // Names have dashes that the editor would frame.
    const borders = await page
      .locator('.unicode-highlight')
      .evaluateAll((all) =>
        all.map((each) => each.computedStyleMap().get('border-top-width')?.toString()),
      );
    expect(new Set(borders)).toEqual(new Set(['0px']));
  });

  it('runs a subscription: shows each event with its cost, and leaves the stream when it is stopped', async () => {
    const settings = { LIVE_MIN_SECONDS: '1' };
    const service = await startLive({ ...demo, settings });
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(`${service.endpoint}?query=${encodeURIComponent(hours)}`);
    const sent: string[] = [];
    page.on('request', (request) => {
      // Not the workers, which are the page's own blobs.
      if (request.url().startsWith('http')) sent.push(`${request.method()} ${request.url()}`);
    });
    const result = async (): Promise<string> =>
      (await page.locator('.result-window').innerText()).replaceAll('\u00a0', ' ');
    await page.locator('.graphiql-execute-button').click();
    await expect.poll(result).toContain('"isOnNow": true');
    await expect
      .poll(() => costLine({ page }))
      .toMatch(/^The last response: 1 of 250 REST requests/);
    service.change();
    await expect.poll(result).toContain('"isOnNow": false');
    expect(await service.streams()).toBe(1);
    await page.locator('.graphiql-execute-button').click();
    await service.untilStreams(0);
    // An address with the operation would reach the logs of proxies.
    expect(new Set(sent)).toEqual(new Set([`POST ${service.endpoint}`]));
  });

  it('shows the documentation without a credential, and stores none: not in storage, the address or cookies, and not after a reload', async () => {
    const explorer = await openExplorer(browser);
    const { page } = explorer;
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    await page
      .locator('.graphiql-doc-explorer')
      .getByRole('link', { name: 'Query', exact: true })
      .click();
    await page
      .locator('.graphiql-doc-explorer')
      .getByRole('link', { name: 'screens', exact: true })
      .click();
    await expect
      .poll(() => page.locator('.graphiql-doc-explorer').innerText())
      .toMatch(/screens[^]*first[^]*after/);
    expect(explorer.simulator.requests).toEqual([]);
    await page.getByRole('button', { name: 'Hide Documentation Explorer' }).click();
    await page.locator('.graphiql-editor-tool').getByText('<PARTNER_CREDENTIAL>').click();
    await page.keyboard.press('Control+A');
    // The editor closes the brace.
    await page.keyboard.insertText(`{ "Authorization": "Bearer ${secret}"`);
    await explorer.run('Dashboard');
    await expect.poll(() => explorer.result()).toContain('UNAUTHENTICATED');
    // The explorer stores its state with a delay; opening another tab makes it do so.
    await page.getByTitle('Nodes', { exact: true }).click();
    await expect
      .poll(() => explorer.stored())
      .toContain(`activeTabIndex\\":${tabs.indexOf('Nodes')}`);
    expect(await explorer.stored()).not.toContain(secret);
    expect(page.url()).toBe(`${explorer.url}/graphql`);
    await page.reload();
    await page.locator('.graphiql-execute-button').waitFor();
    expect(await explorer.stored()).not.toContain(secret);
    for (const tab of tabs) {
      await page.getByTitle(tab, { exact: true }).first().click();
      expect(await page.locator('body').innerText()).not.toContain(secret);
    }
    expect(explorer.foreignHosts).toEqual([]);
  });
});
