import { mediaAt, noMedia, nodeIdOf, Nodes, places, screenAt } from '../../test/economy/ask.js';

/** The facts behind an operation, from a run of single reads. */
export interface Facts {
  /** Distinct media that are linked or requested, and the missing ones among them. */
  readonly media: number;
  readonly gone: number;
  /** Pages of 100 in the list of media. */
  readonly pages: number;
}

export interface BenchOperation {
  readonly title: string;
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  /** Media files in the library; 1,000 by default. */
  readonly library?: number;
  /** Clients that send it at the same moment; 1 by default. */
  readonly clients?: number;
  /**
   * The minimum of REST requests for the data, without knowing which page holds which id; and why.
   */
  readonly minimum: (facts: Facts) => number;
  readonly because: string;
}

/**
 * k records by id: k reads or all pages of the list, whichever is cheaper. A missing one always
 * costs a read.
 */
const batch = ({ media, gone, pages }: Facts): number => Math.min(media, pages + gone);

const nodes = (count: number, library: number, step: number, first = 3) => ({
  query: Nodes,
  library,
  variables: {
    nodeIds: places(count, first, step).map((index) => nodeIdOf('Media', mediaAt(index % library))),
  },
});

const Dashboard = `{
  organization { name }
  screens(first: 20) { totalCount nodes { name playbackConfiguration { revision items { slotId media { name } } } } }
  playlists(first: 5) { nodes { name items(first: 20) { nodes { slotId media { name } } } } }
}`;

export const operations: readonly BenchOperation[] = [
  {
    title: 'the organization’s name',
    query: '{ organization { name } }',
    minimum: () => 1,
    because: '1',
  },
  {
    title: 'a screen and what it plays',
    query: 'query ($id: ID!) { screen(id: $id) { name playbackConfiguration { revision } } }',
    variables: { id: screenAt(0) },
    minimum: () => 2,
    because: 'screen + configuration',
  },
  {
    title: 'one screen under fifty aliases',
    query: `query ($id: ID!) { ${places(50)
      .map((index) => `s${index}: screen(id: $id) { name }`)
      .join(' ')} }`,
    variables: { id: screenAt(0) },
    minimum: () => 1,
    because: '1',
  },
  {
    title: 'totals of the organization’s collections',
    query:
      '{ organization { name screens { totalCount } playlists { totalCount } media { totalCount } } }',
    minimum: () => 4,
    because: 'organization + 3 lists',
  },
  {
    title: '20 screens with what they play',
    query: '{ screens(first: 20) { nodes { name playbackConfiguration { revision } } } }',
    minimum: () => 1 + 20,
    because: '1 page + 20 configurations',
  },
  {
    title: '20 screens, their configurations, and the screens of those',
    query:
      '{ screens(first: 20) { nodes { playbackConfiguration { screen { screen { name } } } } } }',
    minimum: () => 1 + 20,
    because: '1 page + 20 configurations',
  },
  {
    title: '20 screens with what they play, and the media of it',
    query:
      '{ screens(first: 20) { nodes { name playbackConfiguration { items { media { name } } } } } }',
    minimum: (facts) => 1 + 20 + batch(facts),
    because: '1 page + 20 configurations + batch',
  },
  {
    title: '10 playlists with 50 items each, and their media',
    query:
      '{ playlists(first: 10) { nodes { name items(first: 50) { nodes { media { name } } } } } }',
    minimum: (facts) => 1 + 10 + batch(facts),
    because: '1 page + 10 pages of items + batch',
  },
  {
    title: '40 configurations, each requested twice',
    query: 'query ($ids: [ID!]!) { playbackConfigurations(screenIds: $ids) { revision } }',
    variables: { ids: [...places(40), ...places(40)].map(screenAt) },
    minimum: () => 40,
    because: '40 distinct ids',
  },
  {
    title: 'all 1,000 media files',
    query: '{ media(first: 1000) { nodes { name } } }',
    minimum: () => 10,
    because: '10 pages',
  },
  { title: '100 media by id, of 150', ...nodes(100, 150, 1), minimum: batch, because: 'batch' },
  { title: '100 media by id, of 1,000', ...nodes(100, 1000, 7), minimum: batch, because: 'batch' },
  {
    title: 'the last 100 media by id, of 1,000',
    ...nodes(100, 1000, 1, 900),
    minimum: batch,
    because: 'batch',
  },
  {
    title: '100 media by id, of 50,000',
    ...nodes(100, 50_000, 497),
    minimum: batch,
    because: 'batch',
  },
  {
    title: '30 missing media by id, of 1,000',
    query: Nodes,
    variables: { nodeIds: places(30).map((index) => nodeIdOf('Media', noMedia(index))) },
    minimum: batch,
    because: 'batch',
  },
  {
    title: 'a dashboard',
    query: Dashboard,
    minimum: (facts) => 3 + 20 + 5 + batch(facts),
    because: '3 + 20 configurations + 5 pages of items + batch',
  },
  {
    title: 'the same dashboard in 20 browsers at once',
    query: Dashboard,
    clients: 20,
    minimum: (facts) => 3 + 20 + 5 + batch(facts),
    because: 'as one',
  },
];
