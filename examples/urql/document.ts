import { graphql } from '../../test/generated/clients/codegen/gql.js';

export const Items = graphql(`
  query UrqlItems($id: ID!, $first: Int!, $after: String) {
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
