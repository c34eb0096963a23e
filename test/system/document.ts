import { graphql } from '../generated/index.js';

/**
 * The documents that several tests send. Together they select every field of the schema (`coverage.test.ts`), and
 * every type as a fragment of its own.
 */
export const OrganizationFields = graphql(`
  fragment OrganizationFields on Organization {
    nodeId
    id
    name
    slug
    createdAt
    updatedAt
  }
`);

export const AvailabilityFields = graphql(`
  fragment AvailabilityFields on Availability {
    mode
    timezone
    isOnNow
    weekly {
      day
      start
      end
    }
    special {
      startDate
      endDate
      start
      end
    }
  }
`);

export const ScreenFields = graphql(`
  fragment ScreenFields on Screen {
    nodeId
    id
    name
    description
    status
    orientation
    viewport {
      width
      height
    }
    availability {
      ...AvailabilityFields
    }
    itemCount
    totalDurationSeconds
    createdAt
    updatedAt
  }
`);

export const MediaFields = graphql(`
  fragment MediaFields on Media {
    nodeId
    id
    name
    type
    status
    mimeType
    sizeBytes
    width
    height
    defaultDurationSeconds
    url
    thumbnailUrl
    createdAt
    updatedAt
  }
`);

export const PlaylistFields = graphql(`
  fragment PlaylistFields on Playlist {
    nodeId
    id
    name
    description
    itemCount
    totalDurationSeconds
    createdAt
    updatedAt
  }
`);

export const PlaylistItemFields = graphql(`
  fragment PlaylistItemFields on PlaylistItem {
    slotId
    type
    position
    durationSeconds
    enabled
    mediaId
    appInstanceId
  }
`);

export const PlaybackItemFields = graphql(`
  fragment PlaybackItemFields on PlaybackItem {
    slotId
    type
    durationSeconds
    mediaId
    url
    mimeType
    width
    height
    appInstanceId
    slug
    renderingMode
  }
`);

export const ZonesLayoutFields = graphql(`
  fragment ZonesLayoutFields on ZonesLayout {
    presentation {
      mediaFit
      backgroundColor
      gapViewportHeightRatio
      paddingViewportHeightRatio
      cornerRadiusViewportHeightRatio
    }
  }
`);

export const ZonesPanelFields = graphql(`
  fragment ZonesPanelFields on ZonesPanel {
    panelId
    x
    y
    width
    height
  }
`);

/** Layouts inside layouts, as deep as the demo data has them; the innermost items have none. */
export const PlaybackItemTree = graphql(`
  fragment PlaybackItemTree on PlaybackItem {
    ...PlaybackItemFields
    layout {
      ...ZonesLayoutFields
      panels {
        ...ZonesPanelFields
        items {
          ...PlaybackItemFields
          layout {
            ...ZonesLayoutFields
            panels {
              ...ZonesPanelFields
              items {
                ...PlaybackItemFields
                layout {
                  ...ZonesLayoutFields
                }
              }
            }
          }
        }
      }
    }
  }
`);

export const PlaybackConfigurationFields = graphql(`
  fragment PlaybackConfigurationFields on PlaybackConfiguration {
    resolvedAt
    revision
    screen {
      id
      name
      status
      orientation
      viewport {
        width
        height
      }
    }
    availability {
      ...AvailabilityFields
    }
    items {
      ...PlaybackItemTree
    }
    overlays {
      ...PlaybackItemTree
    }
  }
`);

export const PageInfoFields = graphql(`
  fragment PageInfoFields on PageInfo {
    hasNextPage
    hasPreviousPage
    startCursor
    endCursor
  }
`);

export const ReadOrganization = graphql(`
  query ReadOrganization {
    organization {
      ...OrganizationFields
    }
  }
`);

export const ReadScreen = graphql(`
  query ReadScreen($id: ID!) {
    screen(id: $id) {
      ...ScreenFields
    }
  }
`);

export const ReadPlaylist = graphql(`
  query ReadPlaylist($id: ID!) {
    playlist(id: $id) {
      ...PlaylistFields
    }
  }
`);

export const ReadMediaItem = graphql(`
  query ReadMediaItem($id: ID!) {
    mediaItem(id: $id) {
      ...MediaFields
    }
  }
`);

export const ReadConfiguration = graphql(`
  query ReadConfiguration($screenId: ID!) {
    playbackConfiguration(screenId: $screenId) {
      ...PlaybackConfigurationFields
    }
  }
`);

export const ReadConfigurations = graphql(`
  query ReadConfigurations($screenIds: [ID!]!) {
    playbackConfigurations(screenIds: $screenIds) {
      ...PlaybackConfigurationFields
    }
  }
`);

export const ListScreens = graphql(`
  query ListScreens($first: Int, $after: String, $last: Int, $before: String, $page: Int) {
    screens(first: $first, after: $after, last: $last, before: $before, page: $page) {
      edges {
        cursor
        node {
          ...ScreenFields
        }
      }
      nodes {
        id
      }
      pageInfo {
        ...PageInfoFields
      }
      totalCount
    }
  }
`);

export const ListPlaylists = graphql(`
  query ListPlaylists($first: Int, $after: String, $last: Int, $before: String, $page: Int) {
    playlists(first: $first, after: $after, last: $last, before: $before, page: $page) {
      edges {
        cursor
        node {
          ...PlaylistFields
        }
      }
      nodes {
        id
      }
      pageInfo {
        ...PageInfoFields
      }
      totalCount
    }
  }
`);

export const ListMedia = graphql(`
  query ListMedia($first: Int, $after: String, $last: Int, $before: String, $page: Int) {
    media(first: $first, after: $after, last: $last, before: $before, page: $page) {
      edges {
        cursor
        node {
          ...MediaFields
        }
      }
      nodes {
        id
      }
      pageInfo {
        ...PageInfoFields
      }
      totalCount
    }
  }
`);

export const ListPlaylistItems = graphql(`
  query ListPlaylistItems($id: ID!, $first: Int, $after: String, $last: Int, $before: String, $page: Int) {
    playlist(id: $id) {
      items(first: $first, after: $after, last: $last, before: $before, page: $page) {
        edges {
          cursor
          node {
            ...PlaylistItemFields
          }
        }
        nodes {
          slotId
        }
        pageInfo {
          ...PageInfoFields
        }
        totalCount
      }
    }
  }
`);
