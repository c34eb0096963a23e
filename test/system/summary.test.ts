import { describe, expect, it } from 'vitest';
import { pathsOf, readAll } from './rest.js';
import { codesOf, sendQuery } from './send.js';
import { Summarize, SummarizeOrganization } from './summary-document.js';
import { isOnNow, mediaFigures, playlistFigures, screenFigures, timezoneOf } from './summary-model.js';
import { startSystem, type TestSystem } from './test-system.js';

/** `isOnNow` depends on the clock. */
const noon = { now: () => new Date('2026-11-20T12:00:00Z') };

const readLists = async ({ simulator }: TestSystem) => {
  const [screens, playlists, media] = await Promise.all([
    readAll(simulator, '/screens'),
    readAll(simulator, '/playlists'),
    readAll(simulator, '/media'),
  ]);
  return { screens, playlists, media };
};

describe('the figures of a summary', () => {
  it.each([
    ['a whole list', {}],
    ['the visible items of short pages', { hiddenEvery: 3, emptyPages: [1] }],
  ])('are those of %s, on Query and Organization', async (_what, options) => {
    const system = await startSystem({ ...noon, ...options });
    const { screens, playlists, media } = await readLists(system);
    const expected = {
      screenSummary: screenFigures(screens),
      playlistSummary: playlistFigures(playlists),
      mediaSummary: mediaFigures(media),
    };
    expect(screens.length).toBeGreaterThan(80);
    const { data, errors } = await system.query(Summarize, {});
    expect(errors).toBeUndefined();
    expect(data).toEqual(expected);
    expect((await system.query(SummarizeOrganization, {})).data).toEqual({ organization: expected });
  });

  it('are those of the matches of a filter', async () => {
    const system = await startSystem(noon);
    const lists = await readLists(system);
    const timezones = [...new Set(lists.screens.map(timezoneOf))].slice(0, 3);
    const middle = String(lists.playlists[7]?.['createdAt']);
    const expected = {
      screenSummary: screenFigures(
        lists.screens.filter((screen) => isOnNow(screen) && timezones.includes(timezoneOf(screen))),
      ),
      playlistSummary: playlistFigures(
        lists.playlists.filter(({ createdAt }) => Date.parse(String(createdAt)) >= Date.parse(middle)),
      ),
      mediaSummary: mediaFigures(lists.media.filter(({ status }) => status === 'failed')),
    };
    const filters = {
      screens: { isOnNow: true, timezoneIn: timezones },
      playlists: { createdSince: middle },
      media: { statusIn: ['FAILED' as const] },
    };
    for (const { count } of Object.values(expected)) expect(count).toBeGreaterThan(0);
    expect((await system.query(Summarize, filters)).data).toEqual(expected);
    const organization = (await system.query(SummarizeOrganization, filters)).data?.organization;
    expect(organization).toEqual(expected);
  });

  it('are zero, and exact, where nothing matches or the list is empty', async () => {
    const empty = { ...screenFigures([]), lastUpdatedAt: null };
    const matchless = await startSystem(noon);
    const { data } = await matchless.query(Summarize, {
      screens: { nameContains: 'no screen has this name' },
    });
    expect(data?.screenSummary).toEqual(empty);
    const bare = await startSystem({ ...noon, size: { screens: 0, playlists: 0, media: 0 } });
    expect((await bare.query(Summarize, {})).data).toEqual({
      screenSummary: empty,
      playlistSummary: playlistFigures([]),
      mediaSummary: mediaFigures([]),
    });
  });

  it('need no REST request where a filter can match nothing', async () => {
    const system = await startSystem(noon);
    const paths = await pathsOf(system.simulator, async () => {
      const filters = { screens: { statusIn: [] }, playlists: { idIn: ['..', ''] }, media: { idIn: [] } };
      const { data, errors } = await system.query(Summarize, filters);
      expect(errors).toBeUndefined();
      expect(data).toEqual({
        screenSummary: screenFigures([]),
        playlistSummary: playlistFigures([]),
        mediaSummary: mediaFigures([]),
      });
    });
    expect(paths).toEqual([]);
  });
});

describe('a summary that cannot be read', () => {
  it.each([
    ['demo-screens-only-credential', ['playlistSummary', 'mediaSummary']],
    ['demo-playlists-only-credential', ['screenSummary', 'mediaSummary']],
    ['demo-playback-only-credential', ['screenSummary', 'playlistSummary', 'mediaSummary']],
  ])('%s: is null with FORBIDDEN, and costs its siblings nothing', async (credential, forbidden) => {
    const system = await startSystem(noon);
    const { data, errors } = await system.query(Summarize, {}, credential);
    expect(errors?.map(({ path }) => path?.join('.'))).toEqual(forbidden);
    for (const error of errors ?? []) expect(error.extensions['code']).toBe('FORBIDDEN');
    for (const [name, summary] of Object.entries(data ?? {}))
      expect(summary === null, name).toBe(forbidden.includes(name));
  });

  it('refuses a time that is none before any REST request', async () => {
    const { facade, simulator } = await startSystem(noon);
    const query = '{ screenSummary(filter: { updatedSince: "yesterday" }) { count } }';
    const response = await sendQuery(facade, query);
    expect(codesOf(response)).toEqual(['screenSummary BAD_USER_INPUT']);
    expect(response.errors[0]?.message).toContain('updatedSince is "yesterday"');
    const below = '{ organization { mediaSummary(filter: { createdBefore: "2026-02-30" }) { count } } }';
    expect(codesOf(await sendQuery(facade, below))).toEqual(['organization.mediaSummary BAD_USER_INPUT']);
    expect(simulator.requests.map(({ operation }) => operation)).toEqual(['partnerV1_organization']);
  });
});
