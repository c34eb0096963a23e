import { graphql } from '../generated/gql.js';

/** Queries that put the examples' caches to the test. */
export const Hours = graphql(`
  query ExampleHours($id: ID!) {
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
  query ExampleState($id: ID!) {
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
  query ExampleHoursAndState($id: ID!) {
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
  query ExampleZones($ids: [ID!]!) {
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
  query ExampleNode($nodeId: ID!) {
    node(nodeId: $nodeId) {
      nodeId
      ... on Screen {
        id
        name
      }
    }
  }
`);
