import { graphql } from '../generated/gql.js';

/** One page of screens. */
export const ScreenPage = graphql(`
  query ScreenPage($first: Int!, $after: String) {
    screens(first: $first, after: $after) {
      totalCount
      nodes {
        id
        name
        status
        createdAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

/** A screen that may be missing, and what it plays. */
export const OneScreen = graphql(`
  query OneScreen($id: ID!) {
    screen(id: $id) {
      id
      name
      playbackConfiguration {
        revision
        items {
          slotId
          media {
            id
            url
          }
        }
      }
    }
  }
`);
