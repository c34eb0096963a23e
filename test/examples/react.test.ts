import type { ObservableQuery } from '@apollo/client';
import axe from 'axe-core';
import type { Page, Request } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chromiumIsMissing, inChromium, phone } from '../browser/browser.js';
import { sharedBrowser } from '../browser/browser-server.js';
import { codeBlocks, read } from '../docs/markdown.js';
import { createClient } from '../../examples/react/src/client.js';
import { readAll } from '../system/rest.js';
import { apolloClient, readBeside } from './apollo-reader.js';
import { examples } from './example.js';
import { expectListKept, type ListData, numbered, shownBy } from './list-on-screen.js';
import { serve, type Service } from './serve.js';
import { addressIn, runLine } from './terminal.js';

const page = codeBlocks(read('examples/react/README.md'));
const [commands = '', another = ''] = page
  .filter(({ language }) => language === 'sh')
  .map(({ text }) => text);
const folder = examples.find(({ name }) => name === 'react')?.folder ?? '';

interface Opened {
  readonly page: Page;
  readonly requests: readonly Request[];
}

/** Starts the page as its README says, in front of a façade, and opens it. */
async function open(
  { url }: Service,
  { credential, colorScheme = 'light' }: { credential: string; colorScheme?: 'light' | 'dark' },
): Promise<Opened> {
  const [, , start = ''] = commands.trim().split('\n');
  const env = { FACADE_URL: url, PARTNER_CREDENTIAL: credential, PORT: '0' };
  const address = addressIn(await runLine(start, folder, env)) ?? '';
  const browser = await sharedBrowser();
  const context = await browser.newContext({
    viewport: phone,
    colorScheme,
    reducedMotion: 'reduce',
  });
  onTestFinished(() => context.close());
  const requests: Request[] = [];
  context.on('request', (request) => requests.push(request));
  const opened = await context.newPage();
  await opened.goto(address);
  return { page: opened, requests };
}

const violationsOf = async (opened: Page): Promise<readonly string[]> => {
  await opened.evaluate(axe.source);
  return opened.evaluate<readonly string[]>(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`,
  );
};

/** In the order of the façade. */
const byName = (names: readonly string[]): readonly string[] =>
  names.toSorted(new Intl.Collator('en', { numeric: true }).compare);

it('begins as the other examples do, and shows another state by another credential', () => {
  expect(commands).toBe('npm install\nnpm run generate\nnpm start\n');
  expect(another).toBe('PARTNER_CREDENTIAL=demo-playlists-only-credential npm start\n');
});

it('its cache keeps two numbered pages with @defer, whatever is read beside them', async () => {
  const service = await serve();
  const client = apolloClient(service, createClient().cache);
  const pages = new Map<number, ObservableQuery<ListData>>();
  const showPage = async (page: number): Promise<void> => {
    if (pages.has(page)) await client.query({ query: numbered, variables: { page } });
    const query = client.watchQuery<ListData>({ query: numbered, variables: { page } });
    pages.set(page, query);
    const subscription = query.subscribe({});
    onTestFinished(() => subscription.unsubscribe());
  };
  const reload = { query: numbered, variables: { page: 1 }, fetchPolicy: 'network-only' } as const;
  await expectListKept(service, {
    showPage: (after) => showPage(after === null ? 1 : 2),
    shown: () => shownBy([...pages.values()].map((query) => query.getCurrentResult().data)),
    reload: () => client.query(reload),
    ...readBeside(client),
  });
});

describe.skipIf(chromiumIsMissing)(`the page of examples/react${inChromium}`, () => {
  it('shows screens, numbered pages in each order, and what fits a search, and when to try again after a 429, with no credential in the browser', async () => {
    const service = await serve();
    const { page: opened, requests } = await open(service, service);
    const cards = opened.locator('.card h2');
    const names = async (summary: string) => {
      await opened.getByText(summary).waitFor();
      return cards.allTextContents();
    };
    const expected = (await readAll(service.simulator, '/screens')).map(({ name }) => String(name));
    expect(await names('1–24 of 240 screens')).toEqual(expected.slice(0, 24));
    await opened.getByRole('button', { name: 'Page 2' }).click();
    expect(await names('25–48 of 240 screens')).toEqual(expected.slice(24, 48));
    expect(await violationsOf(opened)).toEqual([]);
    await opened.getByRole('button', { name: 'Page 10' }).click();
    expect(await names('217–240 of 240 screens')).toEqual(expected.slice(216));
    await opened.getByRole('button', { name: 'Page 1', exact: true }).click();
    expect(await names('1–24 of 240 screens')).toEqual(expected.slice(0, 24));
    await opened.getByRole('combobox', { name: 'Order' }).selectOption('By name');
    await opened.getByText(byName(expected)[0] ?? '').waitFor();
    expect(await names('1–24 of 240 screens')).toEqual(byName(expected).slice(0, 24));
    await opened.getByRole('button', { name: 'Page 2' }).click();
    expect(await names('25–48 of 240 screens')).toEqual(byName(expected).slice(24, 48));

    await opened.getByRole('radio', { name: 'Offline' }).check();
    await opened.getByText('1–24 of 25 screens').waitFor();
    await opened.getByRole('searchbox').fill('nowhere');
    await opened.getByRole('button', { name: 'Search' }).click();
    await opened.getByRole('heading', { name: 'No screen fits' }).waitFor();
    expect(await cards.count()).toBe(0);

    expect(requests.filter((request) => request.method() === 'POST')).toHaveLength(7);
    const sent = await Promise.all(
      requests.map(async (each) => JSON.stringify(await each.allHeaders())),
    );
    const received = await Promise.all(
      requests.map(async (each) => (await each.response())?.text()),
    );
    const kept = await opened.evaluate<string>(
      'JSON.stringify([document.documentElement.outerHTML, { ...localStorage }])',
    );
    const texts = [...sent, ...requests.map((each) => each.postData()), ...received, kept].join(
      '\n',
    );
    expect(texts).toContain('Berlin Hbf');
    expect(texts).not.toContain(service.credential);
    expect(sent.join('\n').toLowerCase()).not.toContain('"authorization"');

    service.simulator.setFaults([{ status: 429, retryAfterSeconds: 30 }]);
    await opened.reload();
    const retry = opened.getByRole('button', { name: /^Try again in \d+ s$/ });
    await retry.waitFor();
    expect(await retry.isDisabled()).toBe(true);
  });

  it('names the scope that a credential lacks', async () => {
    const [, credential = ''] = /PARTNER_CREDENTIAL=(\S+)/.exec(another) ?? [];
    const { page: opened } = await open(await serve(), { credential, colorScheme: 'dark' });
    const failure = opened.getByRole('alert');
    await failure.getByText('It lacks the scope screens:read.').waitFor();
    expect(await failure.getByRole('button', { name: 'Try again' }).isEnabled()).toBe(true);
    expect(await violationsOf(opened)).toEqual([]);
  });
});
