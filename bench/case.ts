import type { DataSet } from './data.js';

export type CaseName = 'Q1' | 'Q2' | 'Q3' | 'Q4' | 'Q5';
export type Variables = Readonly<Record<string, string | number>>;

/** One of the measured queries; its text is in `queries/<schema>/<name>.graphql`. */
export interface Case {
  readonly name: CaseName;
  readonly title: string;
  /**
   * REST requests of the façade for a single query: every page of a list once, and no record twice.
   */
  readonly requests: number;
  /** Of the load generator. */
  readonly connections: number;
  /** Used in rotation, so that few of the in-flight queries are the same. */
  readonly variables: (data: DataSet) => readonly Variables[];
}

const times = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index));

export const cases: readonly Case[] = [
  {
    name: 'Q1',
    title: 'one screen',
    requests: 1,
    connections: 32,
    variables: ({ screens }) => screens.map(({ id }) => ({ id })),
  },
  {
    name: 'Q2',
    title: '100 screens',
    requests: 1,
    connections: 32,
    variables: () => times(4, (index) => ({ page: index + 1 })),
  },
  {
    name: 'Q3',
    title: '20 screens with what they play and its media',
    // A page of screens, 20 configurations, 10 pages of media.
    requests: 31,
    connections: 16,
    variables: () => times(20, (index) => ({ page: index + 1 })),
  },
  {
    name: 'Q4',
    title: 'a playlist with 100 items and their media',
    // The playlist, a page of items, 10 pages of media.
    requests: 12,
    connections: 16,
    variables: ({ playlists }) => playlists.map(({ id }) => ({ id })),
  },
  {
    name: 'Q5',
    title: 'organization, 50 screens and 20 playlists with all their media',
    // The organization, a page of screens and one of playlists, 50 configurations, 20 pages of
    // items, 10 of media.
    requests: 83,
    connections: 8,
    variables: () =>
      times(24, (index) => ({ screenPage: (index % 8) + 1, playlistPage: (index % 3) + 1 })),
  },
];
