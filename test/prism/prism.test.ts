import { print } from 'graphql';
import { describe, expect, it } from 'vitest';
import { faultsOfResponse } from '../fuzz/response-format.js';
import { post } from '../fuzz/world.js';
import { openFacade } from '../rig/open.js';
import {
  ListMedia,
  ListPlaylistItems,
  ListPlaylists,
  ListScreens,
  ReadConfiguration,
  ReadConfigurations,
  ReadMediaItem,
  ReadOrganization,
  ReadPlaylist,
  ReadScreen,
} from '../system/document.js';
import { until } from '../rig/wait.js';
import { isPrismHere, startPrism } from './prism.js';
import { everything, startDocumented, why } from './documented.js';

describe.skipIf(!isPrismHere)(
  `between façade and simulator Prism finds no violation of the OpenAPI document${why}`,
  () => {
    it('in any request that the façade sends, or any answer that it gets', async () => {
      const { simulator, document } = await startDocumented();
      const prism = await startPrism('proxy', document, [simulator.url]);
      const facade = openFacade({ partnerApiUrl: prism.url });
      let answers = '';
      const ask = async (
        document: Parameters<typeof print>[0] | string,
        variables = {},
        credential = everything,
      ) => {
        const query = typeof document === 'string' ? document : print(document);
        const { text } = await post(facade, { query, variables }, credential);
        expect(faultsOfResponse(text)).toEqual([]);
        answers += text;
        return text;
      };
      const idsIn = (text: string, prefix: string): string[] => [
        ...new Set(
          [...text.matchAll(new RegExp(`"id":"(${prefix}_\\w+)"`, 'g'))].map((found) => found[1] ?? ''),
        ),
      ];

      await ask(ReadOrganization);
      const screens = idsIn(await ask(ListScreens, { first: 120 }), 'scr');
      const [playlist] = idsIn(await ask(ListPlaylists, {}), 'pls');
      const [mediaItem] = idsIn(await ask(ListMedia, { last: 7 }), 'med');
      expect(screens).toHaveLength(120);
      for (const paging of [
        { first: 1 },
        { first: 33 },
        { page: 3, first: 50 },
        { last: 20 },
        { first: 0 },
      ]) {
        await ask(ListScreens, paging);
        await ask(ListMedia, paging);
        await ask(ListPlaylistItems, { id: playlist, ...paging });
      }
      await ask(ReadScreen, { id: screens[0] });
      await ask(ReadPlaylist, { id: playlist });
      await ask(ReadMediaItem, { id: mediaItem });
      await ask(ReadConfiguration, { screenId: screens[1] });
      await ask(ReadConfigurations, { screenIds: screens.slice(0, 40) });
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
      expect(await ask(ListScreens, { first: 2 }, 'demo-playback-only-credential')).toContain('FORBIDDEN');
      expect(await ask(ReadOrganization, {}, 'nobody')).toContain('UNAUTHENTICATED');

      await until('all are logged', () => prism.count() >= simulator.requests.length);
      expect(prism.complaints()).toEqual([]);
      expect(answers).not.toContain('UPSTREAM_');
      expect(prism.count()).toBe(simulator.requests.length);
      expect(prism.count()).toBeGreaterThan(100);
      expect(new Set(simulator.requests.map(({ operation }) => operation)).size).toBe(9);
    });

    it('and finds one where there is one', async () => {
      const { simulator, document } = await startDocumented();
      const prism = await startPrism('proxy', document.replaceAll('"totalPages"', '"pageCount"'), [
        simulator.url,
      ]);
      const { text } = await post(
        openFacade({ partnerApiUrl: prism.url }),
        { query: '{ screens(first: 2) { totalCount } }' },
        everything,
      );
      expect(text).toContain('UPSTREAM_UNAVAILABLE');
      await until('Prism reports it', () => /violation/i.test(prism.complaints().join(' ')));
    });
  },
);
