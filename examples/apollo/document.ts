import { graphql } from '../../test/generated/clients/codegen/gql.js';

export const Screens = graphql(`
  query ApolloScreens($first: Int!, $after: String) {
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

export const Hours = graphql(`
  query ApolloHours($id: ID!) {
    screen(id: $id) {
      id
      availability {
        mode
        weekly {
          day
        }
      }
    }
  }
`);

export const State = graphql(`
  query ApolloState($id: ID!) {
    screen(id: $id) {
      id
      availability {
        timezone
        isOnNow
      }
    }
  }
`);

export const HoursAndState = graphql(`
  query ApolloHoursAndState($id: ID!) {
    screen(id: $id) {
      id
      availability {
        mode
        timezone
      }
    }
  }
`);

export const Zones = graphql(`
  query ApolloZones($ids: [ID!]!) {
    playbackConfigurations(screenIds: $ids) {
      revision
      items {
        slotId
        layout {
          panels {
            panelId
            items {
              slotId
              mediaId
            }
          }
        }
      }
    }
  }
`);

export const AnyNode = graphql(`
  query ApolloNode($nodeId: ID!) {
    node(nodeId: $nodeId) {
      nodeId
      ... on Screen {
        id
        name
      }
    }
  }
`);
