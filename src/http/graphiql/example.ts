/** A ready query of the explorer, in a tab of its own; its first comment lines tell what it shows. */
export interface Example {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  /** Besides the credential. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Ids that the examples look up. */
interface Ids {
  readonly screens: readonly [string, string];
  readonly playlist: string;
  readonly media: string;
  readonly nodes: readonly [string, string];
}

/** Of the embedded simulator, which has the same data at every start. */
const demoIds: Ids = {
  screens: ['scr_vajmp', 'scr_1fyak'],
  playlist: 'pls_3meby',
  media: 'med_fwqgw',
  nodes: ['U2NyZWVuOnNjcl92YWptcA', 'UGxheWxpc3Q6cGxzXzNtZWJ5'],
};

const placeholders: Ids = {
  screens: ['<id of a screen>', '<id of another one>'],
  playlist: '<id of a playlist>',
  media: '<id of a media file>',
  nodes: ['<nodeId of a screen>', '<nodeId of a playlist>'],
};

/** One tab for each way of asking; together they have every root field. */
export function examplesFor(isDemo: boolean): readonly Example[] {
  const ids = isDemo ? demoIds : placeholders;
  return [
    { query: dashboard },
    { query: screen, variables: { id: ids.screens[0], more: ids.screens } },
    { query: playlists, variables: { id: ids.playlist } },
    { query: pager, variables: { page: 2, id: ids.media } },
    { query: nodes, variables: { nodeId: ids.nodes[0], nodeIds: ids.nodes } },
    { query: later },
    { query: trace, headers: { 'X-Upstream-Explain': 'trace' } },
    { query: refused },
  ];
}

const dashboard = `# Screens and what each of them plays now.
# Below the answer stands its cost in REST requests.
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

const screen = `# One screen, and what plays on it with its media.
# The other two fields need no more than playback:read.
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

const playlists = `# Playlists in order, each slot with its media.
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

const pager = `# A numbered pager: page 2 of pages of 5.
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

const nodes = `# By nodeId, as Relay refetches; every other id
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

const later = `# The list at once, what each screen plays as it comes.
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

const trace = `# Each REST request one by one: see the headers below.
# "plan" in place of "trace" tells what would be
# sent, and sends nothing.
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

const refused = `# What cannot be read is null, and "errors" tells why:
# here there is no such screen. With a credential that
# lacks playback:read the configurations are FORBIDDEN,
# with requiredScope, and the screens stay.
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
