import { graphql } from '../generated/index.js';

export const ScreenSummaryFields = graphql(`
  fragment ScreenSummaryFields on ScreenSummary {
    count
    precision
    byStatus {
      status
      count
    }
    byOrientation {
      orientation
      count
    }
    byTimezone {
      timezone
      count
    }
    onNow
    totalDurationSeconds
    lastUpdatedAt
  }
`);

export const PlaylistSummaryFields = graphql(`
  fragment PlaylistSummaryFields on PlaylistSummary {
    count
    precision
    empty
    itemCount
    totalDurationSeconds
    lastUpdatedAt
  }
`);

export const MediaSummaryFields = graphql(`
  fragment MediaSummaryFields on MediaSummary {
    count
    precision
    byType {
      type
      count
    }
    byStatus {
      status
      count
    }
    totalSizeBytes
    sizeUnknown
    lastUpdatedAt
  }
`);

export const Summarize = graphql(`
  query Summarize($screens: ScreenFilter, $playlists: PlaylistFilter, $media: MediaFilter) {
    screenSummary(filter: $screens) {
      ...ScreenSummaryFields
    }
    playlistSummary(filter: $playlists) {
      ...PlaylistSummaryFields
    }
    mediaSummary(filter: $media) {
      ...MediaSummaryFields
    }
  }
`);

export const SummarizeOrganization = graphql(`
  query SummarizeOrganization($screens: ScreenFilter, $playlists: PlaylistFilter, $media: MediaFilter) {
    organization {
      screenSummary(filter: $screens) {
        ...ScreenSummaryFields
      }
      playlistSummary(filter: $playlists) {
        ...PlaylistSummaryFields
      }
      mediaSummary(filter: $media) {
        ...MediaSummaryFields
      }
    }
  }
`);
