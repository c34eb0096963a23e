import { graphql } from '../generated/index.js';

/** Documents that follow the edges of the graph. */
export const WholeOrganization = graphql(`
  query WholeOrganization(
    $first: Int
    $after: String
    $last: Int
    $before: String
    $page: Int
    $itemsFirst: Int
  ) {
    organization {
      ...OrganizationFields
      screens(first: $first, after: $after, last: $last, before: $before, page: $page) {
        totalCount
        nodes {
          ...ScreenFields
          playbackConfiguration {
            ...PlaybackConfigurationFields
            screen {
              screen {
                id
                nodeId
              }
            }
          }
        }
      }
      playlists(first: $first, after: $after, last: $last, before: $before, page: $page) {
        totalCount
        nodes {
          ...PlaylistFields
          items(first: $itemsFirst) {
            totalCount
            nodes {
              ...PlaylistItemFields
              media {
                ...MediaFields
              }
            }
          }
        }
      }
      media(first: $first, after: $after, last: $last, before: $before, page: $page) {
        totalCount
        nodes {
          ...MediaFields
        }
      }
    }
  }
`);

/** The media behind items, overlays and panels at every depth. */
export const LinkedMedia = graphql(`
  fragment LinkedMedia on PlaybackItem {
    slotId
    mediaId
    media {
      ...MediaFields
    }
  }
`);

export const LinkedPlayback = graphql(`
  query LinkedPlayback($screenId: ID!) {
    playbackConfiguration(screenId: $screenId) {
      items {
        ...LinkedMedia
        layout {
          panels {
            items {
              ...LinkedMedia
              layout {
                panels {
                  items {
                    ...LinkedMedia
                  }
                }
              }
            }
          }
        }
      }
      overlays {
        ...LinkedMedia
      }
      screen {
        screen {
          ...ScreenFields
        }
      }
    }
  }
`);

export const ReadNode = graphql(`
  query ReadNode($nodeId: ID!) {
    node(nodeId: $nodeId) {
      __typename
      nodeId
      ...OrganizationFields
      ...ScreenFields
      ...PlaylistFields
      ... on Media {
        id
        name
        mimeType
      }
    }
  }
`);

export const ReadNodes = graphql(`
  query ReadNodes($nodeIds: [ID!]!) {
    nodes(nodeIds: $nodeIds) {
      __typename
      nodeId
      ... on Organization {
        organizationId: id
      }
      ... on Screen {
        screenId: id
      }
      ... on Playlist {
        playlistId: id
      }
      ... on Media {
        mediaId: id
      }
    }
  }
`);
