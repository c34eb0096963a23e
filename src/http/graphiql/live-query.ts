export const live = `# Which screens are on: now, and after each change.
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
