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
    offlineOn: screens(
      first: 8
      filter: { statusIn: [OFFLINE], isOnNow: true }
      orderBy: $newestScreens
    ) @include(if: $screens) {
      ...ScreensToShow
    }
    offlineOff: screens(
      first: 8
      filter: { statusIn: [OFFLINE], isOnNow: false }
      orderBy: $newestScreens
    ) @include(if: $screens) {
      ...ScreensToShow
    }
    unpaired: screens(first: 8, filter: { statusIn: [UNPAIRED] }, orderBy: $newestScreens)
      @include(if: $screens) {
      ...ScreensToShow
    }
    changedScreens: screens(first: 24, orderBy: $newestScreens) @include(if: $screens) {
      ...ScreensToShow
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
      ...PlaylistsToShow
    }
    changedPlaylists: playlists(first: 24, orderBy: $newestPlaylists) @include(if: $playlists) {
      ...PlaylistsToShow
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
    failedMedia: media(first: 8, filter: { statusIn: [FAILED] }, orderBy: $newestMedia)
      @include(if: $media) {
      ...MediaToShow
    }
    processingMedia: media(first: 8, filter: { statusIn: [PROCESSING] }, orderBy: $newestMedia)
      @include(if: $media) {
      ...MediaToShow
    }
    changedMedia: media(first: 24, orderBy: $newestMedia) @include(if: $media) {
      ...MediaToShow
    }
  }

  fragment ScreensToShow on ScreenConnection {
    totalCount
    nodes {
      id
      name
      updatedAt
    }
  }

  fragment PlaylistsToShow on PlaylistConnection {
    totalCount
    nodes {
      id
      name
      updatedAt
    }
  }

  fragment MediaToShow on MediaConnection {
    totalCount
    nodes {
      id
      name
      updatedAt
    }
  }
`);
