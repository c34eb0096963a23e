import { graphql } from '../generated/gql.js';

export const Screens = graphql(`
  query Screens($first: Int!, $after: String) {
    screens(first: $first, after: $after) {
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
