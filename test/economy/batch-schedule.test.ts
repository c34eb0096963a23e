import { describe, expect, it } from 'vitest';
import { startSystem } from '../system/test-system.js';
import { ask, playlistAt, screenAt, roundsOf } from './ask.js';

/** A page about all screens of an organization. */
const Dashboard = `{
  organization { name }
  screens(first: 20) { totalCount nodes { name playbackConfiguration { revision items { slotId mediaId } } } }
  playlists(first: 5) { totalCount nodes { name items(first: 20) { nodes { slotId media { name } } } } }
}`;

const times = (count: number, operation: string): string[] => Array.from({ length: count }, () => operation);

describe('independent requests', () => {
  it('a screen and its configuration are one round', async () => {
    const system = await startSystem();
    const query = 'query ($id: ID!) { screen(id: $id) { name playbackConfiguration { revision } } }';
    const rounds = await roundsOf(system, query, { variables: { id: screenAt(0) } });
    expect(rounds).toEqual([['screen', 'screenConfiguration']]);
  });

  it('a screen and its configuration are the first of two rounds, if the media of its items follow', async () => {
    const system = await startSystem({ size: { media: 1000 } });
    const query = `query ($id: ID!) {
      screen(id: $id) { name playbackConfiguration { overlays { media { name } } } }
    }`;
    const [first, second, ...more] = await roundsOf(system, query, { variables: { id: screenAt(0) } });
    expect(first).toEqual(['screen', 'screenConfiguration']);
    expect(new Set(second)).toEqual(new Set(['mediaItem']));
    expect(more).toEqual([]);
  });

  it('a single record is read once, even if links lead back to it', async () => {
    const system = await startSystem();
    const query = `query ($id: ID!) {
      screen(id: $id) { name playbackConfiguration { screen { screen { name playbackConfiguration { revision } } } } }
    }`;
    const { data, upstream } = await ask(system, query, { variables: { id: screenAt(0) } });
    const screen = data['screen'];
    expect(screen?.['playbackConfiguration']?.['screen']?.['screen']?.['name']).toBe(screen?.['name']);
    expect(upstream).toMatchObject({ requests: 2, deduplicated: 2 });
  });

  it('a screen selected as a node is one round with its configuration', async () => {
    const system = await startSystem();
    const query = `query ($ids: [ID!]!) {
      nodes(nodeIds: $ids) { ... on Screen { name playbackConfiguration { revision } } }
    }`;
    const ids = [0, 1].map((index) => Buffer.from(`Screen:${screenAt(index)}`).toString('base64url'));
    expect(await roundsOf(system, query, { variables: { ids } })).toEqual([
      ['screen', 'screen', 'screenConfiguration', 'screenConfiguration'],
    ]);
  });

  it('a playlist and its items are one round', async () => {
    const system = await startSystem();
    const query = 'query ($id: ID!) { playlist(id: $id) { name items { nodes { slotId } } } }';
    const rounds = await roundsOf(system, query, { variables: { id: playlistAt(1) } });
    expect(rounds).toEqual([['playlist', 'playlistItems']]);
  });

  it('the organization and its collections are one round', async () => {
    const system = await startSystem();
    const query =
      '{ organization { name screens { totalCount } playlists { nodes { id } } media { nodes { id } } } }';
    expect(await roundsOf(system, query)).toEqual([['media', 'organization', 'playlists', 'screens']]);
  });

  it('the organization selected as a node is one round with its collections', async () => {
    const system = await startSystem();
    const query = `query ($id: ID!) { node(nodeId: $id) { ... on Organization { screens { totalCount } } } }`;
    const id = Buffer.from('Organization:org_nordlicht').toString('base64url');
    expect(await roundsOf(system, query, { variables: { id } })).toEqual([['organization', 'screens']]);
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
    const variables = { ids: Array.from({ length: 30 }, (_, index) => screenAt(index)) };
    // Before the first accepted request of a credential, at most four are in flight.
    expect(await roundsOf(system, query, { variables })).toEqual([
      times(4, 'screenConfiguration'),
      times(26, 'screenConfiguration'),
    ]);
    expect(await roundsOf(system, query, { variables })).toEqual([times(30, 'screenConfiguration')]);
  });

  it('a failing record does not delay the requests of its round', async () => {
    const system = await startSystem();
    const query = 'query ($id: ID!) { screen(id: $id) { name playbackConfiguration { revision } } }';
    system.simulator.setFaults([{ operation: 'partnerV1_screen', status: 500 }]);
    const rounds = await roundsOf(system, query, { variables: { id: screenAt(0) } });
    expect(rounds).toEqual([['screen', 'screenConfiguration']]);
  });
});

describe('dependent requests', () => {
  it('an organization, screens, configurations, playlists and one page of media are two rounds', async () => {
    const system = await startSystem({ size: { media: 90 } });
    const [first, second, ...more] = await roundsOf(system, Dashboard);
    // Links of so many records surely lead to media, and its first page shows how many pages there are.
    expect(first).toEqual(['media', 'organization', 'playlists', 'screens']);
    expect(second).toEqual([...times(5, 'playlistItems'), ...times(20, 'screenConfiguration')]);
    // The slot of a deleted file: only a read by its id can return 404.
    expect(more).toEqual([['mediaItem']]);
  });

  it('links that turn out few cost one request more, which no later operation of the credential sends', async () => {
    const system = await startSystem({ size: { media: 300 } });
    const query = '{ playlists(first: 1) { nodes { items(first: 100) { nodes { media { id } } } } } }';
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
