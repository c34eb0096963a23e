import { graphql } from '../generated/gql.js';

export const Playlists = graphql(`
  query Playlists {
    playlists(first: 1) {
      nodes {
        id
        name
      }
    }
  }
`);

export const Screens = graphql(`
  query Screens($first: Int!, $after: String, $filter: ScreenFilter, $orderBy: ScreenOrder) {
    screens(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {
      nodes {
        id
        name
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const Items = graphql(`
  query Items($id: ID!, $first: Int!, $after: String) {
    playlist(id: $id) {
      id
      items(first: $first, after: $after) {
        totalCount
        edges {
          node {
            slotId
            position
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);
