import { graphql } from '../generated/index.js';

export const PageInfoFields = graphql(`
  fragment PageInfoFields on PageInfo {
    hasNextPage
    hasPreviousPage
    startCursor
    endCursor
  }
`);

/** Queries that several tests send, one for each way to read the nine endpoints. */
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
