import { createData } from '../data.js';

/** An operation of `docs/cost.md`, over the data of the bench. */
export interface WaveOperation {
  readonly title: string;
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

const data = createData();
const screenIds = data.screens.slice(0, 40).map(({ id }) => id);
const nodeIds = data.media
  .filter((_, index) => index % 10 === 3)
  .map(({ id }) => Buffer.from(`Media:${id}`).toString('base64url'));
const aliases = Array.from({ length: 50 }, (_, index) => `s${index}: screen(id: $id) { name }`);

export const waveOperations: readonly WaveOperation[] = [
  { title: 'the organization’s name', query: '{ organization { name } }' },
  {
    title: 'a screen and what it plays',
    query: 'query ($id: ID!) { screen(id: $id) { name playbackConfiguration { revision } } }',
    variables: { id: screenIds[0] },
  },
  {
    title: 'one screen under fifty aliases',
    query: `query ($id: ID!) { ${aliases.join(' ')} }`,
    variables: { id: screenIds[0] },
  },
  {
    title: 'totals of the organization’s collections',
    query:
      '{ organization { name screens { totalCount } playlists { totalCount } media { totalCount } } }',
  },
  {
    title: '20 screens with what they play',
    query: '{ screens(first: 20) { nodes { name playbackConfiguration { revision } } } }',
  },
  {
    title: '20 screens, their configurations, and the screens of those',
    query:
      '{ screens(first: 20) { nodes { playbackConfiguration { screen { screen { name } } } } } }',
  },
  {
    title: '20 screens with what they play, and the media of it',
    query:
      '{ screens(first: 20) { nodes { name playbackConfiguration { items { media { name } } } } } }',
  },
  {
    title: '10 playlists with 50 items each, and their media',
    query:
      '{ playlists(first: 10) { nodes { name items(first: 50) { nodes { media { name } } } } } }',
  },
  {
    title: '40 configurations, each requested twice',
    query: 'query ($ids: [ID!]!) { playbackConfigurations(screenIds: $ids) { revision } }',
    variables: { ids: [...screenIds, ...screenIds] },
  },
  { title: 'all 1,000 media files', query: '{ media(first: 1000) { nodes { name } } }' },
  {
    title: '100 media by id, of 1,000',
    query: 'query ($ids: [ID!]!) { nodes(nodeIds: $ids) { nodeId ... on Media { id name } } }',
    variables: { ids: nodeIds },
  },
  {
    title: 'a dashboard',
    query: `{
      organization { name }
      screens(first: 20) { totalCount nodes { name playbackConfiguration { revision items { slotId media { name } } } } }
      playlists(first: 5) { nodes { name items(first: 20) { nodes { slotId media { name } } } } }
    }`,
  },
];
