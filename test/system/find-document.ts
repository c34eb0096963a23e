import { graphql } from '../generated/index.js';

/** Documents that filter, order and summarize. */
export const FindScreens = graphql(`
  query FindScreens(
    $first: Int
    $after: String
    $last: Int
    $before: String
    $page: Int
    $filter: ScreenFilter
    $orderBy: ScreenOrder
  ) {
    screens(
      first: $first
      after: $after
      last: $last
      before: $before
      page: $page
      filter: $filter
      orderBy: $orderBy
    ) {
      totalCount
      edges {
        cursor
        node {
          id
        }
      }
      pageInfo {
        ...PageInfoFields
      }
    }
  }
`);

export const FindPlaylists = graphql(`
  query FindPlaylists(
    $first: Int
    $after: String
    $last: Int
    $before: String
    $page: Int
    $filter: PlaylistFilter
    $orderBy: PlaylistOrder
  ) {
    playlists(
      first: $first
      after: $after
      last: $last
      before: $before
      page: $page
      filter: $filter
      orderBy: $orderBy
    ) {
      totalCount
      edges {
        cursor
        node {
          id
        }
      }
      pageInfo {
        ...PageInfoFields
      }
    }
  }
`);

export const FindMedia = graphql(`
  query FindMedia(
    $first: Int
    $after: String
    $last: Int
    $before: String
    $page: Int
    $filter: MediaFilter
    $orderBy: MediaOrder
  ) {
    media(
      first: $first
      after: $after
      last: $last
      before: $before
      page: $page
      filter: $filter
      orderBy: $orderBy
    ) {
      totalCount
      edges {
        cursor
        node {
          id
        }
      }
      pageInfo {
        ...PageInfoFields
      }
    }
  }
`);

export const FindInOrganization = graphql(`
  query FindInOrganization(
    $first: Int
    $after: String
    $last: Int
    $before: String
    $page: Int
    $screensFilter: ScreenFilter
    $screensOrder: ScreenOrder
    $playlistsFilter: PlaylistFilter
    $playlistsOrder: PlaylistOrder
    $mediaFilter: MediaFilter
    $mediaOrder: MediaOrder
  ) {
    organization {
      screens(
        first: $first
        after: $after
        last: $last
        before: $before
        page: $page
        filter: $screensFilter
        orderBy: $screensOrder
      ) {
        totalCount
        nodes {
          id
        }
      }
      playlists(
        first: $first
        after: $after
        last: $last
        before: $before
        page: $page
        filter: $playlistsFilter
        orderBy: $playlistsOrder
      ) {
        totalCount
        nodes {
          id
        }
      }
      media(
        first: $first
        after: $after
        last: $last
        before: $before
        page: $page
        filter: $mediaFilter
        orderBy: $mediaOrder
      ) {
        totalCount
        nodes {
          id
        }
      }
    }
  }
`);
