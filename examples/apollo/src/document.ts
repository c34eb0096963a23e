import { graphql } from '../generated/gql.js';

export const Screens = graphql(`
  query Screens($first: Int!, $after: String, $filter: ScreenFilter, $orderBy: ScreenOrder) {
    screens(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {
      edges {
        node {
          id
          name
        }
      }
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
