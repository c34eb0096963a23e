import { graphql } from '../generated/index.js';

/** Gives every list its filter and its order. */
export const FindInEachList = graphql(`
  query FindInEachList(
    $first: Int
    $screensFilter: ScreenFilter
    $screensOrder: ScreenOrder
    $playlistsFilter: PlaylistFilter
    $playlistsOrder: PlaylistOrder
    $mediaFilter: MediaFilter
    $mediaOrder: MediaOrder
  ) {
    screens(first: $first, filter: $screensFilter, orderBy: $screensOrder) {
      totalCount
      nodes {
        id
      }
    }
    playlists(filter: $playlistsFilter, orderBy: $playlistsOrder) {
      totalCount
    }
    media(filter: $mediaFilter, orderBy: $mediaOrder) {
      totalCount
    }
    organization {
      screens(first: $first, filter: $screensFilter, orderBy: $screensOrder) {
        nodes {
          id
        }
      }
      playlists(filter: $playlistsFilter, orderBy: $playlistsOrder) {
        totalCount
      }
      media(filter: $mediaFilter, orderBy: $mediaOrder) {
        totalCount
      }
    }
  }
`);
