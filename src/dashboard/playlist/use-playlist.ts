import { useState } from 'react';
import { useCanRead, useKeptEntries, useLast, useRuns } from '../data/use-view.js';
import { errorAt, type ReadError } from '../error/read-error.js';
import type { PlaylistQuery } from '../generated/graphql.js';
import { graphql } from '../generated/index.js';
import { type Place, placeOf } from './strip.js';

/** Items of a page: one REST page. */
const pageSize = 100;

export type PlaylistPages = ReturnType<typeof usePlaylist>;

/** A playlist with the pages of its items that are asked for; first the first one. */
export function usePlaylist(id: string, canRead: boolean) {
  const media = useCanRead('media:read');
  const [pageCount, setPageCount] = useState(1);
  const pages = Array.from({ length: canRead ? pageCount : 0 }, (_none, at) => ({
    id,
    page: at + 1,
    media,
  }));
  const { entries, snapshots, ...reading } = useRuns(playlistQuery, pages);
  useKeptEntries(entries);
  const playlist = snapshots[0]?.data?.playlist;
  const totalCount = playlist?.items?.totalCount ?? 0;
  const readPages = snapshots.filter(({ data }) => data !== undefined).length;
  const allPages = Math.max(1, Math.ceil(totalCount / pageSize));
  const now = {
    ...reading,
    playlist,
    totalCount,
    /** Items that are not read yet. */
    unread: Math.max(0, totalCount - readPages * pageSize),
    /** The items that are read, in order. */
    places: snapshots.flatMap(({ data, errors }, at) => placesOf(data, errors, at * pageSize)),
    /** A page that is asked for is not there yet. */
    isReading: snapshots.some(({ data, errors }) => data === undefined && errors.length === 0),
    isAllAsked: pageCount >= allPages,
    readMore: () => setPageCount(pageCount + 1),
    readAll: () => setPageCount(allPages),
  };
  const last = useLast(playlist ? now : undefined);
  // A refused scope changes the operation, which must not empty the page.
  return playlist === undefined && now.errors.length === 0 ? (last ?? now) : now;
}

const placesOf = (
  data: PlaylistQuery | undefined,
  errors: readonly ReadError[],
  before: number,
): readonly Place[] =>
  (data?.playlist?.items?.nodes ?? []).map((slot, index) =>
    placeOf(slot, before + index, errorAt(errors, ['playlist', 'items', 'nodes', index, 'media'])),
  );

/** A playlist with a page of its items, one REST page of 100. */
const playlistQuery = graphql(`
  query Playlist($id: ID!, $page: Int!, $media: Boolean!) {
    playlist(id: $id) {
      ...PlaylistListRow
      items(first: 100, page: $page) {
        totalCount
        nodes {
          slotId
          type
          position
          durationSeconds
          enabled
          mediaId
          appInstanceId
          media @include(if: $media) {
            id
            name
            type
            status
            width
            height
            thumbnailUrl
            url
          }
        }
      }
    }
  }
`);
