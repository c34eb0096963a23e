import { print } from 'graphql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFacade, type Facade } from '../../src/facade.js';
import { startSimulator } from '../../src/simulator/simulator.js';
import { faultsOfAnswer } from '../fuzz/response-format.js';
import { post } from '../fuzz/world.js';
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

/** Stands in the names of what is skipped. */
const why = isPrismHere ? '' : ` (skipped: Prism does not run on Node.js ${process.version})`;

const everything = 'demo-everything-credential';

/** A simulator and the document that it serves of itself. */
async function startDocumented() {
  const simulator = await startSimulator({
    size: { screens: 120, media: 130, playlists: 5, playlistItems: 30 },
  });
  onTestFinished(() => simulator.close());
  const document = await (await fetch(`${simulator.url}/api/partner/openapi.json`)).text();
  return { simulator, document };
}

function openFacade(partnerApiUrl: string): Facade {
  const facade = createFacade({ partnerApiUrl, settings: { LOG_LEVEL: 'silent' } });
  onTestFinished(() => facade.close());
  return facade;
}

describe.skipIf(!isPrismHere)(
  `between façade and simulator Prism finds no violation of the OpenAPI document${why}`,
  () => {
    it('in any request that the façade sends, or any answer that it gets', async () => {
      const { simulator, document } = await startDocumented();
      const prism = await startPrism('proxy', document, [simulator.url]);
      const facade = openFacade(prism.url);
      let answers = '';
      const ask = async (
        document: Parameters<typeof print>[0] | string,
        variables = {},
        credential = everything,
      ) => {
        const query = typeof document === 'string' ? document : print(document);
        const { text } = await post(facade, { query, variables }, credential);
        expect(faultsOfAnswer(text)).toEqual([]);
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
    }, 90_000);

    it('and finds one where there is one', async () => {
      const { simulator, document } = await startDocumented();
      const prism = await startPrism('proxy', document.replaceAll('"totalPages"', '"pageCount"'), [
        simulator.url,
      ]);
      const { text } = await post(
        openFacade(prism.url),
        { query: '{ screens(first: 2) { totalCount } }' },
        everything,
      );
      expect(text).toContain('UPSTREAM_UNAVAILABLE');
      await until('Prism tells it', () => /violation/i.test(prism.complaints().join(' ')));
    }, 60_000);
  },
);

/** One operation for each of the nine of the contract. */
const nine = [
  [ReadOrganization, {}],
  [ReadScreen, { id: 'scr_1' }],
  [ReadPlaylist, { id: 'pls_1' }],
  [ReadMediaItem, { id: 'med_1' }],
  [ReadConfiguration, { screenId: 'scr_1' }],
  [ListScreens, { first: 2 }],
  [ListPlaylists, { first: 2 }],
  [ListMedia, { first: 2 }],
  [ListPlaylistItems, { id: 'pls_1', first: 2 }],
] as const;

/** Examples for what a type and a pattern alone let anybody make up; by the property's name. */
const examples: Readonly<Record<string, unknown>> = {
  timezone: 'Europe/Berlin',
  start: '08:00',
  end: '18:30',
  startDate: '2026-12-24',
  endDate: '2026-12-26',
  backgroundColor: '#00ff00',
  page: 1,
  limit: 2,
  total: 1,
  totalPages: 1,
  itemCount: 3,
  position: 1,
  // Zones hold items, which hold zones: a mock never comes to an end.
  panels: [],
};

/** The document with these examples at its properties. */
const withExamples = (document: string): string =>
  JSON.stringify(
    JSON.parse(document, (name, value: unknown) =>
      name in examples && typeof value === 'object' && value !== null && 'type' in value
        ? { ...value, example: examples[name] }
        : value,
    ),
  );

describe.skipIf(!isPrismHere)(`Prism’s mock of the document is a Partner API like any other${why}`, () => {
  it('with examples where types say too little: all nine operations are served, with no error', async () => {
    const { document } = await startDocumented();
    const prism = await startPrism('mock', withExamples(document), []);
    const facade = openFacade(prism.url);
    for (const [operation, variables] of nine) {
      const { text } = await post(facade, { query: print(operation), variables }, everything);
      expect(faultsOfAnswer(text)).toEqual([]);
      expect(text).not.toContain('"errors"');
    }
    await until('all are logged', () => prism.count() >= nine.length);
    expect(prism.complaints()).toEqual([]);
  }, 60_000);

  it.each([
    ['the least values', []],
    ['made-up values', ['--dynamic', '--seed', 'partner']],
  ])(
    '%s break the contract in places: each costs its own record, and is told as the upstream’s',
    async (_what, more) => {
      const { document } = await startDocumented();
      const prism = await startPrism('mock', document, more);
      const facade = openFacade(prism.url);
      let served = 0;
      for (const [operation, variables] of nine) {
        const { status, text } = await post(facade, { query: print(operation), variables }, everything);
        expect(status).toBe(200);
        expect(faultsOfAnswer(text)).toEqual([]);
        for (const [, code] of text.matchAll(/"code":"(\w+)"/g))
          // 500 is Prism's own, where the values that it makes up break its document.
          expect(['UPSTREAM_INVALID_RESPONSE', 'UPSTREAM_UNAVAILABLE']).toContain(code);
        if (!text.includes('"errors"')) served += 1;
      }
      expect(served).toBeGreaterThanOrEqual(2);
    },
    60_000,
  );
});
