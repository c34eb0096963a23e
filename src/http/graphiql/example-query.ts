// The first comment lines of each query say what it shows.

export const dashboard = `# Screens and what each of them plays now.
# The line below shows the cost in REST requests.
query Dashboard {
  organization {
    name
  }
  screens(first: 10) {
    totalCount
    nodes {
      name
      status
      availability {
        isOnNow
        timezone
      }
      playbackConfiguration {
        resolvedAt
        items {
          type
          durationSeconds
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`;

export const screen = `# One screen, and what plays on it with its media.
# The other two fields need only playback:read.
query Screen($id: ID!, $more: [ID!]!) {
  screen(id: $id) {
    name
    orientation
    viewport {
      width
      height
    }
  }
  playbackConfiguration(screenId: $id) {
    items {
      slotId
      type
      media {
        name
        thumbnailUrl
      }
    }
  }
  playbackConfigurations(screenIds: $more) {
    revision
    screen {
      name
    }
  }
}
`;

export const playlists = `# Playlists in order, each slot with its media.
query Playlists($id: ID!) {
  playlist(id: $id) {
    name
    totalDurationSeconds
  }
  playlists(first: 3) {
    nodes {
      name
      itemCount
      items(first: 20) {
        totalCount
        nodes {
          position
          enabled
          durationSeconds
          media {
            name
            type
            status
          }
        }
      }
    }
  }
}
`;

export const pager = `# A numbered pager: page 2 of pages of 5.
# Walking on from its cursors works as well.
query Pager($page: Int!, $id: ID!) {
  media(first: 5, page: $page) {
    totalCount
    nodes {
      name
      type
      status
      sizeBytes
    }
    pageInfo {
      hasPreviousPage
      hasNextPage
      endCursor
    }
  }
  mediaItem(id: $id) {
    name
    mimeType
    url
  }
}
`;

export const nodes = `# By nodeId, as Relay refetches; every other id
# is the one of the Partner API.
query Nodes($nodeId: ID!, $nodeIds: [ID!]!) {
  node(nodeId: $nodeId) {
    ... on Screen {
      name
      status
    }
  }
  nodes(nodeIds: $nodeIds) {
    __typename
    nodeId
  }
}
`;

export const later = `# The list at once, then what each screen plays.
query Later {
  screens(first: 5) {
    nodes {
      name
      ... @defer {
        playbackConfiguration {
          revision
        }
      }
    }
  }
}
`;

export const trace = `# Each REST request one by one: see the headers below.
# "plan" instead of "trace" estimates them
# and sends none.
query Trace {
  screens(first: 3) {
    nodes {
      name
      playbackConfiguration {
        items {
          media {
            name
          }
        }
      }
    }
  }
}
`;

export const refused = `# A field that cannot be read is null, and "errors"
# says why: this screen does not exist. With a
# credential that lacks playback:read, configurations
# are FORBIDDEN with requiredScope; the screens remain.
query Refused {
  screens(first: 2) {
    nodes {
      name
      playbackConfiguration {
        revision
      }
    }
  }
  screen(id: "no-such-screen") {
    name
  }
}
`;
