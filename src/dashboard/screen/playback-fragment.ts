import { graphql } from '../generated/index.js';

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

/** GraphQL fragments cannot be recursive: layouts are read two levels deep. */
export const playbackFragment = graphql(`
  fragment Playback on PlaybackConfiguration {
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
`);
