import { graphql } from '../generated/gql.js';

/** One page of screens by its number, from 1. */
export const ScreenPage = graphql(`
  query ScreenPage($first: Int!, $page: Int!, $filter: ScreenFilter, $orderBy: ScreenOrder) {
    screens(first: $first, page: $page, filter: $filter, orderBy: $orderBy) {
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
    }
  }
`);
