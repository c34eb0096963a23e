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
