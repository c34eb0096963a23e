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
