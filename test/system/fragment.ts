import { graphql } from '../generated/index.js';

/** One fragment for each type. With the other documents they select the whole schema (`coverage.test.ts`). */
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
