import { describe, expect, it } from 'vitest';
import { startSystem } from '../system/test-system.js';
import { ask, type Json, playlistAt, screenAt, wavesOf } from './ask.js';

/** What the page of a fleet shows at once. */
const Dashboard = `{
  organization { name }
  screens(first: 20) { totalCount nodes { name playbackConfiguration { revision items { slotId mediaId } } } }
  playlists(first: 5) { totalCount nodes { name items(first: 20) { nodes { slotId media { name } } } } }
}`;

const times = (count: number, operation: string): string[] => Array.from({ length: count }, () => operation);

describe('what does not depend on an answer is asked for at once', () => {
  it('a screen and its configuration are one wave', async () => {
    const house = await startSystem();
    const query = 'query ($id: ID!) { screen(id: $id) { name playbackConfiguration { revision } } }';
    const waves = await wavesOf(house, query, { variables: { id: screenAt(0) } });
    expect(waves).toEqual([['screen', 'screenConfiguration']]);
  });

  it('so they are when the media of its items follow: two waves', async () => {
    const house = await startSystem({ size: { media: 1000 } });
    const query = `query ($id: ID!) {
      screen(id: $id) { name playbackConfiguration { overlays { media { name } } } }
    }`;
    const [first, second, ...more] = await wavesOf(house, query, { variables: { id: screenAt(0) } });
    expect(first).toEqual(['screen', 'screenConfiguration']);
    expect(new Set(second)).toEqual(new Set(['mediaItem']));
    expect(more).toEqual([]);
  });

  it('a record that is asked for alone is read once, also where links lead back to it', async () => {
    const house = await startSystem();
    const query = `query ($id: ID!) {
      screen(id: $id) { name playbackConfiguration { screen { screen { name playbackConfiguration { revision } } } } }
    }`;
    const { data, upstream } = await ask(house, query, { variables: { id: screenAt(0) } });
    const screen = data['screen'];
    expect(screen?.['playbackConfiguration']?.['screen']?.['screen']?.['name']).toBe(screen?.['name']);
    expect(upstream).toMatchObject({ requests: 2, deduplicated: 2 });
  });

  it('a screen found as node starts its configuration with it', async () => {
    const house = await startSystem();
    const query = `query ($ids: [ID!]!) {
      nodes(nodeIds: $ids) { ... on Screen { name playbackConfiguration { revision } } }
    }`;
    const ids = [0, 1].map((index) => Buffer.from(`Screen:${screenAt(index)}`).toString('base64url'));
    expect(await wavesOf(house, query, { variables: { ids } })).toEqual([
      ['screen', 'screen', 'screenConfiguration', 'screenConfiguration'],
    ]);
  });

  it('a playlist and its items are one wave', async () => {
    const house = await startSystem();
    const query = 'query ($id: ID!) { playlist(id: $id) { name items { nodes { slotId } } } }';
    const waves = await wavesOf(house, query, { variables: { id: playlistAt(1) } });
    expect(waves).toEqual([['playlist', 'playlistItems']]);
  });

  it('the organization and its collections are one wave', async () => {
    const house = await startSystem();
    const query =
      '{ organization { name screens { totalCount } playlists { nodes { id } } media { nodes { id } } } }';
    expect(await wavesOf(house, query)).toEqual([['media', 'organization', 'playlists', 'screens']]);
  });

  it('the organization found as node starts its collections with it', async () => {
    const house = await startSystem();
    const query = `query ($id: ID!) { node(nodeId: $id) { ... on Organization { screens { totalCount } } } }`;
    const id = Buffer.from('Organization:org_nordlicht').toString('base64url');
    expect(await wavesOf(house, query, { variables: { id } })).toEqual([['organization', 'screens']]);
  });

  it('the later pages of a connection leave together', async () => {
    const house = await startSystem({ size: { media: 420 } });
    expect(await wavesOf(house, '{ media(first: 1000) { nodes { id } } }')).toEqual([
      ['media'],
      times(4, 'media'),
    ]);
  });

  it('configurations of several screens are one wave', async () => {
    const house = await startSystem();
    const query = 'query ($ids: [ID!]!) { playbackConfigurations(screenIds: $ids) { revision } }';
    const variables = { ids: Array.from({ length: 30 }, (_, index) => screenAt(index)) };
    // Of a credential that is not accepted yet, four requests are on their way at once.
    expect(await wavesOf(house, query, { variables })).toEqual([
      times(4, 'screenConfiguration'),
      times(26, 'screenConfiguration'),
    ]);
    expect(await wavesOf(house, query, { variables })).toEqual([times(30, 'screenConfiguration')]);
  });

  it('a record that fails does not keep back what was started with it', async () => {
    const house = await startSystem();
    const query = 'query ($id: ID!) { screen(id: $id) { name playbackConfiguration { revision } } }';
    house.simulator.setFaults([{ operation: 'partnerV1_screen', status: 500 }]);
    const waves = await wavesOf(house, query, { variables: { id: screenAt(0) } });
    expect(waves).toEqual([['screen', 'screenConfiguration']]);
  });
});

