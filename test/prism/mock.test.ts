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
  ReadMediaItem,
  ReadOrganization,
  ReadPlaylist,
  ReadScreen,
} from '../system/document.js';
import { until } from '../rig/wait.js';
import { isPrismHere, startPrism } from './prism.js';
import { everything, startDocumented, why } from './documented.js';

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
    const facade = openFacade({ partnerApiUrl: prism.url });
    for (const [operation, variables] of nine) {
      const { text } = await post(facade, { query: print(operation), variables }, everything);
      expect(faultsOfResponse(text)).toEqual([]);
      expect(text).not.toContain('"errors"');
    }
    await until('all are logged', () => prism.count() >= nine.length);
    expect(prism.complaints()).toEqual([]);
  });

  it.each([
    ['the least values', []],
    ['made-up values', ['--dynamic', '--seed', 'partner']],
  ])(
    '%s break the contract in places: each costs its own record, and is reported as the upstream’s',
    async (_what, more) => {
      const { document } = await startDocumented();
      const prism = await startPrism('mock', document, more);
      const facade = openFacade({ partnerApiUrl: prism.url });
      let served = 0;
      for (const [operation, variables] of nine) {
        const { status, text } = await post(facade, { query: print(operation), variables }, everything);
        expect(status).toBe(200);
        expect(faultsOfResponse(text)).toEqual([]);
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
