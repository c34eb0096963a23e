import { graphql } from '../generated/index.js';

/** One reading for each collection: its summary, filters and orders share it. */
export const overviewQuery = graphql(`
  query Overview(
    $screens: Boolean!
    $playlists: Boolean!
    $media: Boolean!
    $newestScreens: ScreenOrder = { field: UPDATED_AT, direction: DESC }
    $newestPlaylists: PlaylistOrder = { field: UPDATED_AT, direction: DESC }
    $newestMedia: MediaOrder = { field: UPDATED_AT, direction: DESC }
  ) {
    screenSummary @include(if: $screens) {
      count
      precision
      onNow
      byStatus {
        status
        count
      }
    }
    offlineOn: screens(first: 8, filter: { statusIn: [OFFLINE], isOnNow: true }, orderBy: $newestScreens)
      @include(if: $screens) {
      totalCount
      nodes {
        id
        name
        updatedAt
      }
    }
    offlineOff: screens(first: 8, filter: { statusIn: [OFFLINE], isOnNow: false }, orderBy: $newestScreens)
      @include(if: $screens) {
      totalCount
      nodes {
        id
        name
        updatedAt
      }
    }
    unpaired: screens(first: 8, filter: { statusIn: [UNPAIRED] }, orderBy: $newestScreens)
      @include(if: $screens) {
      totalCount
      nodes {
        id
        name
        updatedAt
      }
    }
    changedScreens: screens(first: 24, orderBy: $newestScreens) @include(if: $screens) {
      nodes {
        id
        name
        updatedAt
      }
    }
    playlistSummary @include(if: $playlists) {
      count
      precision
      empty
      itemCount
      totalDurationSeconds
    }
    emptyPlaylists: playlists(first: 8, filter: { isEmpty: true }, orderBy: $newestPlaylists)
      @include(if: $playlists) {
      totalCount
      nodes {
        id
        name
        updatedAt
      }
    }
    changedPlaylists: playlists(first: 24, orderBy: $newestPlaylists) @include(if: $playlists) {
      nodes {
        id
        name
        updatedAt
      }
    }
    mediaSummary @include(if: $media) {
      count
      precision
      totalSizeBytes
      sizeUnknown
      byStatus {
        status
        count
      }
    }
    failedMedia: media(first: 8, filter: { statusIn: [FAILED] }, orderBy: $newestMedia) @include(if: $media) {
      totalCount
      nodes {
        id
        name
        updatedAt
      }
    }
    processingMedia: media(first: 8, filter: { statusIn: [PROCESSING] }, orderBy: $newestMedia)
      @include(if: $media) {
      totalCount
      nodes {
        id
        name
        updatedAt
      }
    }
    changedMedia: media(first: 24, orderBy: $newestMedia) @include(if: $media) {
      nodes {
        id
        name
        updatedAt
      }
    }
  }
`);