describe('what depends on an answer goes with everything that does', () => {
  it('a dashboard of an organization, screens, configurations and playlists is two waves, and its media a third', async () => {
    const house = await startSystem({ size: { media: 90 } });
    const [first, second, third, ...more] = await wavesOf(house, Dashboard);
    expect(first).toEqual(['organization', 'playlists', 'screens']);
    expect(second).toEqual([...times(5, 'playlistItems'), ...times(20, 'screenConfiguration')]);
    expect(third).toEqual(['media']);
    // The slot of a deleted file: only the read by its id tells that it is gone.
    expect(more).toEqual([['mediaItem']]);
  });

  it('when it comes again, its media leave with the first wave: three waves, the gone file among them', async () => {
    const house = await startSystem({ size: { media: 90 } });
    await ask(house, Dashboard);
    const waves = await wavesOf(house, Dashboard);
    expect(waves).toEqual([
      ['media', 'organization', 'playlists', 'screens'],
      [...times(5, 'playlistItems'), ...times(20, 'screenConfiguration')],
      ['mediaItem'],
    ]);
  });

  it('media of configurations and of playlists are one batch', async () => {
    const house = await startSystem({ size: { media: 300 } });
    const query = `{
      screens(first: 12) { nodes { playbackConfiguration { items { media { id } } } } }
      playlists(first: 5) { nodes { items(first: 100) { nodes { media { id } } } } }
    }`;
    const [, , third, fourth, fifth] = await wavesOf(house, query);
    expect([third, fourth]).toEqual([['media'], ['media', 'media']]);
    expect(new Set(fifth)).toEqual(new Set(['mediaItem']));
  });

  it('one slow configuration holds up the media of the others for a second at most, and loses none', async () => {
    const house = await startSystem({ size: { media: 90 } });
    house.simulator.setFaults([
      { operation: 'partnerV1_screenConfiguration', id: screenAt(1), latencyMs: 1600 },
    ]);
    const query =
      '{ screens(first: 3) { nodes { playbackConfiguration { items { mediaId media { id } } } } } }';
    const { data, upstream } = await ask(house, query, { headers: { 'x-upstream-explain': 'trace' } });
    const trace = upstream?.trace ?? [];
    const slow = trace.findIndex(({ milliseconds }) => milliseconds > 1500);
    // Entries stand in the order of their answers.
    expect(trace.findIndex(({ operation }) => operation === 'partnerV1_media')).toBeLessThan(slow);
    const nodes: readonly Json[] = data['screens']?.['nodes'] ?? [];
    const items = nodes.flatMap((node): readonly Json[] => node['playbackConfiguration']?.['items'] ?? []);
    const linked = items.filter((item) => typeof item['mediaId'] === 'string');
    expect(linked.length).toBeGreaterThan(5);
    // One of them links to a file that is gone.
    expect(linked.filter(({ mediaId, media }) => media?.['id'] === mediaId)).toHaveLength(linked.length - 1);
  });
});
