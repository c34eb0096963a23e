import { graphql } from '../generated/index.js';

/**
 * Two root fields for two scopes: a credential that lacks one still shows the other half. GraphQL
 * fragments cannot be recursive: layouts are read two levels deep.
 */
export const screenView = graphql(`
  query ScreenView($id: ID!, $withRecord: Boolean!, $withPlayback: Boolean!, $withMedia: Boolean!) {
    screen(id: $id) @include(if: $withRecord) {
      ...ScreenRow
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

  # What the words of a schedule need.
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

  # What plays, in the page of a screen and on its card.
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
      type
      name
      status
      thumbnailUrl
      url
    }
  }

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

/** What a file of screens has of each. */
export const screenCsvQuery = graphql(`
  query ScreenCsv($filter: ScreenFilter, $orderBy: ScreenOrder) {
    screens(filter: $filter, orderBy: $orderBy) {
      nodes {
        id
        name
        description
        status
        availability {
          isOnNow
          mode
          timezone
        }
        orientation
        viewport {
          width
          height
        }
        itemCount
        totalDurationSeconds
        createdAt
        updatedAt
      }
    }
  }
`);
