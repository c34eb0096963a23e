import { graphql } from '../generated/index.js';

/** What the words of a schedule need. */
export const scheduleFragment = graphql(`
  fragment Schedule on Availability {
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

export const playbackItemFragment = graphql(`
  fragment PlaybackItemParts on PlaybackItem {
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
    media @include(if: $withMedia) {
      name
      status
      thumbnailUrl
      url
    }
  }
`);

export const layoutFragment = graphql(`
  fragment LayoutParts on ZonesLayout {
    presentation {
      mediaFit
      backgroundColor
      gapViewportHeightRatio
      paddingViewportHeightRatio
      cornerRadiusViewportHeightRatio
    }
    panels {
      panelId
      x
      y
      width
      height
      items {
        ...PlaybackItemParts
      }
    }
  }
`);

/**
 * Two root fields for two scopes: a credential that lacks one still shows the other half. GraphQL fragments cannot be
 * recursive: layouts are read two levels deep.
 */
export const screenView = graphql(`
  query ScreenView($id: ID!, $withRecord: Boolean!, $withPlayback: Boolean!, $withMedia: Boolean!) {
    screen(id: $id) @include(if: $withRecord) {
      name
      description
      status
      orientation
      viewport {
        width
        height
      }
      availability {
        ...Schedule
      }
      itemCount
      totalDurationSeconds
      createdAt
      updatedAt
    }
    playbackConfiguration(screenId: $id) @include(if: $withPlayback) {
      resolvedAt
      revision
      screen {
        name
        status
        orientation
        viewport {
          width
          height
        }
      }
      availability {
        ...Schedule
      }
      items {
        ...PlaybackItemParts
        layout {
          ...LayoutParts
          panels {
            items {
              layout {
                ...LayoutParts
              }
            }
          }
        }
      }
      overlays {
        ...PlaybackItemParts
      }
    }
  }
`);
