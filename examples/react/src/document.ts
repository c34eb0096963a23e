import { graphql } from '../generated/gql.js';

/** One page of screens. The pages of a list are joined by their `edges`. */
export const ScreenPage = graphql(`
  query ScreenPage($first: Int!, $after: String, $filter: ScreenFilter) {
    screens(first: $first, after: $after, filter: $filter) {
      totalCount
      edges {
        cursor
        node {
          id
          name
          status
          orientation
          viewport {
            width
            height
          }
          itemCount
          totalDurationSeconds
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);
