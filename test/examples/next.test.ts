import { join } from 'node:path';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type SimulatorOptions, startSimulator } from '../../src/command/simulator/simulator.js';
import { root } from '../docs/markdown.js';
import { everything } from '../system/test-system.js';

/** Next.js calls this function for each request, with what is behind the `?` of the address. */
type Page = (props: {
  readonly searchParams: Promise<Readonly<Record<string, string>>>;
}) => Promise<ReactElement>;

// The compiler of the tests has no JSX: the example has a configuration of its own.
const file = join(root, 'examples/next/src/app/page.tsx');

/**
 * The HTML of the page, as a server with this credential renders it, for the query of an address.
 */
async function openPage(credential: string, options: SimulatorOptions = {}) {
  const simulator = await startSimulator(options);
  vi.resetModules();
  vi.stubEnv('PARTNER_API_URL', simulator.url);
  vi.stubEnv('PARTNER_CREDENTIAL', credential);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await simulator.close();
  });
  // Its default export is the page: Next.js demands it.
  const { default: page } = (await import(file)) as { readonly default: Page };
  return async (query: Readonly<Record<string, string>> = {}): Promise<string> =>
    renderToStaticMarkup(await page({ searchParams: Promise.resolve(query) }));
}

it('the page of examples/next lists screens, and links to the next ones', async () => {
  const render = await openPage(everything);
  const first = await render();
  expect(first).toContain('<p>240 screens</p>');
  expect(first).toContain('<strong>Berlin Hbf – Gleis 1 links</strong> <span>online</span>');
  expect(first.match(/<li>/g)).toHaveLength(20);
  const after = /href="\?after=([^"]+)"/.exec(first)?.[1] ?? '';
  const second = await render({ after: decodeURIComponent(after) });
  expect(second.match(/<li>/g)).toHaveLength(20);
  expect(second).not.toContain('Berlin Hbf – Gleis 1 links');
  expect(first + second).not.toContain(everything);
});

it('names the scope that the credential lacks', async () => {
  const render = await openPage('demo-playlists-only-credential');
  expect(await render()).toBe(
    '<p role="alert">This server’s credential lacks the scope screens:read.</p>',
  );
});

it('says so where there are no screens', async () => {
  const render = await openPage(everything, { size: { screens: 0 } });
  expect(await render()).toContain('There are no screens');
});

it('says when to try again after a 429', async () => {
  const render = await openPage(everything, { faults: [{ status: 429, retryAfterSeconds: 30 }] });
  expect(await render()).toMatch(
    /The quota of the Partner API is spent: try again in \d+ seconds\./,
  );
});
