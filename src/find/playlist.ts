import type { Playlist } from '../partner/playlist.js';
import { commonFields, commonMembers } from './common.js';
import { isTrue } from './filter.js';
import type { CommonFilter, Finder } from './finder.js';
import { byNumber } from './order.js';
import { countOf, latestOf, sumOf, summarize } from './summary.js';

export interface PlaylistFilter extends CommonFilter {
  readonly isEmpty?: boolean | null | undefined;
}

export type PlaylistOrderField = 'NAME' | 'CREATED_AT' | 'UPDATED_AT' | 'ITEM_COUNT' | 'TOTAL_DURATION';

const isEmpty = ({ itemCount }: Playlist): boolean => itemCount === 0;

export const playlistFinder: Finder<Playlist, PlaylistFilter, PlaylistOrderField> = {
  members: { ...commonMembers<Playlist>(), isEmpty: isTrue(isEmpty) },
  fields: {
    ...commonFields<Playlist>(),
    ITEM_COUNT: byNumber(({ itemCount }) => itemCount),
    TOTAL_DURATION: byNumber(({ totalDurationSeconds }) => totalDurationSeconds),
  },
};

/** The figures of `PlaylistSummary`, over records that match. */
export const summarizePlaylists = (playlists: readonly Playlist[]) =>
  summarize(playlists, {
    count: countOf<Playlist>(),
    empty: countOf(isEmpty),
    itemCount: sumOf(({ itemCount }: Playlist) => itemCount),
    totalDurationSeconds: sumOf(({ totalDurationSeconds }: Playlist) => totalDurationSeconds),
    lastUpdatedAt: latestOf(({ updatedAt }: Playlist) => updatedAt),
  });
