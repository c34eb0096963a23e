/** What the façade finds in a list, beside the examples of `example-query.ts`. */
export const offline = `# The offline screens by name, and how many. The list
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

/** Figures of whole lists. The first comment lines say what the query shows. */
export const summary = `# Figures of whole lists. Each list is read once,
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
