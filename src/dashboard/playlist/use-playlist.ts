import { useMemo } from 'react';
import { useCanRead } from '../data/scope.js';
import { useKeptEntries, useSnapshots, useStore } from '../data/use-view.js';
import { errorAt, type ReadError } from '../error/read-error.js';
import type { PlaylistQuery } from '../generated/graphql.js';
import { graphql } from '../generated/index.js';
import { type Place, placeOf } from './strip.js';

export interface PlaylistPages {
  readonly playlist: PlaylistQuery['playlist'] | undefined;
  readonly totalCount: number;
  /** Items that are not read yet. */
  readonly unread: number;
  /** The items that are read, in order. */
  readonly places: readonly Place[];
  readonly errors: readonly ReadError[];
  readonly isBusy: boolean;
  /** A page that is asked for is not there yet. */
  readonly isReading: boolean;
  /** Pages that are asked for. */
  readonly pageCount: number;
  /** Number of pages of the whole playlist. */
  readonly allPages: number;
  readonly refresh: () => void;
}

/** Items of a page: one REST page. */
const pageSize = 100;

/** A playlist with the first pages of its items. @param pageCount 0 reads nothing */
export function usePlaylist(id: string, pageCount: number): PlaylistPages {
  const store = useStore();
  const media = useCanRead('media:read');
  const entries = useMemo(
    () =>
      Array.from({ length: pageCount }, (_none, at) =>
        store.entry(playlistQuery, { id, page: at + 1, media }),
      ),
    [store, id, pageCount, media],
  );
  const snapshots = useSnapshots(entries);
  useKeptEntries(entries);
  const playlist = snapshots[0]?.data?.playlist;
  const totalCount = playlist?.items?.totalCount ?? 0;
  const readPages = snapshots.filter(({ data }) => data !== undefined).length;
  return {
    playlist,
    totalCount,
    unread: Math.max(0, totalCount - readPages * pageSize),
    places: snapshots.flatMap(({ data, errors }, at) => placesOf(data, errors, at * pageSize)),
    errors: snapshots.flatMap(({ errors }) => errors),
    isBusy: snapshots.some(({ isBusy }) => isBusy),
    pageCount,
    allPages: Math.max(1, Math.ceil(totalCount / pageSize)),
    isReading: snapshots.some(({ data, errors }) => data === undefined && errors.length === 0),
    refresh: () => entries.forEach((entry) => entry.read(0)),
  };
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
      id
      name
      description
      totalDurationSeconds
      createdAt
      updatedAt
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
