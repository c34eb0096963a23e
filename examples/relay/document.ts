import { graphql } from 'relay-runtime';

/**
 * What relay-compiler reads. In an application the `graphql` tag is replaced by the artifact when it is bundled; here,
 * where nothing is bundled, the artifacts are imported by their names, and this module never runs.
 */

export const OrganizationQuery = graphql`
  query documentOrganizationQuery($first: Int!) {
    organization {
      nodeId
      name
      ...document_screens @arguments(first: $first)
    }
  }
`;

/** Screens live at the organization, which has a `nodeId`: so the list can be read on by `node(nodeId:)`. */
export const Screens = graphql`
  fragment document_screens on Organization
  @argumentDefinitions(first: { type: "Int!" }, after: { type: "String" })
  @refetchable(queryName: "documentScreensPaginationQuery") {
    screens(first: $first, after: $after) @connection(key: "document_screens") {
      edges {
        node {
          name
          status
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`;

/** `@catch` gives a field's failure in its place: the rest of the screen stays. */
export const ScreenQuery = graphql`
  query documentScreenQuery($id: ID!) {
    screen(id: $id) {
      name
      playbackConfiguration @catch {
        revision
      }
    }
  }
`;

/** The items of a playlist are no entities; Relay keeps them with their list. */
export const PlaylistQuery = graphql`
  query documentPlaylistQuery($nodeId: ID!, $first: Int!) {
    node(nodeId: $nodeId) {
      ...document_items @arguments(first: $first) @alias(as: "playlist")
    }
  }
`;

export const Items = graphql`
  fragment document_items on Playlist
  @argumentDefinitions(first: { type: "Int!" }, after: { type: "String" })
  @refetchable(queryName: "documentItemsPaginationQuery") {
    items(first: $first, after: $after) @connection(key: "document_items") {
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
`;
