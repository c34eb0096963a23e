import { graphql } from '../generated/index.js';

/** The subscription that the tests of live open most. */
export const WatchScreens = graphql(`
  subscription WatchScreens($every: Int = 1) {
    live(everySeconds: $every) {
      organization {
        name
      }
      screens(first: 100) {
        nodes {
          id
          name
        }
      }
    }
  }
`);
