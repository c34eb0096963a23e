import { graphql } from '../generated/index.js';

/** Where files are used. */
export const UsageOfFile = graphql(`
  query UsageOfFile($id: ID!) {
    mediaItem(id: $id) {
      playlists {
        id
      }
      screens {
        id
      }
    }
  }
`);

export const UsageOfFiles = graphql(`
  query UsageOfFiles($first: Int) {
    media(first: $first) {
      nodes {
        id
        playlists {
          id
        }
        screens {
          id
        }
      }
    }
  }
`);
