import { mediaAt, noMedia, nodeIdOf, Nodes, places, screenAt } from '../../test/economy/ask.js';

/** What the data behind an operation is like, as a run of single reads has met it. */
export interface Facts {
  /** Distinct media that are linked or asked for, and those among them that are gone. */
  readonly media: number;
  readonly gone: number;
  /** Pages of 100 in the list of media. */
  readonly pages: number;
}

export interface BenchOperation {
  readonly title: string;
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  /** Media files in the library; 1,000 unless told. */
  readonly library?: number;
  /** Clients that send it at the same moment; 1 unless told. */
  readonly clients?: number;
  /** The fewest REST requests that bring the data, to one who does not know on which pages ids stand; and why. */
  readonly least: (facts: Facts) => number;
  readonly because: string;
}

/** k records by id: the cheaper of k reads and all pages of the list; gone ones have to be asked for to be known as gone. */
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
    least: () => 1,
    because: '1',
  },
  {
    title: 'a screen and what it plays',
    query: 'query ($id: ID!) { screen(id: $id) { name playbackConfiguration { revision } } }',
    variables: { id: screenAt(0) },
    least: () => 2,
    because: 'screen + configuration',
  },
  {
    title: 'one screen under fifty aliases',
    query: `query ($id: ID!) { ${places(50)
      .map((index) => `s${index}: screen(id: $id) { name }`)
      .join(' ')} }`,
    variables: { id: screenAt(0) },
    least: () => 1,
    because: '1',
  },
  {
    title: 'totals of the organization’s collections',
    query: '{ organization { name screens { totalCount } playlists { totalCount } media { totalCount } } }',
    least: () => 4,
    because: 'organization + 3 lists',
  },
  {
    title: '20 screens with what they play',
    query: '{ screens(first: 20) { nodes { name playbackConfiguration { revision } } } }',
    least: () => 1 + 20,
    because: '1 page + 20 configurations',
  },
  {
    title: '20 screens, their configurations, and the screens of those',
    query: '{ screens(first: 20) { nodes { playbackConfiguration { screen { screen { name } } } } } }',
    least: () => 1 + 20,
    because: '1 page + 20 configurations',
  },
  {
    title: '20 screens with what they play, and the media of it',
    query: '{ screens(first: 20) { nodes { name playbackConfiguration { items { media { name } } } } } }',
    least: (facts) => 1 + 20 + batch(facts),
    because: '1 page + 20 configurations + batch',
  },
  {
    title: '10 playlists with 50 items each, and their media',
    query: '{ playlists(first: 10) { nodes { name items(first: 50) { nodes { media { name } } } } } }',
    least: (facts) => 1 + 10 + batch(facts),
    because: '1 page + 10 pages of items + batch',
  },
  {
    title: '40 configurations, each asked for twice',
    query: 'query ($ids: [ID!]!) { playbackConfigurations(screenIds: $ids) { revision } }',
    variables: { ids: [...places(40), ...places(40)].map(screenAt) },
    least: () => 40,
    because: '40 distinct ids',
  },
  {
    title: 'all 1,000 media files',
    query: '{ media(first: 1000) { nodes { name } } }',
    least: () => 10,
    because: '10 pages',
  },
  { title: '100 media by id, of 150', ...nodes(100, 150, 1), least: batch, because: 'batch' },
  { title: '100 media by id, of 1,000', ...nodes(100, 1000, 7), least: batch, because: 'batch' },
  {
    title: 'the last 100 media by id, of 1,000',
    ...nodes(100, 1000, 1, 900),
    least: batch,
    because: 'batch',
  },
  { title: '100 media by id, of 50,000', ...nodes(100, 50_000, 497), least: batch, because: 'batch' },
  {
    title: '30 media by id that are gone, of 1,000',
    query: Nodes,
    variables: { nodeIds: places(30).map((index) => nodeIdOf('Media', noMedia(index))) },
    least: batch,
    because: 'batch',
  },
  {
    title: 'a dashboard',
    query: Dashboard,
    least: (facts) => 3 + 20 + 5 + batch(facts),
    because: '3 + 20 configurations + 5 pages of items + batch',
  },
  {
    title: 'the same dashboard in 20 browsers at once',
    query: Dashboard,
    clients: 20,
    least: (facts) => 3 + 20 + 5 + batch(facts),
    because: 'as one',
  },
];
