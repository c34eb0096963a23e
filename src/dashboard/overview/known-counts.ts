import { useReadable } from '../data/collection.js';
import { useStore } from '../data/use-view.js';
import { overviewQuery } from './overview-query.js';

/** What this session knows of the sizes of collections without asking. */
export interface KnownCounts {
  readonly screens: number | undefined;
  readonly playlists: number | undefined;
  /** Of all playlists together. */
  readonly items: number | undefined;
}

/** As the overview has read them; undefined before the first visit to it. */
export function useKnownCounts(): KnownCounts {
  const { data } = useStore().entry(overviewQuery, useReadable()).get();
  return {
    screens: data?.screenSummary?.count,
    playlists: data?.playlistSummary?.count,
    items: data?.playlistSummary?.itemCount,
  };
}
