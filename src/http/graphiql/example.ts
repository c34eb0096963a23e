import * as query from './example-query.js';

export interface Example {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  /** Beside the credential. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Ids of the embedded simulator, whose data is the same at every start. */
const demoIds = {
  screens: ['scr_vajmp', 'scr_1fyak'],
  playlist: 'pls_3meby',
  media: 'med_fwqgw',
  nodes: ['U2NyZWVuOnNjcl92YWptcA', 'UGxheWxpc3Q6cGxzXzNtZWJ5'],
};

const placeholders: typeof demoIds = {
  screens: ['<id of a screen>', '<id of another one>'],
  playlist: '<id of a playlist>',
  media: '<id of a media file>',
  nodes: ['<nodeId of a screen>', '<nodeId of a playlist>'],
};

/** One tab for each kind of query; together they select every root field. */
export function examplesFor(isDemo: boolean): readonly Example[] {
  const ids = isDemo ? demoIds : placeholders;
  return [
    { query: query.dashboard },
    { query: offline, variables: { filter: { statusIn: ['OFFLINE'] } } },
    { query: query.screen, variables: { id: ids.screens[0], more: ids.screens } },
    { query: query.playlists, variables: { id: ids.playlist } },
    { query: query.pager, variables: { page: 2, id: ids.media } },
    { query: summary, variables: { offline: { statusIn: ['OFFLINE'] } } },
    { query: query.nodes, variables: { nodeId: ids.nodes[0], nodeIds: ids.nodes } },
    { query: query.later },
    { query: query.trace, headers: { 'X-Upstream-Explain': 'trace' } },
    { query: query.refused },
    { query: live },
  ];
}

const live = `# Which screens are on: now, and after each change.
# All who subscribe to the same share one poll.
subscription Live {
  live(everySeconds: 15) {
    screens(first: 5) {
      nodes {
        name
        status
        availability {
          isOnNow
        }
      }
    }
  }
}
`;

const offline = `# The offline screens by name, and how many. The list
# is read once for all that an operation finds in it.
query Offline($filter: ScreenFilter) {
  screens(
    first: 10
    filter: $filter
    orderBy: { field: NAME }
  ) {
    totalCount
    nodes {
      name
      status
      updatedAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`;

const summary = `# Figures of whole lists. Each list is read once,
# whatever its filters, orders and summaries.
query Summary($offline: ScreenFilter) {
  screenSummary {
    count
    onNow
    byStatus {
      status
      count
    }
  }
  offline: screenSummary(filter: $offline) {
    byTimezone {
      timezone
      count
    }
  }
  playlistSummary {
    count
    empty
  }
  mediaSummary {
    count
    totalSizeBytes
    lastUpdatedAt
  }
}
`;
