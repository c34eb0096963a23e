import { graphql } from 'relay-runtime';

/**
 * The documents that relay-compiler reads. A bundler replaces each `graphql` tag by its artifact.
 * This example has no bundler: it imports the artifacts by their names, and never runs this module.
 */

export const OrganizationQuery = graphql`
  query documentOrganizationQuery($first: Int!, $filter: ScreenFilter, $orderBy: ScreenOrder)
  @throwOnFieldError {
    organization {
      nodeId
      name
      ...document_screens @arguments(first: $first, filter: $filter, orderBy: $orderBy)
    }
  }
`;

/**
 * The organization has a `nodeId`, so Relay can refetch its list by `node(nodeId:)`. `filters`
 * names the arguments that make a list of its own: pages of another filter or order are not joined
 * to it.
 */
export const Screens = graphql`
  fragment document_screens on Organization
  @argumentDefinitions(
    first: { type: "Int!" }
    after: { type: "String" }
    filter: { type: "ScreenFilter" }
    orderBy: { type: "ScreenOrder" }
  )
  @refetchable(queryName: "documentScreensPaginationQuery")
  @throwOnFieldError {
    screens(first: $first, after: $after, filter: $filter, orderBy: $orderBy)
      @connection(key: "document_screens", filters: ["filter", "orderBy"]) {
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

/** `@catch` puts a field's failure in its place; the rest of the screen stays. */
export const ScreenQuery = graphql`
  query documentScreenQuery($id: ID!) @throwOnFieldError {
    screen(id: $id) {
      name
      playbackConfiguration @catch {
        revision
      }
    }
  }
`;

/**
 * The names come at once, and what each screen plays later. Lists are read by `edges`: Relay loses
 * the error of an item of `nodes`, and `@throwOnFieldError` then gives null for it.
 */
export const DeferQuery = graphql`
  query documentDeferQuery($first: Int!) @throwOnFieldError {
    screens(first: $first) {
      edges {
        node {
          name
          ...document_playback @defer
        }
      }
    }
  }
`;

export const Playback = graphql`
  fragment document_playback on Screen @throwOnFieldError {
    status
    playbackConfiguration {
      revision
    }
  }
`;

/**
 * Two screens at once, and the others of the page one by one. Its pages are those of any
 * connection, joined by `documentStreamPaginationQuery`.
 */
export const StreamQuery = graphql`
  query documentStreamQuery($first: Int!) @throwOnFieldError {
    organization {
      nodeId
      ...document_stream @arguments(first: $first)
    }
  }
`;

export const Stream = graphql`
  fragment document_stream on Organization
  @argumentDefinitions(first: { type: "Int!" }, after: { type: "String" })
  @refetchable(queryName: "documentStreamPaginationQuery")
  @throwOnFieldError {
    screens(first: $first, after: $after)
      @stream_connection(key: "document_stream_screens", initial_count: 2) {
      edges {
        node {
          name
          ...document_playback @defer
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`;

/** What an event has changes wherever the same screens are shown, and leaves the lists alone. */
export const LiveSubscription = graphql`
  subscription documentLiveSubscription($first: Int!) {
    live {
      screens(first: $first) {
        totalCount
        nodes {
          nodeId
          status
        }
      }
    }
  }
`;

/** The items of a playlist have no id; Relay stores them with their list. */
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
