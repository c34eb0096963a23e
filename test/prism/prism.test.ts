import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { print } from 'graphql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commandPath } from '../commands/command.js';
import { faultsOfResponse } from '../fuzz/response-format.js';
import { post } from '../fuzz/world.js';
import { openFacade, openFolder, openSimulator } from '../rig/open.js';
import { freePort } from '../rig/port.js';
import * as documents from '../system/document.js';
import { everything } from '../system/test-system.js';
import { until } from '../rig/wait.js';

const command = commandPath('prism');

/** Whether Prism's command runs on this Node.js at all. */
const isPrismHere = spawnSync(process.execPath, [command, '--version']).status === 0;

/** Part of the names of skipped tests. */
const why = isPrismHere ? '' : ` (skipped: Prism does not run on Node.js ${process.version})`;

/** A simulator and the document that it serves of itself. */
async function startDocumented() {
  const size = { screens: 120, media: 130, playlists: 5, playlistItems: 30 };
  const simulator = await openSimulator({ size });
  const document = await (await fetch(`${simulator.url}/api/partner/openapi.json`)).text();
  return { simulator, document };
}

/**
 * Starts Prism, a proxy that compares what passes with an OpenAPI document, as a process of its
 * own, which ends with the test.
 *
 * @throws Error with its own words when it cannot start
 */
async function startPrism(document: string, upstream: string) {
  const file = join(openFolder(), 'openapi.json');
  // Its own way of fetching a document does not run on every Node.js.
  writeFileSync(file, document);
  const port = await freePort();
  const options = [command, 'proxy', file, upstream, '--errors', '--port', String(port)];
  const child = spawn(process.execPath, options, { stdio: ['ignore', 'pipe', 'pipe'] });
  const exit = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exit;
  });

  let log = '';
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      log += chunk.toString();
      if (log.includes('Prism is listening')) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void exit.then(() => reject(new Error(`Prism did not start: ${log}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    /** Lines of its log that report a violation or a failure. */
    complaints: () => linesOf(log, /✖|⚠|violation|error|warning/i),
    /** Requests that it has seen. */
    count: () => linesOf(log, /Request received/).length,
  };
}

/**
 * Before it listens, Prism lists example paths with made-up ids, and "error" is one of its words.
 */
function linesOf(log: string, pattern: RegExp): string[] {
  const served = log.slice(log.indexOf('Prism is listening'));
  return served.split('\n').filter((line) => pattern.test(line));
}

describe.skipIf(!isPrismHere)(
  `between façade and simulator Prism finds no violation of the OpenAPI document${why}`,
  () => {
    it('in any request that the façade sends, or any answer that it gets', async () => {
      const { simulator, document } = await startDocumented();
      const prism = await startPrism(document, simulator.url);
      const facade = openFacade({ partnerApiUrl: prism.url });
      let answers = '';
      const ask = async (
        query: Parameters<typeof print>[0] | string,
        variables = {},
        credential = everything,
      ) => {
        const text = typeof query === 'string' ? query : print(query);
        const headers = { authorization: `Bearer ${credential}` };
        const answer = await post(facade, { query: text, variables }, headers);
        expect(faultsOfResponse(answer.text)).toEqual([]);
        answers += answer.text;
        return answer.text;
      };
      const idsIn = (text: string, prefix: string): string[] => [
        ...new Set(
          [...text.matchAll(new RegExp(`"id":"(${prefix}_\\w+)"`, 'g'))].map(([, id = '']) => id),
        ),
      ];

      await ask(documents.ReadOrganization);
      const screens = idsIn(await ask(documents.ListScreens, { first: 120 }), 'scr');
      const [playlist] = idsIn(await ask(documents.ListPlaylists, {}), 'pls');
      const [mediaItem] = idsIn(await ask(documents.ListMedia, { last: 7 }), 'med');
      expect(screens).toHaveLength(120);
      for (const paging of [
        { first: 1 },
        { first: 33 },
        { page: 3, first: 50 },
        { last: 20 },
        { first: 0 },
      ]) {
        await ask(documents.ListScreens, paging);
        await ask(documents.ListMedia, paging);
        await ask(documents.ListPlaylistItems, { id: playlist, ...paging });
      }
      await ask(documents.ReadScreen, { id: screens[0] });
      await ask(documents.ReadPlaylist, { id: playlist });
      await ask(documents.ReadMediaItem, { id: mediaItem });
      await ask(documents.ReadConfiguration, { screenId: screens[1] });
      await ask(documents.ReadConfigurations, { screenIds: screens.slice(0, 40) });
      await ask('{ playlists { nodes { items { nodes { media { name } } } } } }');
      await ask(
        '{ screens(first: 30) { nodes { playbackConfiguration { screen { screen { name } } items { media { name url } } } } } }',
      );

      // What is refused keeps the contract too: 404, 403, 401.
      expect(
        await ask(
          '{ screen(id: "gone") { name } playlist(id: "a/b?c") { name } mediaItem(id: "ä 😀") { name } }',
        ),
      ).toContain('NOT_FOUND');
      expect(
        await ask(documents.ListScreens, { first: 2 }, 'demo-playback-only-credential'),
      ).toContain('FORBIDDEN');
      expect(await ask(documents.ReadOrganization, {}, 'nobody')).toContain('UNAUTHENTICATED');

      await until('all are logged', () => prism.count() >= simulator.requests.length);
      expect(prism.complaints()).toEqual([]);
      expect(answers).not.toContain('UPSTREAM_');
      expect(prism.count()).toBe(simulator.requests.length);
      expect(prism.count()).toBeGreaterThan(100);
      expect(new Set(simulator.requests.map(({ operation }) => operation)).size).toBe(9);
    });

    it('and finds one where there is one', async () => {
      const { simulator, document } = await startDocumented();
      const wrong = document.replaceAll('"totalPages"', '"pageCount"');
      const prism = await startPrism(wrong, simulator.url);
      const facade = openFacade({ partnerApiUrl: prism.url });
      const { text } = await post(
        facade,
        { query: '{ screens(first: 2) { totalCount } }' },
        { authorization: `Bearer ${everything}` },
      );
      expect(text).toContain('UPSTREAM_UNAVAILABLE');
      await until('Prism reports it', () => /violation/i.test(prism.complaints().join(' ')));
    });
  },
);
