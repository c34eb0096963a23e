import { describe, expect, it } from 'vitest';
import { startSystem } from '../system/test-system.js';
import {
  ask,
  askMedia,
  count,
  mediaAt,
  nodeIdOf,
  noMedia,
  places,
  playlistAt,
  roundsOf,
  screenAt,
} from './ask.js';

const Fleet = `{
  organization { name }
  screens(first: 8) { nodes { name playbackConfiguration { items { media { name } } } } }
}`;
/** Slow enough for every operation to start before the first response. */
const slow = { latencyMs: 60, size: { media: 250 } };
const together = <T>(number: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(places(number).map(work));

describe('concurrent operations of one credential share requests in flight', () => {
  it('D10: 500 identical operations cost as much as one', async () => {
    const alone = await startSystem(slow);
    const one = await count(alone, () => ask(alone, Fleet));
    const system = await startSystem(slow);
    let responses: Awaited<ReturnType<typeof ask>>[] = [];
    const all = await count(
      system,
      async () => (responses = await together(500, () => ask(system, Fleet))),
    );
    expect(all).toBe(one);
    expect(new Set(responses.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    // Each sent request counts for one operation; the others count it as shared.
    expect(responses.reduce((sum, { upstream }) => sum + (upstream?.requests ?? 0), 0)).toBe(one);
    const sharing = responses.filter(({ upstream }) => (upstream?.shared ?? 0) > 0);
    expect(sharing.length).toBeGreaterThanOrEqual(499);
  });
});

const Playback = `query ($id: ID!) {
  playbackConfiguration(screenId: $id) { items { media { name } layout { panels { items { media { name } } } } } }
}`;
/**
 * The simulator's first screen plays more than eight files; its twelfth is unpaired, so it plays
 * none.
 */
const [busy, idle] = [screenAt(0), screenAt(11)];

/** Media of 300 files, and what a query of one screen costs. */
async function startPlayback() {
  const system = await startSystem({ size: { media: 300 } });
  const play = (id: string) => ask(system, Playback, { variables: { id } });
  return { system, play, costOf: (id: string) => count(system, () => play(id)) };
}

describe('a sweep that starts early, because the operation needed it before', () => {
  it('has the requests, counts and result of a sweep for the batch', async () => {
    const { system, play } = await startPlayback();
    const first = await play(busy);
    expect(system.simulator.requests).toHaveLength(1 + 3 + 1);
    expect(first.upstream?.swept).toBeGreaterThan(8);
    const again = await play(busy);
    expect(system.simulator.requests).toHaveLength(2 * (1 + 3 + 1));
    expect([again.upstream?.primed, again.upstream?.swept]).toEqual([0, first.upstream?.swept]);
    expect(again.data).toEqual(first.data);
    expect(again.data['playbackConfiguration']?.['items']?.length).toBeGreaterThan(3);
    expect(again.codes).toEqual(['NOT_FOUND']);
  });

  it('does not start for other variables, whose links are unknown, nor after a run that did not need it', async () => {
    const { play, costOf } = await startPlayback();
    await play(busy);
    expect([await costOf(idle), await costOf(idle)]).toEqual([1, 1]);
  });

  it('does not start for another credential, nor for another operation', async () => {
    const { system, play } = await startPlayback();
    await play(busy);
    expect(await count(system, () => ask(system, '{ organization { name } }'))).toBe(1);
    system.simulator.clearRequests();
    const credential = 'demo-playback-only-credential';
    await ask(system, Playback, { variables: { id: busy }, credential });
    expect(system.simulator.requests.filter(({ path }) => path.includes('/media?'))).toHaveLength(
      1,
    );
  });

  it('does not start for ids that are on no page: never above k + 1', async () => {
    const { system } = await startPlayback();
    // Links to deleted files: the first playlist has one, and 12 slots.
    const query = `query ($ids: [ID!]!, $id: ID!) {
      nodes(nodeIds: $ids) { nodeId } playlist(id: $id) { items(first: 3) { nodes { media { name } } } }
    }`;
    const ids = places(20).map((index) => nodeIdOf('Media', noMedia(index)));
    for (let run = 1; run <= 3; run += 1) {
      const cost = await count(system, () =>
        ask(system, query, { variables: { ids, id: playlistAt(7) } }),
      );
      expect(cost, `run ${run}`).toBeLessThanOrEqual(20 + 1 + 2);
    }
  });
});

/** Distinct places, scattered over the list by a small generator. */
function scattered(wanted: number, total: number): number[] {
  const found = new Set<number>();
  for (let state = 7; found.size < wanted; state = (state * 48_271) % 2_147_483_647)
    found.add(state % total);
  return [...found];
}

/**
 * The documented bound is min(k, pages + ids not listed) + 1. `cold` are the pages, and a sample if
 * the first page has none of the ids; `warm` is with the length of the list known from the first
 * run.
 */
const cases = [
  { total: 150, where: 'scattered', indexes: scattered(100, 150), cold: 2, warm: 2 },
  { total: 150, where: 'the last 100', indexes: places(100, 50), cold: 2, warm: 2 },
  { total: 150, where: 'the first 100', indexes: places(100), cold: 1, warm: 2 },
  { total: 1000, where: 'scattered', indexes: scattered(100, 1000), cold: 10, warm: 10 },
  { total: 1000, where: 'on the last page', indexes: places(100, 900), cold: 11, warm: 10 },
  { total: 1000, where: 'on the first page', indexes: places(100), cold: 1, warm: 10 },
];

it.each(cases)(
  'a batch of 100 of $total media, ids $where, costs at most one request more than the cheaper of single reads and a sweep',
  async ({ total, indexes, cold, warm }) => {
    const system = await startSystem({ size: { media: total } });
    const ids = indexes.map(mediaAt);
    const run = async (): Promise<number> => {
      let requests = 0;
      const seen = await count(system, async () => {
        const { data, errors, upstream } = await askMedia(system, ids);
        expect(errors).toEqual([]);
        expect(data['nodes']?.map((node) => node['id'])).toEqual(ids);
        requests = upstream?.requests ?? 0;
      });
      expect(seen).toBe(requests);
      return seen;
    };
    expect([await run(), await run()]).toEqual([cold, warm]);
  },
);

/** A page about all screens of an organization. */
const Dashboard = `{
  organization { name }
  screens(first: 20) { totalCount nodes { name playbackConfiguration { revision items { slotId mediaId } } } }
  playlists(first: 5) { totalCount nodes { name items(first: 20) { nodes { slotId media { name } } } } }
}`;

const times = (count: number, operation: string): string[] => places(count).map(() => operation);

const screens = JSON.stringify([0, 1].map((index) => nodeIdOf('Screen', screenAt(index))));
const organization = nodeIdOf('Organization', 'org_nordlicht');

describe('independent requests', () => {
  it.each([
    [
      'a screen and its configuration',
      `{ screen(id: "${screenAt(0)}") { name playbackConfiguration { revision } } }`,
      ['screen', 'screenConfiguration'],
    ],
    [
      'screens that are selected as nodes, and their configurations',
      `{ nodes(nodeIds: ${screens}) { ... on Screen { name playbackConfiguration { revision } } } }`,
      [...times(2, 'screen'), ...times(2, 'screenConfiguration')],
    ],
    [
      'a playlist and its items',
      `{ playlist(id: "${playlistAt(1)}") { name items { nodes { slotId } } } }`,
      ['playlist', 'playlistItems'],
    ],
    [
      'the organization and its collections',
      '{ organization { name screens { totalCount } playlists { nodes { id } } media { nodes { id } } } }',
      ['media', 'organization', 'playlists', 'screens'],
    ],
    [
      'the organization that is selected as a node, and its collections',
      `{ node(nodeId: "${organization}") { ... on Organization { screens { totalCount } } } }`,
      ['organization', 'screens'],
    ],
  ])('%s are one round', async (_what, query, round) => {
    expect(await roundsOf(await startSystem(), query)).toEqual([round]);
  });

  it('a screen and its configuration are the first of two rounds, if the media of its items follow', async () => {
    const system = await startSystem({ size: { media: 1000 } });
    const query = `{ screen(id: "${screenAt(0)}") { name playbackConfiguration { overlays { media { name } } } } }`;
    const [first, second, ...more] = await roundsOf(system, query);
    expect(first).toEqual(['screen', 'screenConfiguration']);
    expect(new Set(second)).toEqual(new Set(['mediaItem']));
    expect(more).toEqual([]);
  });

  it('all pages of a connection after the first are one round', async () => {
    const system = await startSystem({ size: { media: 420 } });
    expect(await roundsOf(system, '{ media(first: 1000) { nodes { id } } }')).toEqual([
      ['media'],
      times(4, 'media'),
    ]);
  });

  it('configurations of several screens are one round', async () => {
    const system = await startSystem();
    const query = 'query ($ids: [ID!]!) { playbackConfigurations(screenIds: $ids) { revision } }';
    const variables = { ids: places(30).map(screenAt) };
    // Before the first accepted request of a credential, at most four are in flight.
    expect(await roundsOf(system, query, { variables })).toEqual([
      times(4, 'screenConfiguration'),
      times(26, 'screenConfiguration'),
    ]);
    expect(await roundsOf(system, query, { variables })).toEqual([
      times(30, 'screenConfiguration'),
    ]);
  });

  it('a failing record does not delay the requests of its round', async () => {
    const system = await startSystem({ faults: [{ operation: 'partnerV1_screen', status: 500 }] });
    const query = `{ screen(id: "${screenAt(0)}") { name playbackConfiguration { revision } } }`;
    expect(await roundsOf(system, query)).toEqual([['screen', 'screenConfiguration']]);
  });
});

describe('dependent requests', () => {
  it('an organization, screens, configurations, playlists and one page of media are two rounds', async () => {
    const system = await startSystem({ size: { media: 90 } });
    const [first, second, ...more] = await roundsOf(system, Dashboard);
    // Links of so many records surely lead to media, and its first page shows how many pages there
    // are.
    expect(first).toEqual(['media', 'organization', 'playlists', 'screens']);
    expect(second).toEqual([...times(5, 'playlistItems'), ...times(20, 'screenConfiguration')]);
    // The slot of a deleted file: only a read by its id can return 404.
    expect(more).toEqual([['mediaItem']]);
  });

  it('links that turn out few cost one request more, which no later operation of the credential sends', async () => {
    const system = await startSystem({ size: { media: 300 } });
    const query =
      '{ playlists(first: 1) { nodes { items(first: 100) { nodes { media { id } } } } } }';
    const isEmpty = [{ operation: 'partnerV1_playlistItems', status: 500 }];
    system.simulator.setFaults(isEmpty);
    expect(await roundsOf(system, query)).toEqual([['media', 'playlists'], ['playlistItems']]);
    expect(await roundsOf(system, query)).toEqual([['playlists'], ['playlistItems']]);
  });

  it('media of configurations and of playlists are one batch', async () => {
    const system = await startSystem({ size: { media: 300 } });
    const query = `{
      screens(first: 12) { nodes { playbackConfiguration { items { media { id } } } } }
      playlists(first: 5) { nodes { items(first: 100) { nodes { media { id } } } } }
    }`;
    const [first, , third, fourth] = await roundsOf(system, query);
    expect(first).toEqual(['media', 'playlists', 'screens']);
    expect(third).toEqual(['media', 'media']);
    expect(new Set(fourth)).toEqual(new Set(['mediaItem']));
  });
});
